import GraphCodable

/// How compressed archives are read: the limits that protect the program, and the codecs that it adds.
public struct GraphContainerReadingOptions: Sendable {
    /// The limits, which are checked before memory is reserved, and the types that may be made.
    ///
    /// A ``GraphCodable/GraphDecoder`` has a policy of its own. When it reads an archive with these options, both hold, as
    /// ``GraphCodable/GraphDecodingPolicy/limited(by:)`` says.
    public var policy: GraphDecodingPolicy
    /// The number of threads that decompress, the calling one included; `nil` for as many as there are cores.
    public var threadCount: Int?
    /// Codecs with private ids that archives may use, besides the built-in ones.
    public var codecs: [any GraphBlockCodec]

    /// Makes options.
    ///
    /// - Parameters:
    ///   - policy: The limits.
    ///   - threadCount: The number of threads, 1 or more; `nil` for as many as there are cores.
    ///   - codecs: Codecs with private ids, each id once.
    public init(
        policy: GraphDecodingPolicy = GraphDecodingPolicy(), threadCount: Int? = nil,
        codecs: [any GraphBlockCodec] = []
    ) {
        self.policy = policy
        self.threadCount = threadCount
        self.codecs = codecs
    }

    /// The options with a policy that another one limits.
    func limited(by other: GraphDecodingPolicy) -> GraphContainerReadingOptions {
        var options = self
        options.policy = policy.limited(by: other)
        return options
    }

    /// Throws when a payload is larger than the limits allow.
    ///
    /// - Parameters:
    ///   - plainSize: The plain bytes.
    ///   - storedSize: The bytes of the archive that hold them.
    ///   - offset: Where in the archive the plain size is known.
    func check(plainSize: UInt64, storedSize: UInt64, at offset: UInt64) throws(GraphContainerError) {
        guard plainSize <= policy.maximumPlainByteCount else {
            throw GraphContainerError(
                .limitExceeded,
                "The archive has more than \(policy.maximumPlainByteCount) bytes after decompression. Raise "
                    + "GraphDecodingPolicy.maximumPlainByteCount if you trust it.", byteOffset: offset)
        }
        guard policy.allowsExpansion(to: plainSize, from: storedSize) else {
            throw GraphContainerError(
                .limitExceeded,
                "The archive grows more than \(policy.maximumExpansion) times when it is decompressed. Raise "
                    + "GraphDecodingPolicy.maximumExpansion if you trust it.", byteOffset: offset)
        }
    }
}
