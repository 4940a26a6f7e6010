import ArgumentParser
import GraphCodable
import GraphInspection

struct GraphCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Draw the objects of an archive and the references between them.",
        discussion: """
            Prints an SVG picture, or text for Graphviz or Mermaid. Dashed arrows are conditional references. For a large \
            archive, shows the objects nearest to the root; see --root, --depth and --only.
            """)

    @OptionGroup var input: ArchiveInputArgument
    @OptionGroup var picture: PictureOptions

    @Option(help: .value("object", "The object to start at, by the number that dump shows."))
    var root: UInt32?

    @Option(help: .value("number", "Follow at most this many references from the first object."))
    var depth: Int?

    @Option(help: .value("type", "Show objects of this type only; may be given several times."))
    var only: [String] = []

    @Option(help: .value("type", "Do not show objects of this type; may be given several times."))
    var except: [String] = []

    @Flag(help: "Also show the objects that refer to the first one.")
    var referrers = false

    @Option(help: .value("number", "Show at most this many objects."))
    var list = 40

    @Option(help: .value("number", "Show at most this many fields of an object."))
    var fields = 8

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        try require(
            depth ?? 0 >= 0 && list >= 1 && fields >= 0,
            "--depth and --fields must not be negative, and --list be at least 1.")
    }

    func run() throws {
        let graph = try graph(at: input.place)
        try checkNames(graph)
        let selection = GraphSelection(
            root: root, maximumDepth: depth, types: Set(only), excludedTypes: Set(except), includesReferrers: referrers,
            maximumCount: list)
        let diagram = GraphDiagram(objectsOf: graph, selection: selection, maximumRowCount: fields)
        try picture.write(diagram, of: input.place)
    }

    /// Throws an error if a given object or type doesn't exist, rather than drawing nothing.
    private func checkNames(_ graph: ObjectGraph) throws {
        if let root, !graph.contains(root) {
            throw ToolError(.usage, "\(input.place.name): There is no object \(root). See 'graphz dump'.")
        }
        let names = Set(graph.archive.summary.types.flatMap { [$0.name, ValueFormatter.shortTypeName($0.name)] })
        if let unknown = (only + except).first(where: { !names.contains($0) }) {
            let name = ArgumentText.shown(unknown)
            throw ToolError(
                .usage, "\(input.place.name): No type is called '\(name)'. 'graphz info' lists the types.")
        }
    }
}
