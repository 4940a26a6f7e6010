import ArgumentParser
import GraphCodableCompression

struct DecompressCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "decompress",
        abstract: "Decompress compressed archives to raw ones.",
        discussion: """
            city.graphz becomes city.graph, unless --output says otherwise. The compressed archive is kept, unless --rm is \
            given. Without an archive the command is a filter from standard input to standard output.
            """)

    @OptionGroup var inputs: ArchiveInputs
    @OptionGroup var output: OutputOptions

    @Flag(name: [.short, .long], help: "Say on the error stream what was done.")
    var verbose = false

    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func run() throws {
        let work = Transformation(
            inputs: inputs, endings: [".graphz"], output: output, verb: "Decompressing", isQuiet: reporting.quiet,
            isVerbose: verbose)
        try work.run(to: Transformation.rawPath) {
            try GraphContainer.decompress(from: $0, to: $1, options: limits.readingOptions, progress: $2)
        }
    }
}
