import Foundation
import TestSupport

/// A run of the tool as a user would do it.
typealias ToolRun = ProgramRun

extension ToolRun {
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
        try ToolRun(running: URL(filePath: "/bin/sh"), ["-c", script], in: folder)
    }

    init(running program: URL, _ arguments: [String], input: Data? = nil, in folder: URL? = nil) throws {
        let variables = ["SWIFT_BACKTRACE": "enable=no", "GRAPHZ": try Self.tool.path]
        try self.init(
            program.path, arguments, input: input, in: folder,
            environment: ProcessInfo.processInfo.environment.merging(variables) { $1 })
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
