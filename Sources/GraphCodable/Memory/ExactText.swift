/// A text that equals another one only if the bytes are the same.
///
/// Swift considers strings equal if they are canonically equivalent: "é" as one scalar equals "e" with a combining accent.
/// Keys with different bytes are different keys of an archive. Otherwise, the bytes of an archive would depend on the spelling
/// that the process has written before.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.isExactly(right.text)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ExactText {
    /// Returns whether values of a type consist of text alone.
    static func isText(_ type: Any.Type) -> Bool {
        type == String.self || type == Substring.self || type == Character.self
    }

    /// Creates the text of a value for which ``isText(_:)`` is true.
    init?(of value: some Any) {
        switch value {
        case let text as String: self.init(text)
        case let text as Substring: self.init(String(text))
        case let character as Character: self.init(String(character))
        default: return nil
        }
    }
}

extension String {
    /// Returns whether another text has the same bytes.
    package func isExactly(_ other: String) -> Bool {
        if KeyIdentity(self) == KeyIdentity(other) { return true }
        guard utf8.count == other.utf8.count else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable {
                MemoryComparison.isEqual(UnsafeRawBufferPointer(bytes), UnsafeRawBufferPointer($0))
            }
        }
        return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
