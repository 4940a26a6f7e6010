import ArgumentParser
import ExplorePage
import Foundation
import GraphCodable
import GraphCodableCompression

struct ExploreCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Create a web page to browse the objects of an archive.",
        discussion: """
            The page is a single file that needs no network. You can drop other archives onto it; with --empty it \
            contains none.
            """)

    @Argument(
        help: .value("archive", "The archive: a path, or - for standard input, which is read when none is named."),
        completion: .archive, transform: ArgumentText.input)
    var path: String?

    @Option(
        name: [.short, .long], help: .value("page", "Where to write: a path, or - for standard output."),
        completion: .file(extensions: ["html"]), transform: ArgumentText.output)
    var output: String?

    @Flag(name: [.short, .long], help: "Replace the page if it exists.")
    var force = false

    @Flag(help: "Create a page without an archive, by default explore.html.")
    var empty = false

    @Flag(help: "Open the page in the browser.")
    var open = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        try require(!empty || path == nil, "Use either --empty or an archive.")
        try StandardInput.checkUse(isNeeded: !empty && path == nil)
        try require(!open || pagePath != "-", "--open needs a file. Name one with --output.")
    }

    func run() throws {
        let place = try ArchiveEndpoint.newOutput(pagePath, replacing: force)
        Interruption.catchSignals()
        let input = source.map { ArchiveEndpoint(input: $0) }
        let archive = try input.map { input in
            try naming(input.name) {
                try ExplorePage.Archive(verifying: input, for: self)
            }
        }
        try place.write(from: input) { write in
            try ExplorePage.write(archive) { try $0.withUnsafeBytes { try write($0) } }
        }
        if open, let page = place.path {
            try Self.open(page)
        }
    }

    /// The archive to show, if any.
    private var source: String? { empty ? nil : path ?? "-" }

    /// The path of the page: by default `city.html` for `city.graphz`.
    private var pagePath: String {
        if let output { return output }
        guard let source else { return "explore.html" }
        guard source != "-" else { return "-" }
        let ending = [".graphz", ".graph"].first { source.hasSuffix($0) }
        return source.dropLast(ending?.count ?? 0) + ".html"
    }

    /// Opens a file with the system's default program.
    private static func open(_ path: SystemPath) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        #if canImport(Darwin)
        let program = "open"
        #else
        let program = "xdg-open"
        #endif
        process.arguments = [program, address(of: path)]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            process.waitUntilExit()
            if process.terminationStatus == 0 { return }
        } catch {}
        throw ToolError(.fileFailure, "\(path): The page is there, but \(program) did not open it. Open it by hand.")
    }

    /// Returns a file's URL. As an argument, a path that begins with a hyphen would be an option, and bytes must be UTF-8.
    private static func address(of path: SystemPath) -> String {
        guard let resolved = realpath(path.cString, nil) else { return path.description }
        defer { free(resolved) }
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        return UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)).reduce(into: "file://") { url, byte in
            url +=
                plain.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + String(0x100 + Int(byte), radix: 16, uppercase: true).dropFirst()
        }
    }
}
