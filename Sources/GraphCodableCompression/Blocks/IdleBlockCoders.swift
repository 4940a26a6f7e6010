/// Keeps idle coders of small blocks for reuse. Creating one costs more than compressing a few bytes.
///
/// Only archives of one small block use it, to limit the memory. Custom codecs are not kept.
enum IdleBlockCoders {
    /// The maximum block size for which coders are kept. It is the smallest block size, so an archive that is no larger
    /// has one block, whatever its block size.
    static let largestBlock = 1 << 16
    private static let compressors = IdlePool<GraphCodec, BlockCompressor>()
    private static let decoders = IdlePool<UInt8, BlockDecompressor>()

    /// Calls `body` with a compressor for exclusive use.
    static func withCompressor<Result>(
        _ codec: GraphCodec, blockSize: Int, _ body: (BlockCompressor) throws -> Result
    ) throws -> Result {
        let make = { BlockCompressor(try codec.implementation?.makeCompressor()) }
        guard blockSize <= largestBlock, !codec.isCustom else { return try body(make()) }
        return try compressors.use(codec, make: make, body)
    }

    /// Calls `body` with a decompressor for exclusive use. The memory limit, that for a form, matters for large blocks only.
    static func withDecompressor<Result>(
        _ codec: (any GraphBlockCodec)?, blockSize: Int, memoryLimit: Int,
        _ body: (BlockDecompressor) throws -> Result
    ) throws -> Result {
        guard blockSize <= largestBlock, let codec, codec.id < ContainerFormat.firstPrivateCodec else {
            return try body(BlockDecompressor(codec?.makeDecompressor(), memoryLimit: memoryLimit))
        }
        return try decoders.use(codec.id, make: { BlockDecompressor(try codec.makeDecompressor()) }, body)
    }
}
