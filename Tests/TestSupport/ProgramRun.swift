import Foundation

/// A run of a program to its end, with its three results apart.
package struct ProgramRun {
    package let output: Data
    package let errors: String
    package let status: Int32
    /// Whether a signal ended it; its number is the status then.
    package let wasKilled: Bool

    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: What follows its name.
    ///   - input: What it finds on standard input.
    ///   - folder: Its working directory.
    ///   - environment: Its variables; by default those of this process.
    package init(
        _ program: String, _ arguments: [String], input: Data? = nil, in folder: URL? = nil,
        environment: [String: String]? = nil
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = environment
        // Files instead of pipes: they never fill up, whatever the program writes first.
        let files = try [input ?? Data(), Data(), Data()].map { try ScratchFile($0) }
        // An optimizer lets go of them as soon as their URLs are known.
        defer { withExtendedLifetime(files) {} }
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
}

/// A file that is gone when it is no longer used.
package final class ScratchFile {
    package let url: URL

    package init(_ bytes: some Sequence<UInt8> = Data()) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "graph-" + UUID().uuidString)
        try Data(bytes).write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
