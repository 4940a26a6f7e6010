import Foundation
import GraphCodable
import GraphCodableCompression
import Synchronization

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
