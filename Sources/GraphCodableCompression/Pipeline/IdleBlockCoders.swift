/// Keeps idle writers and decoders of small archives for reuse. Creating one costs more than compressing a few bytes.
///
/// Only archives of one small block use it, to limit the memory. Custom codecs are not kept.
enum IdleBlockCoders {
    /// The maximum block size for which coders are kept. It is the smallest block size, so an archive that is no larger
    /// has one block, whatever its block size.
    static let largestBlock = 1 << 16
    private static let writers = IdlePool<GraphCodec, SmallArchiveWriter>()
    private static let decoders = IdlePool<UInt8, BlockDecoder>()

    static func withWriter<Result>(_ codec: GraphCodec, _ body: (SmallArchiveWriter) throws -> Result) rethrows
        -> Result
    {
        guard !codec.isCustom else { return try body(SmallArchiveWriter(codec)) }
        return try writers.use(codec, make: { SmallArchiveWriter(codec) }, body)
    }

    /// Calls `body` with a decoder for exclusive use. The memory limit, that for a form, matters for large blocks only.
    static func withDecoder<Result>(
        _ codec: (any GraphBlockCodec)?, blockSize: Int, memoryLimit: Int = .max,
        _ body: (BlockDecoder) throws -> Result
    ) throws -> Result {
        guard blockSize <= largestBlock, let codec, codec.id < ContainerFormat.firstPrivateCodec else {
            return try body(BlockDecoder(codec?.makeDecompressor(), memoryLimit: memoryLimit))
        }
        return try decoders.use(codec.id, make: { BlockDecoder(try codec.makeDecompressor()) }, body)
    }
}
