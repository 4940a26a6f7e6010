import GraphCodable

/// A value of Docs/format-trees.md with any kind and contents, for archives that no encoder makes.
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
    ///   - objects: The key of the objects, of which there are none.
    public static func archive(_ root: ForgedValue, objects: String = "referenced") throws -> Bytes {
        let encoder = GraphEncoder(.tryHashableIdentityAtLast, policy: GraphDecodingPolicy(maximumCostPerByte: .max))
        return try encoder.encode(Container(root: root, objects: objects))
    }

    private struct Container: GEncodable {
        enum Key: String { case objects, referenced, root }

        let root: ForgedValue
        let objects: String

        func encode(to encoder: GEncoder) throws {
            try encoder.encode([] as [ForgedValue], for: objects == "objects" ? Key.objects : Key.referenced)
            try encoder.encode(root, for: Key.root)
        }
    }
}

/// A list of keys of fields.
public final class ForgedKeys: GEncodable, GInheritance {
    private let keys: [String]

    public init(_ keys: [String]) { self.keys = keys }
    public var disableInheritance: Bool { true }
    public func encode(to encoder: GEncoder) throws { try encoder.encode(keys) }
}

/// The name of a type.
public struct ForgedName: GEncodable, GIdentifiable {
    private let name: String

    public init(_ name: String) { self.name = name }
    public var gcodableID: String? { name }
    public func encode(to encoder: GEncoder) throws { try encoder.encode(name) }
}
