/// What the values of a field take in all objects of a type.
public struct FieldSize: Sendable, Hashable {
    /// The key, printable; `nil` for all values without one.
    public let key: String?
    /// The number of values.
    public internal(set) var count: Int
    /// The bytes of the values in the raw archive, with the values inside them, but without the objects that they refer to.
    public internal(set) var byteCount: Int
    /// The share of the values in the compressed archive, in bytes; `nil` when there is none to tell it by.
    public internal(set) var compressedByteCount: Double?
}
