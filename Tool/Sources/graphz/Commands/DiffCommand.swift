import ArgumentParser
import GraphCodable
import GraphInspection

struct DiffCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two archives: objects that were added, removed and changed, field by field.",
        discussion: """
            Ignores the numbers of objects, codecs, metadata, extensions, versions of types, the order of dictionaries and whether \
            a reference is conditional. Matches objects by the \
            field that --key names, else by their contents and their place. Prints how many objects of each class differ, \
            and then the objects. The exit status is 0 if nothing differs, 1 if something does, and 2 if an archive cannot \
            be read. With --quiet only the exit status tells the result.
            """)

    @Argument(
        help: .value("old", "The old archive: a path, or - for standard input."),
        completion: .archive, transform: ArgumentText.input)
    var old: String

    @Argument(
        help: .value("new", "The new archive: a path, or - for standard input."),
        completion: .archive, transform: ArgumentText.input)
    var new: String

    @Option(help: .value("key", "The key of a field that identifies objects, such as id; may be given several times."))
    var key: [String] = []

    @Flag(help: "Ignore the order of elements, which sets do not keep.")
    var ignoreOrder = false

    @Option(help: .value("characters", "Show at most this many characters of a value."))
    var maxText = 64

    @Option(
        help: .value(
            "number",
            "List at most this many objects that changed, were removed, and were added, and changes of each."))
    var list = 100

    @Flag(help: "List no objects, only how many of each class differ.")
    var stat = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        try require(
            [old, new].contains(where: { !ArchiveEndpoint(input: $0).isStandardStream }),
            "Only one of the archives can come from standard input.")
        try require(list >= 0, "--list must not be negative.")
        try require(maxText >= 1, "--max-text must be at least 1.")
    }

    func run() throws {
        let areEqual: Bool
        do {
            let places = [old, new].map { ArchiveEndpoint(input: $0) }
            let options = GraphDiffOptions(
                identityKeys: key, ignoresOrder: ignoreOrder, maximumTextLength: maxText,
                maximumListedCount: stat ? 0 : list)
            let archives = try places.map { try archive(at: $0) }
            try checkKeys(archives)
            areEqual = try compare(archives, places, options)
        } catch let error as ToolError where ![.brokenPipe, .usage].contains(error.status) {
            // Distinguish errors from differences by the exit status, like diff.
            throw error.with(.fileFailure)
        }
        if !areEqual { throw ToolError.reported(.failure) }
    }

    /// Compares the archives, and reports unless that is not wanted. Returns whether they are equal.
    private func compare(
        _ archives: [GraphArchive], _ places: [ArchiveEndpoint], _ options: GraphDiffOptions
    ) throws -> Bool {
        guard !reporting.quiet else {
            return try naming("\(places[0].name), \(places[1].name)") {
                try GraphDiff.areEqual(archives[0], archives[1], options: options)
            }
        }
        let graphs = try zip(archives, places).map { archive, place in
            try naming(place.name) { try ObjectGraph(archive) }
        }
        let diff = GraphDiff(from: graphs[0], to: graphs[1], options: options)
        let report = DiffReport(diff: diff, old: places[0].name, new: places[1].name)
        try json ? StandardOutput.write(json: report.json) : StandardOutput.write(report.text(reporting.palette))
        return diff.isEmpty
    }

    /// Throws an error if no object can have a given key, rather than comparing without it.
    private func checkKeys(_ archives: [GraphArchive]) throws {
        let known = Set(archives.flatMap(\.summary.keys))
        if let unknown = key.first(where: { !known.contains($0) }) {
            let nearest = Spelling.nearest(to: unknown, in: known.sorted()).map { "Did you mean '\($0)'?" }
            throw ToolError(
                .usage,
                "No field of either archive has the key '\(ArgumentText.shown(unknown))'. "
                    + (nearest ?? "'graphz dump --sections keys' lists the keys."))
        }
    }
}
