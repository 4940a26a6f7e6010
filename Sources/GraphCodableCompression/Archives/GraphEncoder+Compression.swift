import Foundation
import GraphCodable

extension GraphEncoder {
    /// Encodes a graph into a compressed archive.
    ///
    /// ```swift
    /// let data: Data = try GraphEncoder().encode(root, codec: .lz4)
    /// ```
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything that is to be archived can be reached.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    /// - Returns: The compressed archive.
    /// - Throws: `GraphCodableError` as `encode(_:)` does; ``GraphContainerError``: `invalidArgument`, `limitExceeded`;
    ///   whatever an `encode(to:)` or the codec throws.
    /// - Complexity: Linear in the size of the raw archive, of which only a few blocks are in memory at a time.
    public func encode<Root: GEncodable>(
        _ root: Root, codec: GraphCodec, options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws -> Data {
        guard let (start, count) = try compressed(root, codec, options).relinquish() else { return Data() }
        return Data(bytesNoCopy: start, count: count, deallocator: .free)
    }

    /// Encodes a graph into a compressed archive in any collection of bytes, such as `Bytes`.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything that is to be archived can be reached.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    /// - Returns: The compressed archive.
    /// - Throws: As ``encode(_:codec:options:)-(_,_,_)->Data``.
    /// - Complexity: Linear in the size of the raw archive.
    @_disfavoredOverload
    public func encode<Root: GEncodable, Output: RangeReplaceableCollection>(
        _ root: Root, codec: GraphCodec, options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws -> Output where Output.Element == UInt8 {
        let archive = try compressed(root, codec, options)
        return withExtendedLifetime(archive) { Output(archive.bytes) }
    }

    private func compressed<Root: GEncodable>(
        _ root: Root, _ codec: GraphCodec, _ options: GraphContainerWritingOptions
    ) throws -> HeapBuffer {
        let archive = HeapBuffer()
        let writer = try ContainerWriter(codec: codec, options: options, destination: .memory(archive))
        try encode(root, to: writer.append)
        try writer.finish()
        return archive
    }
}
