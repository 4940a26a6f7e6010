/// Options for writing compressed archives.
public struct GraphContainerWritingOptions: Sendable, Hashable {
    /// The base-2 logarithm of the block size: 16 (64 KiB) to 24 (16 MiB); 20 (1 MiB) by default.
    ///
    /// Each block is compressed independently, so several cores compress blocks in parallel, and each block can be read
    /// separately. Larger blocks compress a little better but take more memory.
    public var blockSizeLog2: Int
    /// The number of threads for compression, including the calling one; `nil` for one per core.
    ///
    /// Each thread takes memory for about four blocks. An archive of one block is compressed on the calling thread
    /// alone.
    public var threadCount: Int?
    /// The metadata: names and values for people and tools. They never affect decoding.
    ///
    /// Names must not be empty. The total size is limited to 1 MiB.
    public var metadata: [String: String]

    /// The filter to apply before compression; ``GraphContainerFilter/fields`` by default.
    public var filter: GraphContainerFilter

    /// Creates options.
    ///
    /// - Parameters:
    ///   - blockSizeLog2: The base-2 logarithm of the block size, 16 to 24.
    ///   - threadCount: The number of threads, from 1 to 256; `nil` for one per core. Other numbers are clamped to this range.
    ///   - metadata: Names and values for people and tools.
    ///   - filter: The filter to apply before compression.
    public init(
        blockSizeLog2: Int = 20, threadCount: Int? = nil, metadata: [String: String] = [:],
        filter: GraphContainerFilter = .fields
    ) {
        self.blockSizeLog2 = blockSizeLog2
        self.threadCount = threadCount
        self.metadata = metadata
        self.filter = filter
    }

    /// Throws `invalidArgument` if the block size is not valid.
    func validate() throws(GraphContainerError) {
        try require(
            ContainerFormat.blockSizeLog2Range.contains(blockSizeLog2), or: .invalidArgument,
            "The block size cannot be 2^\(blockSizeLog2). Use 16 to 24 for blockSizeLog2.")
    }
}
