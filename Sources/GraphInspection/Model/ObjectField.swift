/// A value that an object wrote, with or without a key.
public struct ObjectField: Sendable, Hashable {
    /// The key, printable; `nil` for a value without one.
    public let key: String?
    /// The value in one short line, printable: `"Ada"`, `Point(x: 1, y: 2)`, `→ #12`.
    public let text: String
    /// The bytes that the value takes.
    public let byteCount: Int
    /// Whether the value is a reference, or references are inside it.
    public let hasReferences: Bool
}
