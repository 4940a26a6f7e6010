import Foundation

/// The reader in Python, which was written from the specifications alone.
package enum PythonReader {
    /// Where Python is; `nil` when it is not installed.
    package static let python: URL? = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .map { URL(filePath: $0) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// The package need not be installed.
    private static let environment = ProcessInfo.processInfo.environment.merging(
        ["PYTHONPATH": ["Python/src", "Laboratory"].map { root.appending(path: $0).path }.joined(separator: ":")]) {
            $1
        }

    /// Runs Python in the folder of this package. Throws an error if it is not installed.
    package static func run(_ arguments: [String]) throws -> ProgramRun {
        guard let python else { throw CocoaError(.fileNoSuchFile) }
        return try ProgramRun(python.path, ["-B"] + arguments, in: root, environment: environment)
    }

    /// What the reader is asked to read.
    package enum Format: String {
        /// Raw archives.
        case raw
        /// Compressed archives and what they hold.
        case container
        /// Filtered blocks.
        case filter
    }

    /// Whether the reader accepts each of some archives; `nil` where it is known to be stricter.
    ///
    /// The LZ4 library reads a match at the offset 0, which its format forbids, as zeros; and Python may lack Zstandard.
    package static func verdicts(_ format: Format, _ archives: [[UInt8]]) throws -> [Bool?] {
        // Python takes nearly all of the time, and does one thing at a time.
        let middle = archives.count / 2
        let runs = try [archives[..<middle], archives[middle...]].map { try Run(format, $0) }
        return try runs.flatMap { try $0.verdicts() }
    }

    /// A reader at work on some archives.
    private final class Run {
        private let process = Process()
        private let input: ScratchFile
        private let output: ScratchFile

        init(_ format: Format, _ archives: ArraySlice<[UInt8]>) throws {
            var stream = Data()
            for archive in archives {
                withUnsafeBytes(of: UInt32(archive.count).littleEndian) { stream.append(contentsOf: $0) }
                stream.append(contentsOf: archive)
            }
            (input, output) = (try ScratchFile(stream), try ScratchFile())
            process.executableURL = PythonReader.python
            process.arguments = ["-B", "-m", "graphz.graph_command", format.rawValue, "check", "--stream"]
            process.environment = PythonReader.environment
            process.standardInput = try FileHandle(forReadingFrom: input.url)
            process.standardOutput = try FileHandle(forWritingTo: output.url)
            try process.run()
        }

        func verdicts() throws -> [Bool?] {
            process.waitUntilExit()
            return String(decoding: try Data(contentsOf: output.url), as: UTF8.self).split(separator: "\n").map {
                line in
                line.contains(": an LZ4 offset of 0 after ") || line.contains(": Zstandard is not installed here")
                    ? nil : line.hasSuffix(": accepted")
            }
        }
    }
}
