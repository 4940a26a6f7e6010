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
        return text.unicodeScalars.map { scalar in
            EscapedText.isUnprintable(scalar)
                ? String(scalar).utf16.map { "\\u" + String(String(0x1_0000 + Int($0), radix: 16).dropFirst()) }
                    .joined()
                : String(scalar)
        }.joined() + "\n"
    }
}
