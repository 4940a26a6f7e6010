import Foundation
import GraphCodable
import GraphCodableCompression
import Synchronization

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
    static func write(json value: some Encodable) throws {
        try write(try JSONLine.text(of: value))
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
            guard number != EPIPE else { throw ToolError(.brokenPipe, "") }
            throw ToolError(.fileFailure, "standard output: \(ToolError.failure("Cannot write", number))")
        }
    }
}

/// The tool's messages, separate from its results.
enum ErrorOutput {
    private static let isColored = Atomic(false)

    /// Sets whether messages are colored.
    static func use(_ palette: Palette) {
        isColored.store(palette == .colored, ordering: .relaxed)
    }

    /// Prints a line that begins with the tool's name. Newlines are removed, and other characters that don't print are
    /// escaped.
    static func print(_ message: String) {
        ProgressLine.erase()
        let lines = message.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let palette: Palette = isColored.load(ordering: .relaxed) ? .colored : .plain
        write("\(palette.paint("graphz:", .alarm)) \(EscapedText.printable(lines.joined(separator: " ")))\n")
    }

    static func write(_ text: String) {
        // If standard error cannot be written, there is no way to report that.
        try? Array(text.utf8).withUnsafeBytes { try OpenFile(borrowing: STDERR_FILENO).write($0) }
    }
}
