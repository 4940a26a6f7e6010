import Foundation
import GraphCodable

/// Formats JSON with one object per line, so that programs can read results as they arrive.
enum JSONLine {
    /// Returns an object as a line.
    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        // JSON may contain characters that control a terminal. They only occur within strings.
        return text.unicodeScalars.map { EscapedText.isUnprintable($0) ? JSONText.escape($0) : String($0) }.joined()
            + "\n"
    }
}
