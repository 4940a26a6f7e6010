import GraphCodable

extension FlattenedContainer: Codable {
    private enum CodingKeys: String, CodingKey {
        case format, referenced, root
    }

    /// The version of the layout that `encode(to:)` writes.
    private static let format = 1

    /// Encodes the container with any coder.
    ///
    /// - Throws: The errors of the coder; ``CyclicCodingError`` with the code `depthExceeded` if values are nested too deeply.
    /// - Complexity: O(*n*) for *n* values.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.format, forKey: .format)
        try TreeCodingState.run { _ in
            try container.encode(referenced, forKey: .referenced)
            try container.encode(root, forKey: .root)
        }
    }

    /// Decodes a container that `encode(to:)` wrote, or one that the package CyclicCoding by Greg Omelaenko wrote.
    ///
    /// A container without the key `format` is decoded as that package's if every value has its layout, such as
    /// `{"value": {"int": 5}}`.
    ///
    /// A `GraphDecodingPolicy` limits the time that nested values of many kinds may take: the one in the coder's
    /// `userInfo` for the key `decodingPolicy`, or else the default policy.
    ///
    /// - Throws: `DecodingError` if the content is something else, or has the layout of a later release. ``CyclicCodingError``
    ///   with the code `depthExceeded` if values are nested more than 512 levels deep, and `limitExceeded` if decoding them takes
    ///   too long.
    /// - Complexity: O(*n*) for *n* values.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let format = try container.decodeIfPresent(Int.self, forKey: .format)
        guard format == nil || format == Self.format else {
            throw DecodingError.dataCorruptedError(
                forKey: .format, in: container,
                debugDescription: """
                    The container has the layout \(format ?? 0), but this release reads layout \(Self.format) only. Update \
                    the program.
                    """)
        }
        let policy = decoder.userInfo[.decodingPolicy] as? GraphDecodingPolicy ?? GraphDecodingPolicy()
        let read: FlattenedContainer? = try TreeCodingState.run(policy, from: decoder) { coding in
            let objects = try container.decode([TreeValue].self, forKey: .referenced)
            let root = try container.decode(TreeValue.self, forKey: .root)
            if format == nil {
                let layout = LegacyLayout(stack: coding.stack, objectCount: objects.count)
                if let original = try layout.container(objects: objects, root: root) {
                    return original
                }
            }
            return try MarkerLayout(stack: coding.stack).container(objects: objects, root: root)
        }
        guard let read else {
            throw DecodingError.dataCorruptedError(
                forKey: .root, in: container,
                debugDescription: """
                    An object has keys that begin with # and are not known. The container is damaged, or was not written by \
                    CyclicCoding.
                    """)
        }
        self = read
    }
}
