import Foundation
import GraphCodable
import GraphCodableCompression

/// The tool's messages, separate from its results.
enum ErrorOutput {
    // The tool prints only on its main thread.
    nonisolated(unsafe) static var palette = Palette.plain

    /// Prints a line that begins with the tool's name. Newlines are removed, and other characters that don't print are
    /// escaped.
    static func print(_ message: String) {
        ProgressLine.erase()
        let lines = message.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        write("\(palette.paint("graphz:", .alarm)) \(EscapedText.printable(lines.joined(separator: " ")))\n")
    }

    static func write(_ text: String) {
        // If standard error cannot be written, there is no way to report that.
        try? Array(text.utf8).withUnsafeBytes { try OpenFile(borrowing: STDERR_FILENO).write($0) }
    }
}
