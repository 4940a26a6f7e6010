import GraphCodable

extension GraphDecoder {
    /// Decodes a graph from an archive in memory, which may be compressed or raw. Its first bytes determine which.
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded with its own class.
    ///   - archive: The archive. A raw archive is not copied.
    ///   - options: The limits, threads and codecs.
    /// - Returns: The root.
    /// - Throws: ``GraphContainerError``, with any code, if the archive is invalid; the errors of `decode(_:from:)`,
    ///   which include those of `init(from:)`. No partial graph is returned.
    /// - Complexity: Linear in the size of the raw archive, which is in memory completely.
    public func decode<Root: GDecodable>(
        _ type: Root.Type, fromArchive archive: UnsafeRawBufferPointer,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> Root {
        let decoder = limited(by: options.policy)
        return try GraphContainer.withPlainBytes(of: archive, options: options.limited(by: policy)) {
            try decoder.decode(type, from: $0, DecodingContext($0, in: archive))
        }
    }

    /// Decodes a graph from an archive in any sequence of bytes, such as `Data` or `Bytes`.
    ///
    /// It is copied only if its storage is not contiguous. The parameters, the errors and the complexity are those of
    /// ``decode(_:fromArchive:options:)-(_,UnsafeRawBufferPointer,_)``.
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
