import Synchronization

/// Encoders and decoders that wait for the next small archive: making one costs more than to compress a few bytes.
///
/// Only archives of one small block use them, so that what is kept is small. Codecs of programs are not kept.
enum IdleBlockCoders {
    /// The largest block that idle coders are used for.
    static let largestBlock = 1 << 16
    /// How many codecs, and levels of codecs, have one waiting.
    private static let maximumCount = 4

    private static let encoders = Mutex<[GraphCodec: BlockEncoder]>([:])
    private static let decoders = Mutex<[UInt8: BlockDecoder]>([:])

    /// Lets `body` use an encoder that nothing else uses.
    ///
    /// - Throws: What making a compressor throws.
    static func withEncoder(_ codec: GraphCodec, blockSize: Int, _ body: (BlockEncoder) -> Void) throws {
        let isKept = blockSize <= largestBlock && codec.implementation is any BuiltInCodec
        let idle = isKept ? encoders.withLock { $0.removeValue(forKey: codec) } : nil
        let encoder = try idle ?? BlockEncoder(codec.implementation?.makeCompressor())
        body(encoder)
        guard isKept else { return }
        encoders.withLock {
            if $0.count < maximumCount { $0[codec] = encoder }
        }
    }

    /// Lets `body` use a decoder that nothing else uses.
    ///
    /// - Throws: What making a decompressor throws.
    static func withDecoder(
        _ codec: (any GraphBlockCodec)?, blockSize: Int, _ body: (BlockDecoder) -> Void
    ) throws {
        guard blockSize <= largestBlock, let codec, codec is any BuiltInCodec else {
            return body(BlockDecoder(try codec?.makeDecompressor()))
        }
        let idle = decoders.withLock { $0.removeValue(forKey: codec.id) }
        let decoder = try idle ?? BlockDecoder(codec.makeDecompressor())
        body(decoder)
        decoders.withLock { $0[codec.id] = decoder }
    }
}
