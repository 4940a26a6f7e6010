import Foundation
import GraphCodable

/// An object in JSON. Members whose value is `nil` are left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    private let members: [(name: String, value: (any Encodable)?)]

    init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        self.members = members.map { (name: $0, value: $1) }
    }

    /// Returns the object as one line, so that programs can read results as they arrive.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(self), as: UTF8.self)
        // JSON may contain characters that control a terminal. They only occur within strings.
        return text.unicodeScalars.map { EscapedText.isUnprintable($0) ? JSONText.escape($0) : String($0) }.joined()
            + "\n"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in members {
            if let value { try container.encode(value, forKey: Name(stringValue: name)) }
        }
    }
}
