import ArgumentParser
import GraphCodableCompression

struct RecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recode",
        abstract: "Compress an archive with another codec.",
        discussion: "The archive may be compressed or raw. Its metadata are kept.")

    @OptionGroup var input: ArchiveInputArgument
    @OptionGroup var output: OutputOptions

    @Flag(help: "Replace the archive itself.")
    var inPlace = false

    @OptionGroup var compression: CompressionOptions
    @OptionGroup var limits: LimitOptions

    func validate() throws {
        guard !inPlace || (output.output == nil && input.path != "-") else {
            throw ValidationError("--in-place needs the path of an archive, and no --output.")
        }
        guard inPlace || output.output != nil || input.path == "-" else {
            throw ValidationError("Say where to write with --output, or use --in-place.")
        }
    }

    func run() throws {
        var output = output
        if inPlace {
            output.output = input.path
            output.force = true
        }
        let work = Transformation(input: input.place, output: output, verb: "Recoding", isQuiet: limits.quiet)
        try work.run(default: "-", isVerbose: compression.verbose) {
            try GraphContainer.recode(
                from: $0, to: $1, codec: compression.codec.codec,
                options: compression.writingOptions(threads: limits.threads),
                readingOptions: limits.readingOptions, progress: $2)
        }
    }
}
