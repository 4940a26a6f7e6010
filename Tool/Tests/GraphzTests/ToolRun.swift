import Foundation
import Testing

/// A run of the tool as a user would do it, with its three results apart.
struct ToolRun {
    let output: Data
    let errors: String
    let status: Int32
    /// Whether a signal ended it; its number is the status then.
    let wasKilled: Bool

    var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs the tool to its end.
    ///
    /// - Parameters:
    ///   - arguments: What follows the tool's name.
    ///   - input: What it finds on standard input.
    ///   - folder: Its working directory.
    init(_ arguments: [String], input: Data? = nil, in folder: URL? = nil) throws {
        try self.init(running: Self.tool, arguments, input: input, in: folder)
    }

    /// Runs a script that finds the tool in the variable `GRAPHZ`.
    static func shell(_ script: String, in folder: URL) throws -> ToolRun {
        try ToolRun(running: URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder)
    }

    init(running program: URL, _ arguments: [String], input: Data? = nil, in folder: URL? = nil) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_BACKTRACE"] = "enable=no"
        environment["GRAPHZ"] = try Self.tool.path
        process.environment = environment
        // Files instead of pipes: they never fill up, whatever the tool writes first.
        let files = try (0..<3).map { _ in try TemporaryFile() }
        // An optimizer lets go of them as soon as their URLs are known.
        defer { withExtendedLifetime(files) {} }
        if let input {
            try input.write(to: files[0].url)
        }
        process.standardInput = try FileHandle(forReadingFrom: files[0].url)
        process.standardOutput = try FileHandle(forWritingTo: files[1].url)
        process.standardError = try FileHandle(forWritingTo: files[2].url)
        try process.run()
        process.waitUntilExit()
        output = try Data(contentsOf: files[1].url)
        errors = String(decoding: try Data(contentsOf: files[2].url), as: UTF8.self)
        status = process.terminationStatus
        wasKilled = process.terminationReason == .uncaughtSignal
    }

    /// The built tool, which lies beside the bundle of the tests.
    static var tool: URL {
        get throws {
            var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            #if canImport(Darwin)
            if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }) {
                folder = bundle.bundleURL
            }
            #endif
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                let tool = folder.appendingPathComponent("graphz")
                if FileManager.default.isExecutableFile(atPath: tool.path),
                    !FileManager.default.fileExists(atPath: tool.appendingPathComponent("Commands").path)
                {
                    return tool
                }
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }
}

/// A file that is gone when it is no longer used.
final class TemporaryFile {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("graphz-test-\(UUID().uuidString)")
        try Data().write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
