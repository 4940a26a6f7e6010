import ArgumentParser
import GraphCodableCompression

struct DecompressCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "decompress",
        abstract: "Decompress compressed archives to raw ones.",
        discussion: """
            Writes city.graphz to city.graph, unless --output is given. Keeps the compressed archive, unless --rm is \
            given. Without an archive, the command decompresses standard input to standard output.
            """)

    @OptionGroup var inputs: ArchiveInputs
    @OptionGroup var output: OutputOptions

    @Flag(name: [.short, .long], help: "Report what was done on standard error.")
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
