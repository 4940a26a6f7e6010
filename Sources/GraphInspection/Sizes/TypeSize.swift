import GraphCodable

/// What the values of a type take.
public struct TypeSize: Sendable, Hashable {
    /// The qualified name of the type, as in source code, printable; for objects that are no composites what they are, such
    /// as `string`.
    public let name: String
    /// Whether it is a class.
    public let isClass: Bool
    /// The number of values.
    public internal(set) var count: Int
    /// The bytes of the values in the raw archive, without the objects that they refer to.
    public internal(set) var byteCount: Int
    /// The share of the values in the compressed archive, in bytes; `nil` when there is none to tell it by.
    public internal(set) var compressedByteCount: Double?
    /// The fields, the largest first. What they lack of the whole is spent on the marks that begin and end objects.
    public internal(set) var fields: [FieldSize]

    /// The name without modules and enclosing types.
    public var shortName: String { GraphArchive.shortTypeName(name) }
}
