import ArgumentParser
import GraphCodableCompression
import GraphInspection

struct SizesCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sizes",
        abstract: "Show what makes an archive large: bytes by class and by field, the largest objects and strings.",
        discussion: """
            Bytes are those of the raw archive. The column 'compressed' shows what the values take in the file. For blocks that \
            are not filtered it is an estimate: the bytes of a block are divided evenly among its content.
            """)

    @OptionGroup var input: ArchiveInputArgument

    @Option(help: .value("number", "List at most this many types, objects and values."))
    var list = 10

    @Option(help: .value("number", "List at most this many fields of a type."))
    var fields = 5

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        try require(list >= 0 && fields >= 0, "--list and --fields must not be negative.")
    }

    func run() throws {
        let place = input.place
        // A pipe must be copied to a file before its blocks can be listed.
        let path = try StandardInput.seekablePath(to: place)
        // Reading from the beginning to the end also notices what follows the archive.
        let archive = try archive(at: place, from: .path(bytes: path.bytes, replacing: false))
        let file = try naming(place.name) { try GraphContainerFile(path, options: container) }
        let sizes = try naming(place.name) { try GraphSizes(archive, file: file, limit: list) }
        let report = SizesReport(
            name: place.name, sizes: sizes, archiveByteCount: file.summary.archiveByteCount, typeLimit: list,
            fieldLimit: fields)
        try json ? StandardOutput.write(json: report.json) : StandardOutput.write(report.text(reporting.palette))
    }
}
