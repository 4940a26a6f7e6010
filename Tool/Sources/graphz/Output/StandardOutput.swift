import Foundation
import GraphCodable
import GraphCodableCompression

/// The tool's output, which is buffered.
enum StandardOutput {
    private static let limit = 1 << 16
    // The tool prints only on its main thread.
    nonisolated(unsafe) private static var pending: [UInt8] = []

    static func print(_ text: String) throws {
        try write(text)
        try write("\n")
    }

    static func write(_ text: String) throws {
        try write(utf8: text.utf8)
    }

    /// Prints JSON, in one line.
    static func write(json object: JSONObject) throws {
        try write(try object.line())
    }

    static func write(utf8 text: some Collection<UInt8>) throws {
        pending.append(contentsOf: text)
        if pending.count >= limit {
            try flush()
        }
    }

    static func flush() throws {
        defer { pending.removeAll(keepingCapacity: true) }
        do {
            try pending.withUnsafeBytes { try OpenFile(borrowing: STDOUT_FILENO).write($0, waits: Interruption.check) }
        } catch let error as GraphContainerError {
            let number = (error.underlyingError as? SystemCallError)?.number ?? EIO
            // Other tools print no message either when the reader of their output closes the pipe.
            guard number != EPIPE else { throw ToolError(.brokenPipe, "") }
            throw ToolError(.fileFailure, "standard output: \(ToolError.failure("Cannot write", number))")
        }
    }
}
