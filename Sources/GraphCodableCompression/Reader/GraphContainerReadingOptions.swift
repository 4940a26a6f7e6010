import GraphCodable

/// Options for reading compressed archives: the limits that protect the program, and additional codecs.
public struct GraphContainerReadingOptions: Sendable {
    /// The limits, which are checked before memory is reserved, and the types that may be created.
    ///
    /// A ``GraphCodable/GraphDecoder`` has its own policy. If it reads an archive with these options, both policies
    /// apply, as described in `GraphDecodingPolicy.limited(by:)`.
    public var policy: GraphDecodingPolicy
    /// The number of threads for decompression, including the calling one; `nil` for one per core.
    public var threadCount: Int?
    /// Codecs with private ids that archives may use, in addition to the built-in codecs.
    public var codecs: [any GraphBlockCodec]

    /// Creates options.
    ///
    /// - Parameters:
    ///   - policy: The limits.
    ///   - threadCount: The number of threads, from 1 to 256; `nil` for one per core. Numbers outside count as the nearest.
    ///   - codecs: Codecs with distinct private ids.
    public init(
        policy: GraphDecodingPolicy = GraphDecodingPolicy(), threadCount: Int? = nil,
        codecs: [any GraphBlockCodec] = []
    ) {
        self.policy = policy
        self.threadCount = threadCount
        self.codecs = codecs
    }

    /// Returns the options with the stricter limits of both policies.
    func limited(by other: GraphDecodingPolicy) -> GraphContainerReadingOptions {
        var options = self
        options.policy = policy.limited(by: other)
        return options
    }

    /// Throws an error if plain bytes, which `storedSize` bytes of an archive contain, exceed the limits. The offset is that of
    /// what determines their number.
    func check(plainSize: UInt64, storedSize: UInt64, at offset: UInt64) throws(GraphContainerError) {
        try require(
            plainSize <= policy.maximumPlainByteCount, or: .limitExceeded,
            "The archive has more than \(policy.maximumPlainByteCount) bytes after decompression. Raise "
                + "GraphDecodingPolicy.maximumPlainByteCount if you trust it.", at: offset)
        try require(
            policy.allowsExpansion(to: plainSize, from: storedSize), or: .limitExceeded,
            "The archive grows more than \(policy.maximumExpansion) times when it is decompressed. Raise "
                + "GraphDecodingPolicy.maximumExpansion if you trust it.", at: offset)
    }
}
