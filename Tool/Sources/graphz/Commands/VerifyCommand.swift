import GraphInspection
import ArgumentParser
import GraphCodable
import GraphCodableCompression

struct VerifyCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check every checksum, and every value of every object.",
        discussion: """
            The exit status is 0 if all archives are sound, else that of the first one that is not. Raw archives have \
            no checksums: damage that leaves them well-formed is not detected. With --quiet nothing is printed; only the \
            exit status tells the result.
            """)

    @OptionGroup var inputs: ArchiveInputs

    @Flag(help: "Check only checksums, with little memory, however large the archive is.")
    var checksumsOnly = false

    @Flag(help: "Print JSON, one line for each archive.")
    var json = false

    @Flag(name: [.short, .long], help: "Print more about sound archives.")
    var verbose = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func run() throws {
        var batch = ArchiveBatch(inputs, isSilent: reporting.quiet)
        try batch.forEach { _, place in
            try report(try verify(place), place.name)
        } failed: { name, error in
            if json, !reporting.quiet {
                try StandardOutput.write(json: VerifyReport(name: name, error: error).json)
            }
        }
        let count = batch.successCount + batch.failureCount
        if count > 1, !json, !reporting.quiet {
            let failures = batch.failureCount
            try StandardOutput.print(
                "\(DecimalText.grouped(count)) archives: "
                    + (failures == 0
                        ? reporting.palette.paint("all sound", .good)
                        : "\(DecimalText.grouped(batch.successCount)) sound, "
                            + reporting.palette.paint("\(DecimalText.grouped(failures)) not", .bad)))
        }
        try batch.finish()
    }

    private func report(_ verdict: VerifyReport, _ name: String) throws {
        ProgressLine.erase()
        guard !reporting.quiet else { return }
        if json {
            return try StandardOutput.write(json: verdict.json)
        }
        let text = EscapedText.printable("\(name): ")
        try StandardOutput.print(text + verdict.text(isVerbose: verbose, reporting.palette))
    }

    private func verify(_ place: ArchiveEndpoint) throws -> VerifyReport {
        let progress = ProgressLine("Verifying \(place.name)", isQuiet: reporting.hidesProgress)
        if checksumsOnly {
            let summary = try GraphContainer.verify(
                place.endpoint, options: limits.readingOptions, progress: progress.update)
            let isRaw = summary.kind == .raw
            return VerifyReport(
                name: place.name, kind: isRaw ? "raw" : "compressed", blockCount: isRaw ? nil : summary.blockCount,
                plainBytes: summary.plainByteCount)
        }
        let archive = try GraphArchive(from: place.endpoint, options: container, progress: progress.update)
        try archive.verify(threadCount: limits.threads)
        let summary = archive.summary
        return VerifyReport(name: place.name, objectCount: summary.objectCount, plainBytes: UInt64(summary.byteCount))
    }
}
