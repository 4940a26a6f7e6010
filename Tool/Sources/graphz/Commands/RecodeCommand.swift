import ArgumentParser
import GraphCodableCompression

struct RecodeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "recode",
        abstract: "Compress archives with another codec.",
        discussion: """
            Archives may be compressed or raw. Keeps their metadata. Without an archive, the command recodes \
            standard input to standard output.
            """)

    @OptionGroup var inputs: ArchiveInputs
    @OptionGroup var output: OutputOptions

    @Flag(help: "Replace the archives.")
    var inPlace = false

    @OptionGroup var codec: CodecOptions
    @OptionGroup var compression: CompressionOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        let isFilter = inputs.paths.isEmpty || inputs.paths == ["-"]
        try require(
            !inPlace || (output.path == nil && output.input != .remove && !isFilter && !inputs.paths.contains("-")),
            "--in-place needs paths of archives, and no --output, --stdout or --rm.")
        try require(inPlace || output.path != nil || isFilter, "Say where to write with --output, or use --in-place.")
    }

    func run() throws {
        var output = output
        output.force = output.force || inPlace
        let codec = try codec.selected
        let work = ArchiveConversion(
            inputs: inputs, endings: [".graphz"], output: output, verb: "Recoding", isQuiet: reporting.hidesProgress,
            isVerbose: compression.verbose, replacesInput: inPlace)
        try work.run(to: { $0 }) {
            try GraphContainer.recode(
                from: $0.endpoint, to: $1, codec: codec, options: compression.writingOptions(threads: limits.threads),
                readingOptions: limits.readingOptions, progress: $2)
        }
    }
}
