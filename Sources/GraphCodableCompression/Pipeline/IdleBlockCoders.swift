import Synchronization

/// Keeps idle writers and decoders of small archives for reuse. Creating one costs more than compressing a few bytes.
///
/// Only archives of one small block use it, to limit the memory. Custom codecs are not kept.
enum IdleBlockCoders {
    /// The maximum block size for which coders are kept. It is the smallest block size, so an archive that is no larger
    /// has one block, whatever its block size.
    static let largestBlock = 1 << 16
    /// The maximum number of idle coders of each kind.
    private static let maximumCount = 4

    private static let writers = Mutex<[SmallArchiveWriter]>([])
    private static let decoders = Mutex<[(id: UInt8, decoder: BlockDecoder)]>([])

    /// Calls `body` with a writer for exclusive use.
    static func withWriter<Result>(_ codec: GraphCodec, _ body: (SmallArchiveWriter) throws -> Result) rethrows
        -> Result
    {
        guard !codec.isCustom else { return try body(SmallArchiveWriter(codec)) }
        let idle = writers.withLock { writers in
            writers.lastIndex { $0.codec == codec }.map { writers.remove(at: $0) }
        }
        let writer = idle ?? SmallArchiveWriter(codec)
        defer {
            writers.withLock {
                // Remove the one that has been idle longest, because its codec is probably no longer in use.
                if $0.count == maximumCount { $0.removeFirst() }
                $0.append(writer)
            }
        }
        return try body(writer)
    }

    /// Calls `body` with a decoder for exclusive use.
    ///
    /// - Parameter memoryLimit: The memory that the decoder may use for a form, which matters for large blocks only.
    /// - Throws: The errors of creating a decompressor, and those of `body`.
    static func withDecoder<Result>(
        _ codec: (any GraphBlockCodec)?, blockSize: Int, memoryLimit: Int = .max,
        _ body: (BlockDecoder) throws -> Result
    ) throws -> Result {
        guard blockSize <= largestBlock, let codec, codec.id < ContainerFormat.firstPrivateCodec else {
            return try body(BlockDecoder(codec?.makeDecompressor(), memoryLimit: memoryLimit))
        }
        let id = codec.id
        let idle = decoders.withLock { decoders in
            decoders.lastIndex { $0.id == id }.map { decoders.remove(at: $0).decoder }
        }
        let decoder = try idle ?? BlockDecoder(codec.makeDecompressor())
        defer {
            decoders.withLock {
                if $0.count == maximumCount { $0.removeFirst() }
                $0.append((id, decoder))
            }
        }
        return try body(decoder)
    }
}
