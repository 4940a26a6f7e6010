import GraphCodable

extension GraphDecoder {
    /// Decodes a graph from an archive in memory, compressed or raw. Its first bytes tell which.
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded as what it is.
    ///   - archive: The archive. A raw one is not copied.
    ///   - options: Limits, threads, codecs.
    /// - Returns: The root.
    /// - Throws: ``GraphContainerError``, with any code, when the archive is not sound; `GraphCodableError`, and whatever
    ///   an `init(from:)` throws, as `decode(_:from:)` does. A graph is returned whole or not at all.
    /// - Complexity: Linear in the size of the raw archive, all of which is in memory.
    public func decode<Root: GDecodable>(
        _ type: Root.Type, fromArchive archive: UnsafeRawBufferPointer,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> Root {
        let decoder = limited(by: options.policy)
        return try GraphContainer.withPlainBytes(of: archive, options: options.limited(by: policy)) {
            try decoder.decode(type, from: $0)
        }
    }

    /// Decodes a graph from an archive in any sequence of bytes, such as `Data` or `Bytes`.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - archive: The archive, compressed or raw; copied only if it does not lie in one piece.
    ///   - options: Limits, threads, codecs.
    /// - Returns: The root.
    /// - Throws: As ``decode(_:fromArchive:options:)-(_,UnsafeRawBufferPointer,_)``.
    /// - Complexity: Linear in the size of the raw archive, all of which is in memory.
    public func decode<Root: GDecodable, Input: Sequence>(
        _ type: Root.Type, fromArchive archive: Input,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> Root where Input.Element == UInt8 {
        let root = try archive.withContiguousStorageIfAvailable {
            try decode(type, fromArchive: UnsafeRawBufferPointer($0), options: options)
        }
        if let root { return root }
        return try Bytes(archive).withUnsafeBytes { try decode(type, fromArchive: $0, options: options) }
    }
}
