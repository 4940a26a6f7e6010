import Synchronization

/// What makes and reads small archives, waiting for the next one: making it anew costs more than to compress a few bytes.
///
/// Only archives of one small block use it, so that what is kept is small. Codecs of programs are not kept.
enum IdleBlockCoders {
    /// The largest block for which coders are kept: the smallest block size, so that an archive that is no larger has one
    /// block whatever the block size.
    static let largestBlock = 1 << 16
    /// How many of each kind wait at the most.
    private static let maximumCount = 4

    private static let writers = Mutex<[SmallArchiveWriter]>([])
    private static let decoders = Mutex<[(id: UInt8, decoder: BlockDecoder)]>([])

    /// Lets `body` use a writer that nothing else uses.
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
                // The one that has waited longest makes room: its codec is the one that is not used any more.
                if $0.count == maximumCount { $0.removeFirst() }
                $0.append(writer)
            }
        }
        return try body(writer)
    }

    /// Lets `body` use a decoder that nothing else uses.
    ///
    /// - Throws: What making a decompressor throws, and what `body` throws.
    static func withDecoder<Result>(
        _ codec: (any GraphBlockCodec)?, blockSize: Int, _ body: (BlockDecoder) throws -> Result
    ) throws -> Result {
        guard blockSize <= largestBlock, let codec, codec.id < ContainerFormat.firstPrivateCodec else {
            return try body(BlockDecoder(codec?.makeDecompressor()))
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
