import GraphCodable

/// Shortens text from an archive, which may be of any length.
package enum ShortText {
    /// The number of characters to show of a type's name.
    package static let typeNameLength = 48

    /// Returns a text of at most `limit` characters, with an ellipsis in place of what is cut off.
    package static func cut(_ text: String, _ limit: Int) -> String {
        guard EscapedText.beginning(of: text, characters: limit) != nil else { return text }
        return (EscapedText.beginning(of: text, characters: limit - 1) ?? "") + "…"
    }

    /// Returns a key as a label. Other than names, such as `0` or `a.b`, are in quotation marks.
    package static func label(_ key: String) -> String {
        let isName = key.first?.isNumber == false && key.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
        return isName ? key : "\"\(key)\""
    }

    /// Returns a name, which is cut only if it is too long to be real.
    package static func longName(_ name: String) -> String { cut(name, 1_000) }

    /// Returns the name of a type without modules, escaped and cut for display.
    package static func typeName(_ name: String) -> String {
        cut(ValueFormatter.shortTypeName(longName(name)), typeNameLength)
    }
}
