import Foundation

/// The readers of `Tools`, which were written in Python from the specifications alone.
enum PythonReader {
    /// Where Python is; `nil` when it is not installed.
    static let python: URL? = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .map { URL(filePath: $0) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }

    static let tools = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Tools")
        .standardizedFileURL

    /// Whether a reader accepts each of some archives; `nil` where it is known to be stricter.
    ///
    /// The LZ4 library reads a match at the offset 0, which its format forbids, as zeros.
    static func verdicts(_ script: String, _ archives: [[UInt8]]) throws -> [Bool?] {
        let folder = FileManager.default.temporaryDirectory
        let name = "graph-" + UUID().uuidString
        let (input, output) = (folder.appending(path: name + ".in"), folder.appending(path: name + ".out"))
        defer {
            try? FileManager.default.removeItem(at: input)
            try? FileManager.default.removeItem(at: output)
        }
        var stream = Data()
        for archive in archives {
            withUnsafeBytes(of: UInt32(archive.count).littleEndian) { stream.append(contentsOf: $0) }
            stream.append(contentsOf: archive)
        }
        try stream.write(to: input)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = python
        process.arguments = ["-B", tools.appending(path: script).path(percentEncoded: false), "check", "--stream"]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        return String(decoding: try Data(contentsOf: output), as: UTF8.self).split(separator: "\n").map { line in
            line.contains(": an LZ4 offset of 0 after ") ? nil : line.hasSuffix(": accepted")
        }
    }
}
