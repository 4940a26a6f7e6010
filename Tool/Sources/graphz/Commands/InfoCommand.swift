import ArgumentParser
import Foundation
import GraphCodable
import GraphCodableCompression

struct InfoCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Print information about archives: codec, sizes, versions, classes with counts.",
        discussion: """
            Reads only the beginning and the end of a file and the blocks with its types, however large it is. Prints a \
            table for several archives, with one line each.
            """)

    @OptionGroup var inputs: ArchiveInputs

    @Flag(help: "List the blocks of a compressed archive.")
    var blocks = false

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    @Flag(name: [.short, .long], help: "Print the details of each archive instead of a table.")
    var verbose = false

    @Option(help: ReadingOptions.entriesHelp)
    var maxEntries = ReadingOptions.defaultEntries

    @OptionGroup var reporting: ReportingOptions

    func run() throws {
        let isTable = inputs.areSeveral && !verbose && !blocks
        var table: [InfoReport] = []
        var count = 0
        var isReported = false
        var batch = ArchiveBatch(inputs)
        try batch.forEach { _, place in
            let report = try inspect(place)
            isReported = true
            if json {
                try StandardOutput.write(json: report.json)
            } else if isTable {
                table.append(report)
            } else {
                try StandardOutput.write((count > 0 ? "\n" : "") + report.text(reporting.palette))
            }
            count += 1
            if let error = report.error { throw error }
            isReported = false
        } failed: { name, error in
            if json, !isReported {
                try StandardOutput.write(json: ["name": name, "error": error.json])
            }
            // A folder without archives fails without a call of the body.
            isReported = false
        }
        if !table.isEmpty {
            try StandardOutput.write(InfoReport.table(table, reporting.palette))
        }
        try batch.finish()
    }

    /// Returns the report on an archive, as far as it can be read.
    private func inspect(_ place: ArchiveEndpoint) throws -> InfoReport {
        let path = try StandardInput.seekablePath(to: place)
        // Only the directory is decompressed, so no other limit is necessary.
        var options = GraphContainerReadingOptions(policy: .inspection)
        options.policy.maximumPlainByteCount = .max
        options.policy.maximumExpansion = .max
        options.policy.maximumDirectoryEntryCount = Int(clamping: maxEntries)
        let file = try GraphContainerFile(path, options: options)
        var report = InfoReport(file, name: place.name)
        if blocks {
            report.blocks = (0..<Int(clamping: file.summary.blockCount)).map { number in
                Result { try file.block(number) }
            }
        }
        var failure = report.blocks?.lazy.compactMap { if case .failure(let error) = $0 { error } else { nil } }.first
        do {
            report.archive = try GraphArchiveSummary(of: file)
        } catch {
            failure = failure ?? error
        }
        report.error = failure.map { ToolError($0, about: place.name) }
        return report
    }
}
