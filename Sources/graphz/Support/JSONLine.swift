import Foundation
import GraphCodable

/// JSON as the tool prints it: one object a line, so that results can be read while they come.
enum JSONLine {
    /// An object as a line.
    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        // JSON may hold characters that a terminal obeys; they can only stand inside strings.
        return text.unicodeScalars.map { scalar in
            EscapedText.isUnprintable(scalar)
                ? String(scalar).utf16.map { "\\u" + String(String(0x1_0000 + Int($0), radix: 16).dropFirst()) }
                    .joined()
                : String(scalar)
        }.joined() + "\n"
    }
}

/// An error as JSON.
struct ErrorReport: Encodable {
    let status: Int32
    let message: String

    init(_ error: ToolError) {
        status = error.status.rawValue
        message = error.message
    }
}
