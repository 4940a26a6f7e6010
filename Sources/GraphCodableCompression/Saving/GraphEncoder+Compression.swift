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
        try compressed(root, codec, options) { archive, owner in
            guard let owner, let (start, count) = owner.relinquish() else { return Data(archive) }
            return Data(bytesNoCopy: start, count: count, deallocator: .free)
        }
    }

    /// Encodes a graph into a compressed archive in any collection of bytes, such as `Bytes`.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything else is reachable.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    /// - Returns: The compressed archive.
    /// - Throws: The errors of ``encode(_:codec:options:)-(_,_,_)->Data``.
    /// - Complexity: Linear in the size of the raw archive.
    @_disfavoredOverload
    public func encode<Root: GEncodable, Output: RangeReplaceableCollection>(
        _ root: Root, codec: GraphCodec, options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws -> Output where Output.Element == UInt8 {
        try compressed(root, codec, options) { archive, _ in
            if Output.self == Bytes.self {
                // The types are identical, but the compiler doesn't know that here.
                return unsafeBitCast(Bytes(archive), to: Output.self)
            }
            return Output(archive)
        }
    }

    /// Encodes a graph, and passes the archive to `body`, with the buffer that owns it if its memory can be taken over.
    private func compressed<Root: GEncodable, Result>(
        _ root: Root, _ codec: GraphCodec, _ options: GraphContainerWritingOptions,
        _ body: (UnsafeRawBufferPointer, HeapBuffer?) -> Result
    ) throws -> Result {
        try codec.validate()
        try options.validate()
        return try IdleBlockCoders.withWriter(codec) { small in
            let gathered = small.gathered
            gathered.use(0)
            var large: (writer: ContainerWriter, archive: HeapBuffer)?
            let cost = try encodeWithCost(
                root,
                to: { (piece: UnsafeRawBufferPointer) in
                    if let large { return try large.writer.append(piece) }
                    if SmallArchiveWriter.isFor(plainSize: gathered.count + piece.count, options) {
                        return try gathered.append(piece)
                    }
                    let buffer = HeapBuffer()
                    let writer = try ContainerWriter(
                        codec: codec, options: options, policy: policy, destination: .memory(buffer))
                    try writer.append(gathered.bytes)
                    try writer.append(piece)
                    large = (writer, buffer)
                })
            guard let (writer, archive) = large else {
                let bytes = try small.makeArchive(of: gathered.bytes, options, announcesSize: false)
                try policy.checkCost(cost, plainSize: UInt64(gathered.count), archiveSize: UInt64(bytes.count))
                return body(bytes, nil)
            }
            writer.decodingCost = cost
            try writer.finish()
            return withExtendedLifetime(archive) { body(archive.bytes, archive) }
        }
    }
}
