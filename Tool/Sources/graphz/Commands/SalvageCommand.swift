import GraphInspection
import ArgumentParser
import Foundation
import GraphCodable
import GraphCodableCompression

struct SalvageCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "salvage",
        abstract: "Recover the intact objects of a damaged archive, and list what is lost.",
        discussion: """
            Prints a report. With --output, writes a sound archive of the intact objects. References to lost \
            objects become nil; with --remove, lost elements of arrays and sets and lost pairs of dictionaries are \
            left out instead, and with --remove-containing, also those that contain a reference to a lost object. \
            Never replaces the damaged archive. The exit status is 0 if nothing is lost, 15 if something is, or if \
            sections were passed over that may be those of another archive, and 16 if no object can be recovered.

            A raw archive has no checksums: only objects that break a rule of the format count as lost. A raw archive \
            without its end cannot be salvaged, because the end lists the objects.
            """)

    @OptionGroup var input: ArchiveInputArgument

    @Option(
        name: [.short, .long],
        help: .value(
            "archive",
            "Where to write the intact objects: compressed if the name ends with .graphz or a codec is given, else raw; - for standard output."
        ),
        completion: .archive, transform: ArgumentText.output)
    var output: String?

    @Option(
        help: .value("file", "Where to write the bytes of the raw archive, with zeros in place of lost ones."),
        completion: .file(), transform: ArgumentText.output)
    var plain: String?

    @Flag(help: "Leave out lost elements of collections, instead of making them nil.")
    var remove = false

    @Flag(help: "Like --remove, and leave out elements that contain a reference to a lost object.")
    var removeContaining = false

    @Option(help: .value("object", "The object that becomes the root, if the root is lost."))
    var root: UInt32?

    @Option(help: .value("number", "List at most this many lost objects and ranges."))
    var list = 100

    @Flag(help: "Print the report as one line of JSON.")
    var json = false

    @OptionGroup var codec: CodecOptions

    @Flag(name: [.short, .long], help: "Replace outputs that exist, and write archives to a terminal.")
    var force = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        try require(list >= 0, "--list must not be negative.")
        try require(
            output != nil || lostReferences == .readAsNil && root == nil && !codec.areGiven,
            "--remove, --remove-containing, --root and the codec say how to write; say where with --output.")
        try require(output != "-" || plain != "-", "Only one of --output and --plain can be standard output.")
    }

    func run() throws {
        let place = input.place
        let archivePlace = try output.map { try outputPlace($0) }
        let plainPlace = try plain.map { try outputPlace($0) }
        try Self.checkDifference(archivePlace, plainPlace)
        Interruption.catchSignals()
        var outcome = SalvageOutcome(name: place.name, limit: list)
        let result = Result { try naming(place.name) { try run(place, archivePlace, plainPlace, &outcome) } }
        if case .failure(let error) = result {
            guard let error = error as? ToolError else { throw error }
            outcome.error = error
        }
        if json { try print(try outcome.json.line()) }
        let status = try result.get()
        if status != .success { throw ToolError.reported(status) }
    }

    private func run(
        _ place: ArchiveEndpoint, _ archivePlace: ArchiveEndpoint?, _ plainPlace: ArchiveEndpoint?,
        _ outcome: inout SalvageOutcome
    ) throws -> ExitStatus {
        let progress = ProgressLine("Salvaging \(place.name)", isQuiet: reporting.hidesProgress)
        let salvaged = try salvage(place, progress)
        ProgressLine.erase()
        try Interruption.check()
        outcome.report = salvaged.report
        try printText(salvaged.report.text(name: place.name, limit: list, palette))
        if let plainPlace {
            try salvaged.write(to: plainPlace.endpoint, waits: Interruption.check)
            // The output exists now, so this check recognizes it by any name.
            try Self.checkDifference(archivePlace, plainPlace)
        }
        return try recover(salvaged, to: archivePlace, &outcome)
    }

    private func salvage(
        _ place: ArchiveEndpoint, _ progress: ProgressLine
    ) throws -> GraphContainer.SalvagedBytes {
        do {
            return try GraphContainer.salvage(
                from: place.endpoint, options: limits.readingOptions, progress: progress.update)
        } catch let error as GraphContainerError where error.code == .damaged {
            throw ToolError(error, about: place.name).with(.nothingRecovered)
        }
    }

    /// Reports on the objects, and writes the intact ones.
    private func recover(
        _ salvaged: GraphContainer.SalvagedBytes, to output: ArchiveEndpoint?, _ outcome: inout SalvageOutcome
    ) throws -> ExitStatus {
        let salvage: GraphSalvage
        do {
            salvage = try GraphSalvage(
                salvaged, maximumListedObjectCount: list, policy: container.policy)
        } catch {
            let error = ToolError(error, about: input.place.name)
            throw error.status == .limitExceeded ? error : error.with(.nothingRecovered)
        }
        try Interruption.check()
        outcome.salvage = salvage
        try printText(salvage.text(limit: list, removes: lostReferences != .readAsNil, hasRoot: root != nil, palette))
        let isNothingLeft = salvage.isRootLost && salvage.lostObjectCount == salvage.objectCount
        if let output, !isNothingLeft {
            let removed = try write(
                salvage, to: output.endpoint,
                codec: output.name.hasSuffix(".graphz") || codec.areGiven ? try codec.selected : nil)
            outcome.removedElementCount = removed
            if removed > 0 {
                try printText("\(DecimalText.grouped(removed)) lost elements of collections were left out.\n")
            }
        }
        if salvage.isComplete, salvaged.report.isComplete || salvaged.report.kind == .raw,
            salvaged.report.ignoredSectionCount == 0
        {
            return .success
        }
        return isNothingLeft ? .nothingRecovered : .partlyLost
    }

    /// Writes the intact objects; returns the number of elements removed from collections.
    private func write(
        _ salvage: GraphSalvage, to output: GraphContainer.Endpoint, codec: GraphCodec?
    ) throws -> Int {
        do {
            return try salvage.write(
                to: output, codec: codec, options: GraphContainerWritingOptions(threadCount: limits.threads),
                lostReferences: lostReferences, root: root, waits: Interruption.check)
        } catch let error as GraphCodableError where error.code == .misuse {
            // Only the requested root can be wrong.
            throw ToolError(.usage, "\(input.place.name): \(error.message)")
        }
    }

    private var lostReferences: GraphSalvage.LostReferences {
        removeContaining ? .removedWithElement : remove ? .removed : .readAsNil
    }

    /// Whether an output goes to standard output, so that the report must go to standard error.
    private var isOutputTaken: Bool { output == "-" || plain == "-" }

    private var palette: Palette { reporting.palette(for: isOutputTaken ? STDERR_FILENO : STDOUT_FILENO) }

    /// Prints a part of the text report.
    private func printText(_ text: String) throws {
        if !json { try print(text) }
    }

    private func print(_ report: String) throws {
        if isOutputTaken {
            ErrorOutput.write(report)
        } else {
            try StandardOutput.write(report)
        }
    }

    /// Returns a location to write to, which must not be the damaged archive.
    private func outputPlace(_ path: String) throws -> ArchiveEndpoint {
        try ArchiveEndpoint(output: path, replacing: force).checkDifference(from: input.place)
        return try ArchiveEndpoint.newOutput(path, replacing: force)
    }

    /// Throws an error if one output would replace the other.
    private static func checkDifference(_ first: ArchiveEndpoint?, _ second: ArchiveEndpoint?) throws {
        guard let first, let second, first.isSameFile(as: second) else { return }
        throw ToolError(.usage, "\(second.name): --output and --plain are the same file. Name two.")
    }
}
