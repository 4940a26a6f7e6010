import ArgumentParser
import GraphCodableCompression

struct DecompressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decompress",
        abstract: "Decompress a compressed archive to a raw one.",
        discussion: "city.graphz becomes city.graph, unless --output says otherwise. The compressed archive is kept.")

    @OptionGroup var input: ArchiveInputArgument
    @OptionGroup var output: OutputOptions

    @Flag(name: [.short, .long], help: "Say on the error stream what was done.")
    var verbose = false

    @OptionGroup var limits: LimitOptions

    func run() throws {
        let work = Transformation(input: input.place, output: output, verb: "Decompressing", isQuiet: limits.quiet)
        try work.run(default: try Transformation.rawPath(input.path), isVerbose: verbose) {
            try GraphContainer.decompress(from: $0, to: $1, options: limits.readingOptions, progress: $2)
        }
    }
}
