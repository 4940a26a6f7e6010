import Foundation

/// How compressed archives are written.
public struct GraphContainerWritingOptions: Sendable, Hashable {
    /// The base-2 logarithm of the block size: 16 (64 KiB) to 24 (16 MiB); 20 (1 MiB) by default.
    ///
    /// Blocks are compressed each for itself, at once on several cores, and can be read each for itself. Larger ones
    /// compress a little better and take more memory.
    public var blockSizeLog2: Int
    /// The number of threads that compress, the calling one included; `nil` for as many as there are cores.
    ///
    /// Memory for about four blocks is taken per thread. An archive of one block uses the calling thread alone.
    public var threadCount: Int?
    /// Names and values that go with the archive, for people and tools; they never affect decoding.
    ///
    /// Names must not be empty; all together may take 1 MiB.
    public var metadata: [String: String]

    /// What is done with blocks before they are compressed; ``GraphContainerFilter/fields`` by default.
    public var filter: GraphContainerFilter

    /// Makes options.
    ///
    /// - Parameters:
    ///   - blockSizeLog2: The base-2 logarithm of the block size, 16 to 24.
    ///   - threadCount: The number of threads, 1 or more; `nil` for as many as there are cores.
    ///   - metadata: Names and values that go with the archive.
    ///   - filter: What is done with blocks before they are compressed.
    public init(
        blockSizeLog2: Int = 20, threadCount: Int? = nil, metadata: [String: String] = [:],
        filter: GraphContainerFilter = .fields
    ) {
        self.blockSizeLog2 = blockSizeLog2
        self.threadCount = threadCount
        self.metadata = metadata
        self.filter = filter
    }

    func validate() throws(GraphContainerError) {
        guard ContainerFormat.blockSizeLog2Range.contains(blockSizeLog2) else {
            throw GraphContainerError(
                .invalidArgument, "The block size cannot be 2^\(blockSizeLog2). Use 16 to 24 for blockSizeLog2.")
        }
    }
}

/// The number of threads to use: what was asked for, within reason, or one per core.
func effectiveThreadCount(_ asked: Int?) -> Int {
    min(max(1, asked ?? ProcessInfo.processInfo.activeProcessorCount), 256)
}
