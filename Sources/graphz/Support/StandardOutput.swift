import Foundation
import GraphCodable
import GraphCodableCompression
import Synchronization

/// What the tool prints, passed on in pieces.
enum StandardOutput {
    private static let limit = 1 << 16
    // The tool prints from its main thread only.
    nonisolated(unsafe) private static var pending: [UInt8] = []

    /// Prints text and a newline.
    static func print(_ text: String) throws {
        try write(text)
        try write("\n")
    }

    static func write(_ text: String) throws {
        try write(utf8: text.utf8)
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
            try pending.withUnsafeBytes { try OpenFile(borrowing: STDOUT_FILENO).write($0) }
        } catch let error as GraphContainerError {
            let number = (error.underlyingError as? SystemCallError)?.number ?? EIO
            guard number != EPIPE else { throw ToolError(.brokenPipe, "") }
            throw ToolError(.fileFailure, "standard output: \(String(cString: strerror(number)))")
        }
    }
}

/// What the tool says of its work, apart from the result.
enum ErrorOutput {
    private static let isColored = Atomic(false)

    /// Uses colours from now on, or none.
    static func use(_ palette: Palette) {
        isColored.store(palette == .colored, ordering: .relaxed)
    }

    /// Prints one line that names the tool. Lines are joined; whatever else does not print is escaped.
    static func print(_ message: String) {
        ProgressLine.erase()
        let lines = message.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let palette: Palette = isColored.load(ordering: .relaxed) ? .colored : .plain
        write("\(palette.paint("graphz:", .alarm)) \(EscapedText.printable(lines.joined(separator: " ")))\n")
    }

    static func write(_ text: String) {
        // Where nothing can be said there is nobody to tell it to. A system that interrupts every call is given up on.
        try? Array(text.utf8).withUnsafeBytes { try OpenFile(borrowing: STDERR_FILENO).write($0) }
    }
}
