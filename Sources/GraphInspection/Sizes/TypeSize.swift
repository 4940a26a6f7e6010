import GraphCodable

/// The size of the values of a type.
public struct TypeSize: Sendable, Hashable {
    /// The qualified name of the type, as in source code and escaped for display. For objects that are not composites,
    /// their kind, such as `string`.
    public let name: String
    /// Whether the type is a class.
    public let isClass: Bool
    /// The number of values.
    public let count: Int
    /// The bytes of the values in the raw archive, without the objects that they refer to.
    public let byteCount: Int
    /// The estimated bytes of the values in the compressed archive; `nil` if the blocks are unknown.
    public let compressedByteCount: Double?
    /// The fields in descending order of size. The remaining bytes of the total mark the beginning and end of objects.
    public let fields: [FieldSize]

    /// The name without modules and enclosing types.
    public var shortName: String { ShortText.typeName(name) }
}
