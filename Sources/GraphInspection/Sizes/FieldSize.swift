/// The size of a field's values in all objects of a type.
public struct FieldSize: Sendable, Hashable {
    /// The key, escaped for display; `nil` for all values without a key.
    public let key: String?
    /// The number of values.
    public let count: Int
    /// The bytes of the values in the raw archive, including nested values, but without the objects that they refer to.
    public let byteCount: Int
    /// The estimated bytes of the values in the compressed archive; `nil` if the blocks are unknown.
    public let compressedByteCount: Double?
}
