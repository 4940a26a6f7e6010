import GraphCodable

extension GraphDecoder {
    /// Decodes a graph from an archive that arrives in chunks, such as a request's body, without blocking the caller's actor.
    ///
    /// The chunks are decompressed on a separate thread while they arrive. Decoding then happens on the caller's actor, which
    /// the graph belongs to.
    ///
    /// ```swift
    /// let order = try await GraphDecoder(policy: .strict).decode(Order.self, fromArchive: request.body)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded with its own class.
    ///   - chunks: The archive, compressed or raw. Its elements are sequences of bytes, of any sizes.
    ///   - options: The limits, threads and codecs.
    ///   - isolation: The actor that decodes the graph. Don't pass an argument: the default is the caller's actor.
    /// - Returns: The root.
    /// - Throws: ``GraphContainerError``, with any code, as soon as the chunks so far are no archive or exceed a limit: the rest is
    ///   not read; the errors of `chunks`; `CancellationError` if the task is cancelled; the errors of `decode(_:from:)`.
    /// - Complexity: Linear in the size of the raw archive, which is in memory completely.
    public func decode<Root: GDecodable, Chunks: AsyncSequence>(
        _ type: Root.Type, fromArchive chunks: Chunks,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Root where Chunks.Element: Sequence, Chunks.Element.Element == UInt8 {
        let limited = options.limited(by: policy)
        let exchange = ChunkExchange { source, _ in
            try LoadedArchive(try ArchiveInput(source), options: limited)
        }
        var iterator = chunks.makeAsyncIterator()
        while true {
            guard case .ended(let result) = await exchange.next(&iterator) else { continue }
            return try decode(type, from: try result.get(), options) { _ in try Task.checkCancellation() }
        }
    }
}
