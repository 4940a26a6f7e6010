import ArgumentParser
import GraphCodableCompression

struct CompressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compress",
        abstract: "Compress a raw archive.",
        discussion: "city.graph becomes city.graphz, unless --output says otherwise. The raw archive is kept.")

    @OptionGroup var input: ArchiveInputArgument
    @OptionGroup var output: OutputOptions
    @OptionGroup var compression: CompressionOptions
    @OptionGroup var limits: LimitOptions

    func run() throws {
        let work = Transformation(input: input.place, output: output, verb: "Compressing", isQuiet: limits.quiet)
        try work.run(default: Transformation.compressedPath(input.path), isVerbose: compression.verbose) {
            try GraphContainer.compress(
                from: $0, to: $1, codec: compression.codec.codec,
                options: compression.writingOptions(threads: limits.threads),
                readingOptions: limits.readingOptions, progress: $2)
        }
    }
}
