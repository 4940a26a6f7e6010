import ArgumentParser
import GraphCodable
import GraphCodableCompression

struct DumpCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Show the values in an archive, without the program that wrote it.",
        discussion: """
            Each line is a value: REF an object, VAL a value that contains values, BIV a plain value, NIL nil, PTS a \
            reference to an object that is shown elsewhere, PTC a conditional reference. SOME before a mark is a \
            present optional that can contain another, and <n bytes> are bytes that only their type can read. The \
            number after the mark is that of the object. The values inside it follow, indented, up to a line with a \
            dot.
            """)

    enum Section: String, ExpressibleByArgument, CaseIterable {
        case header, body, types, shapes, keys, extensions, all

        var sections: GraphDumpOptions.Sections {
            switch self {
            case .header: .header
            case .body: .body
            case .types: .types
            case .shapes: .shapes
            case .keys: .keys
            case .extensions: .extensions
            case .all: .all
            }
        }
    }

    @OptionGroup var input: ArchiveInputArgument

    @Option(name: [.short, .long], help: .value("section", "What to show; may be given several times."))
    var sections: [Section] = [.body]

    @Flag(help: "Print JSON, one line for each object, with complete values.")
    var json = false

    @Flag(help: "Show keys and types by their numbers.")
    var numbers = false

    @Flag(help: "Show the names of types with their modules.")
    var qualified = false

    @Flag(help: "Show the types of structs and enums, too.")
    var valueTypes = false

    @Option(help: .value("characters", "Show at most this many characters of a string or array; 0 for all."))
    var maxText = 64

    @Option(help: .value("depth", "Show objects inside others down to this depth."))
    var maxNesting = 32

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        try require(
            maxText >= 0 && maxNesting >= 1, "--max-text must not be negative, and --max-nesting be at least 1.")
        try require(
            !json || !(numbers || qualified || valueTypes) && sections == [.body],
            "--json shows all values and nothing else; leave out what chooses from the text.")
    }

    func run() throws {
        let place = input.place
        let archive = try archive(at: place)
        try naming(place.name) {
            if json {
                try archive.writeJSON { try StandardOutput.write(utf8: $0) }
            } else {
                try archive.dump(options: options) { try StandardOutput.write($0) }
                try StandardOutput.write("\n")
            }
        }
    }

    private var options: GraphDumpOptions {
        GraphDumpOptions(
            sections: sections.reduce(into: []) { $0.formUnion($1.sections) },
            resolvesKeys: !numbers, resolvesTypes: !numbers, qualifiesTypeNames: qualified,
            showsValueTypes: valueTypes, maximumTextLength: maxText == 0 ? nil : maxText, maximumNesting: maxNesting)
    }
}
