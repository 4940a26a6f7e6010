import GraphCodable

/// Shortens text from an archive, which may be of any length.
package enum ShortText {
    /// The number of characters to show of a type's name.
    package static let typeNameLength = 48

    /// Returns a text of at most `limit` characters, with an ellipsis in place of what is cut off.
    package static func cut(_ text: String, _ limit: Int) -> String {
        // A character may consist of any number of combining marks.
        let scalars = text.unicodeScalars.prefix(4 * max(1, limit))
        let isLong = scalars.endIndex < text.unicodeScalars.endIndex
        let start = isLong ? String(scalars) : text
        return isLong || start.count > limit ? start.prefix(max(0, limit - 1)) + "…" : text
    }

    /// Returns the name of a type without modules, escaped and cut for display.
    package static func typeName(_ name: String) -> String {
        cut(GraphArchive.shortTypeName(name), typeNameLength)
    }
}
