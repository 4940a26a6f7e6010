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
    ///   - root: The value or object from which everything else is reachable.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    /// - Returns: The compressed archive.
    /// - Throws: The errors of `encode(_:)`, which include those of `encode(to:)`; ``GraphContainerError`` with the
    ///   code `invalidArgument` or `limitExceeded`; the errors of the codec.
    /// - Complexity: Linear in the size of the raw archive, of which only a few blocks are in memory at a time.
    public func encode<Root: GEncodable>(
        _ root: Root, codec: GraphCodec, options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws -> Data {
        guard let (start, count) = try compressed(root, codec, options).relinquish() else { return Data() }
        return Data(bytesNoCopy: start, count: count, deallocator: .free)
    }

    /// Encodes a graph into a compressed archive in any collection of bytes, such as `Bytes`.
    ///
    /// The parameters, the errors and the complexity are those of ``encode(_:codec:options:)-(_,_,_)->Data``.
    @_disfavoredOverload
    public func encode<Root: GEncodable, Output: RangeReplaceableCollection>(
        _ root: Root, codec: GraphCodec, options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws -> Output where Output.Element == UInt8 {
        let archive = try compressed(root, codec, options)
        return withExtendedLifetime(archive) {
            if Output.self == Bytes.self {
                // The types are identical, but the compiler doesn't know that here.
                return unsafeBitCast(Bytes(archive.bytes), to: Output.self)
            }
            return Output(archive.bytes)
        }
    }

    private func compressed<Root: GEncodable>(
        _ root: Root, _ codec: GraphCodec, _ options: GraphContainerWritingOptions
    ) throws -> HeapBuffer {
        let archive = HeapBuffer()
        let writer = try ContainerWriter(
            codec: codec, options: options, policy: policy, destination: .memory(archive))
        try encodeWithCost(root) { try writer.append($0, cost: $1) }
        try writer.finish()
        return archive
    }
}
