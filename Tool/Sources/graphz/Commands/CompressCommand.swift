import ArgumentParser
import GraphCodableCompression

struct CompressCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "compress",
        abstract: "Compress raw archives.",
        discussion: """
            Writes city.graph to city.graphz, unless --output is given. Keeps the raw archive, unless --rm is given. \
            Without an archive, the command compresses standard input to standard output.
            """)

    @OptionGroup var inputs: ArchiveInputs
    @OptionGroup var output: OutputOptions
    @OptionGroup var codec: CodecOptions
    @OptionGroup var compression: CompressionOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func run() throws {
        let codec = try codec.selected
        let work = ArchiveConversion(
            inputs: inputs, endings: [".graph"], output: output, verb: "Compressing", isQuiet: reporting.hidesProgress,
            isVerbose: compression.verbose)
        try work.run(to: ArchiveConversion.compressedPath) {
            try GraphContainer.compress(
                from: $0.endpoint, to: $1, codec: codec, options: compression.writingOptions(threads: limits.threads),
                readingOptions: limits.readingOptions, progress: $2)
        }
    }
}
