extension FileHeader {
    /// Creates the header of an archive with this codec and these options.
    init(_ codec: GraphCodec, _ options: GraphContainerWritingOptions, plainSize: UInt64?) {
        // Without a codec, a filter has no benefit.
        let filter = codec.id == 0 ? GraphContainerFilter.none : options.filter
        self.init(
            codec: codec.id, filter: filter.rawValue, blockSizeLog2: options.blockSizeLog2, plainSize: plainSize)
    }
}
