import ArgumentParser
import ExplorePage
import Foundation
import GraphCodable
import GraphCodableCompression

struct ExploreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Make a web page on which the objects of an archive can be looked at.",
        discussion: """
            The page is one file that needs no network and opens from the disk. Other archives can be dropped onto it; \
            without an archive it waits for that.
            """)

    @Argument(
        help: ArgumentHelp("The archive: a path, or - for standard input.", valueName: "archive"),
        completion: .file(extensions: ["graph", "graphz"]))
    var path: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where to write: a path, or - for standard output.", valueName: "page"),
        completion: .file(extensions: ["html"]))
    var output: String?

    @Flag(name: [.short, .long], help: "Replace the page if it exists.")
    var force = false

    @Flag(help: "Open the page in the browser.")
    var open = false

    @OptionGroup var limits: LimitOptions

    func validate() throws {
        guard !open || pagePath != "-" else {
            throw ValidationError("--open needs a file. Name one with --output.")
        }
    }

    func run() throws {
        var options = OutputOptions()
        (options.output, options.force) = (pagePath, force)
        let place = try options.place(default: pagePath)
        Interruption.catchSignals()
        if let path {
            let input = ArchivePlace(input: path)
            let embedding = try naming(input.name) { try ExploredArchive(input, limits: limits) }
            try write(embedding.archive, to: place)
        } else {
            try write(nil, to: place)
        }
        if open, let page = place.path {
            try Self.open(page)
        }
    }

    /// `city.html` for `city.graphz`.
    private var pagePath: String {
        guard output == nil, let path, path != "-" else { return output ?? (path == nil ? "explore.html" : "-") }
        let endings = [".graphz", ".graph"]
        return endings.first { path.hasSuffix($0) }.map { String(path.dropLast($0.count)) + ".html" } ?? path + ".html"
    }

    private func write(_ archive: ExplorePage.Archive?, to place: ArchivePlace) throws {
        try naming(place.name) {
            guard let path = place.path else {
                let output = OpenFile(borrowing: STDOUT_FILENO)
                try ExplorePage.write(archive) { try $0.withUnsafeBytes { try output.write($0) } }
                return
            }
            try DurableFile.replace(path, .init(mustBeNew: !force)) { write in
                try ExplorePage.write(archive) {
                    try Interruption.check()
                    try $0.withUnsafeBytes { try write($0) }
                }
            }
        }
    }

    /// Opens a file with the program that the system has for it.
    private static func open(_ path: SystemPath) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        #if canImport(Darwin)
        let program = "open"
        #else
        let program = "xdg-open"
        #endif
        process.arguments = [program, path.description]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ToolError(
                .fileFailure, "\(path): The page is there, but \(program) did not open it. Open it by hand.")
        }
    }
}
