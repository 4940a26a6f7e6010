/// The coders and the memory for finding the shares of filtered blocks, used for one block after the other.
package final class BlockShareCoders {
    let decoder: BlockDecoder
    /// A compressor of the archive's codec.
    let compressor: any GraphBlockCompressor
    var joiner = FieldJoiner()
    /// Memory for a plain block.
    let plain = HeapBuffer()

    init(_ decoder: BlockDecoder, _ compressor: any GraphBlockCompressor) {
        self.decoder = decoder
        self.compressor = compressor
    }

    deinit {
        joiner.deallocate()
    }
}
