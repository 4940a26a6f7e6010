import ArgumentParser
import GraphCodable
import GraphInspection

struct DiffCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two archives: objects that were added, removed and changed, field by field.",
        discussion: """
            Ignores the numbers of objects, codecs and the order of dictionaries. Matches objects by the \
            field that --key names, else by their contents and their place. The exit status is 0 if nothing differs, \
            1 if something does, and 2 if an archive cannot be read.
            """)

    @Argument(
        help: ArgumentHelp("The old archive: a path, or - for standard input.", valueName: "old"),
        completion: .file(extensions: ["graph", "graphz"]))
    var old: String

    @Argument(
        help: ArgumentHelp("The new archive: a path, or - for standard input.", valueName: "new"),
        completion: .file(extensions: ["graph", "graphz"]))
    var new: String

    @Option(
        help: ArgumentHelp(
            "The key of a field that identifies objects, such as id; may be given several times.", valueName: "key"))
    var key: [String] = []

    @Flag(help: "Ignore the order of elements, which sets do not keep.")
    var ignoreOrder = false

    @Option(help: ArgumentHelp("Show at most this many characters of a value.", valueName: "characters"))
    var maxText = 64

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var limits: LimitOptions
    @OptionGroup var directory: DirectoryOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        guard old != "-" || new != "-" else {
            throw ValidationError("Only one of the archives can come from standard input.")
        }
        guard maxText >= 1 else {
            throw ValidationError("--max-text must be at least 1.")
        }
    }

    func run() throws {
        do {
            let places = [old, new].map { ArchivePlace(input: $0) }
            let graphs = try places.map { try $0.readGraph(limits.readingOptions(directory), isQuiet: reporting.quiet) }
            let options = GraphDiffOptions(
                identityKeys: key, ignoresOrder: ignoreOrder, maximumTextLength: maxText)
            let diff = GraphDiff(from: graphs[0], to: graphs[1], options: options)
            if !reporting.quiet {
                let report = DiffReport(diff, old: places[0].name, new: places[1].name)
                try StandardOutput.write(json ? try JSONLine.text(of: report) : report.text(reporting.palette))
            }
            guard diff.isEmpty else { throw ReportedFailures(status: .failure) }
        } catch let error as ToolError where error.status != .brokenPipe {
            // Distinguish errors from differences by the exit status, like diff.
            throw error.with(.fileFailure)
        }
    }
}
