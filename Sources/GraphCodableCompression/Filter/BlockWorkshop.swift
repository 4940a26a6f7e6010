/// What is needed to look into filtered blocks, used for one after the other.
package final class BlockWorkshop {
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
