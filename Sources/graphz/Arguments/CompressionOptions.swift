import ArgumentParser
import GraphCodableCompression

/// How a compressed archive is made.
struct CompressionOptions: ParsableArguments {
    @OptionGroup var codec: CodecOptions

    @Option(
        help: ArgumentHelp("How much is compressed at once: 64K to 16M, a power of two.", valueName: "size"))
    var blockSize = SizeArgument(byteCount: 1 << 20)

    @Flag(help: "Compress blocks as they are. Else the values of each field are stored next to each other.")
    var noFilter = false

    @Flag(name: [.short, .long], help: "Say on the error stream what was done.")
    var verbose = false

    func validate() throws {
        guard blockSize.byteCount.nonzeroBitCount == 1, (16...24).contains(blockSize.byteCount.trailingZeroBitCount)
        else {
            throw ValidationError("The block size must be a power of two from 64K to 16M.")
        }
    }

    func writingOptions(threads: Int?) -> GraphContainerWritingOptions {
        GraphContainerWritingOptions(
            blockSizeLog2: blockSize.byteCount.trailingZeroBitCount, threadCount: threads,
            filter: noFilter ? .none : .fields)
    }
}
