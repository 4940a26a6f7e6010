/// A value that an object encoded, with or without a key.
public struct ObjectField: Sendable, Hashable {
    /// The key, escaped for display; `nil` for a value without a key.
    public let key: String?
    /// The value in one short line, escaped for display: `"Ada"`, `Point(x: 1, y: 2)`, `→ #12`.
    public let text: String
    /// The size of the value in bytes.
    public let byteCount: Int
    /// Whether the value is a reference or contains references.
    public let hasReferences: Bool
}
