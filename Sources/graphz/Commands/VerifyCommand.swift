import ArgumentParser
import GraphCodable
import GraphCodableCompression

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check every checksum, and every value of every object.",
        discussion: """
            The exit status is 0 when all archives are sound, else that of the first one that is not. Raw archives have \
            no checksums: damage that leaves them well-formed is not found.
            """)

    @Argument(
        help: ArgumentHelp("The archives: paths, or - for standard input.", valueName: "archive"),
        completion: .file(extensions: ["graph", "graphz"]))
    var paths: [String]

    @Flag(help: "Check checksums only, in little memory, however large the archive.")
    var checksumsOnly = false

    @OptionGroup var limits: LimitOptions

    @OptionGroup var directory: DirectoryOptions

    func run() throws {
        var status: ExitStatus?
        for path in paths {
            let place = ArchivePlace(input: path)
            do {
                let verdict = try naming(place.name) { try verify(place) }
                if !limits.quiet {
                    try StandardOutput.print(EscapedText.printable("\(place.name): \(verdict)"))
                }
            } catch let error as ToolError where error.status != .brokenPipe {
                try StandardOutput.flush()
                ErrorOutput.print(error.message)
                status = status ?? error.status
            }
        }
        if let status {
            throw ReportedFailures(status: status)
        }
    }

    private func verify(_ place: ArchivePlace) throws -> String {
        let progress = ProgressLine("Verifying \(place.name)", isQuiet: limits.quiet)
        if checksumsOnly {
            let summary = try GraphContainer.verify(
                place.endpoint, options: limits.readingOptions, progress: progress.update)
            return summary.kind == .raw
                ? "raw archive, no checksums" : "sound, \(ByteCount.grouped(summary.blockCount)) blocks"
        }
        let archive = try GraphArchive(
            from: place.endpoint, options: limits.readingOptions(directory), progress: progress.update)
        try archive.verify()
        return "sound, \(ByteCount.grouped(archive.summary.objectCount)) objects"
    }
}
