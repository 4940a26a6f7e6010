import ArgumentParser
import GraphCodableCompression

/// The options for compressing an archive.
struct CompressionOptions: ParsableArguments {
    @Option(help: .value("size", "The size of a block before compression: 64K to 16M, a power of two."))
    var blockSize = SizeArgument(byteCount: 1 << 20)

    @Flag(help: "Compress blocks as they are, without storing the values of each field next to each other first.")
    var noFilter = false

    @Flag(name: [.short, .long], help: "Report what was done on standard error.")
    var verbose = false

    func validate() throws {
        let size = blockSize.byteCount
        try require(
            size.nonzeroBitCount == 1 && (16...24).contains(size.trailingZeroBitCount),
            "The block size must be a power of two from 64K to 16M.")
    }

    func writingOptions(threads: Int?) -> GraphContainerWritingOptions {
        GraphContainerWritingOptions(
            blockSizeLog2: blockSize.byteCount.trailingZeroBitCount, threadCount: threads,
            filter: noFilter ? .none : .fields)
    }
}
