import ArgumentParser
import GraphInspection

struct ClassesCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "classes",
        abstract: "Draw the classes of an archive: how many objects of each there are, and which refer to which.",
        discussion: """
            Prints an SVG picture, or text for Graphviz or Mermaid. An arrow has the field through which objects refer \
            to others, and how many references there are.
            """)

    @OptionGroup var input: ArchiveInputArgument
    @OptionGroup var picture: PictureOptions

    @Option(help: ArgumentHelp("The most classes to show; those with the most bytes are taken.", valueName: "number"))
    var maxClasses = 100

    @OptionGroup var limits: LimitOptions
    @OptionGroup var directory: DirectoryOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        guard maxClasses >= 1 else {
            throw ValidationError("--max-classes must be at least 1.")
        }
    }

    func run() throws {
        let graph = try input.place.readGraph(limits.readingOptions(directory), isQuiet: reporting.quiet)
        try StandardOutput.write(picture.text(of: GraphDiagram(typesOf: graph, maximumCount: maxClasses)))
    }
}
