import GraphCodable

extension GraphEncoder {
    /// Encodes a graph, and returns its compressed archive as chunks that can be sent, such as the body of a response.
    ///
    /// The graph is encoded at once. Each chunk is compressed when it is asked for, on a thread of its own.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything else is reachable.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    /// - Returns: The compressed archive, in chunks of at least 64 KiB except the last. It can be iterated over more than once. That
    ///   throws ``GraphContainerError`` with the code `limitExceeded`, the errors of the codec, and `CancellationError`
    ///   if the task is cancelled.
    /// - Throws: The errors of `encode(_:)`, which include those of `encode(to:)`; ``GraphContainerError`` with the
    ///   code `invalidArgument`.
    /// - Complexity: Linear in the size of the raw archive, which is in memory completely.
    public func chunks<Root: GEncodable>(
        of root: Root, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws -> some AsyncSequence<[UInt8], any Error> & Sendable {
        try codec.validate()
        try options.validate()
        let (archive, cost) = try encodeWithCost(root)
        let policy = policy
        return GraphContainer.Chunks(base: AsyncStream<[UInt8]> { nil }) { _, write in
            let writer = try ContainerWriter(
                codec: codec, options: options, plainSize: UInt64(archive.count), policy: policy,
                destination: .pieces(write))
            try archive.withUnsafeBytes { try writer.append($0, cost: cost) }
            try writer.finish()
        }
    }
}
