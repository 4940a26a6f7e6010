import GraphCodable

/// A value of Docs/format-trees.md with any kind and contents, for archives that no encoder makes.
///
/// A list of keys is a `FieldKeys`, and the name of a type a `TypeName`, as in archives of encoders.
///
/// With the option `tryHashableIdentityAtLast`, equal texts and data stand behind references.
public struct ForgedValue: GEncodable {
    private let kind: UInt8
    private let contents: [any GEncodable]

    public init(_ kind: UInt8, _ contents: any GEncodable...) {
        (self.kind, self.contents) = (kind, contents)
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(kind)
        for content in contents { try encoder.encode(content) }
    }

    /// Returns a raw archive.
    ///
    /// - Parameters:
    ///   - root: The root value.
    ///   - objects: The objects to which values of kind 5 refer.
    ///   - key: The key of the objects.
    public static func archive(
        _ root: ForgedValue, objects: [ForgedValue] = [], key: String = "referenced"
    ) throws -> Bytes {
        let encoder = GraphEncoder(.tryHashableIdentityAtLast, policy: GraphDecodingPolicy(maximumCostPerByte: .max))
        return try encoder.encode(Container(root: root, objects: objects, key: key))
    }

    private struct Container: GEncodable {
        enum Key: String { case objects, referenced, root }

        let root: ForgedValue
        let objects: [ForgedValue]
        let key: String

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(objects, for: key == "objects" ? Key.objects : Key.referenced)
            try encoder.encode(root, for: Key.root)
        }
    }
}
