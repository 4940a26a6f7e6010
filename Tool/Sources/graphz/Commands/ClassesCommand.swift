import ArgumentParser
import GraphInspection

struct ClassesCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "classes",
        abstract: "Draw the classes of an archive, with the number of objects and of references between classes.",
        discussion: """
            Prints an SVG picture, or text for Graphviz or Mermaid. Each arrow shows up to six fields that refer to the \
            other class, and the numbers of references.
            """)

    @OptionGroup var input: ArchiveInputArgument
    @OptionGroup var picture: PictureOptions

    @Option(help: .value("number", "Show at most this many classes, those with the most bytes."))
    var list = 40

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        try require(list >= 1, "--list must be at least 1.")
    }

    func run() throws {
        let graph = try graph(at: input.place)
        try picture.write(GraphDiagram(typesOf: graph, maximumCount: list), of: input.place)
    }
}
