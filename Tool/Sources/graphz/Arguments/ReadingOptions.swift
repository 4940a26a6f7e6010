import ArgumentParser
import GraphCodable
import GraphCodableCompression
import GraphInspection

/// The limits of commands that read the objects of archives.
struct ReadingOptions: ParsableArguments {
    static let entriesHelp = ArgumentHelp.value(
        "number",
        "Limit the keys, types, shapes and slots that the archive lists; each takes up to 230 bytes of memory.")
    static let defaultEntries: UInt = 1 << 20

    @Option(help: .value("number", "Limit the objects of the archive; each takes up to 64 bytes of memory."))
    var maxObjects: UInt = 1 << 24

    @Option(help: Self.entriesHelp)
    var maxEntries = Self.defaultEntries
}

/// A command that reads the objects of archives.
protocol ReadingCommand: ReportingCommand {
    // The groups of options are not inside one another: in debug builds, the argument parser checks each level four times.
    var limits: LimitOptions { get }
    var reading: ReadingOptions { get }
}

extension ReadingCommand {
    /// All limits, including those for records and the directory.
    var container: GraphContainerReadingOptions {
        var options = limits.readingOptions
        options.policy.maximumDirectoryEntryCount = Int(clamping: reading.maxEntries)
        options.policy.maximumObjectCount = Int(clamping: reading.maxObjects)
        return options
    }

    /// Reads an archive. Errors name it.
    ///
    /// - Parameter copy: The archive's copy, if its location can be read only once and already was.
    func archive(at place: ArchiveEndpoint, from copy: GraphContainer.Endpoint? = nil) throws -> GraphArchive {
        // What is printed could be appended to the archive.
        try ArchiveEndpoint(output: "-", replacing: true).checkDifference(from: place)
        return try naming(place.name) {
            let progress = ProgressLine("Reading \(place.name)", isQuiet: reporting.hidesProgress)
            defer { ProgressLine.erase() }
            return try GraphArchive(from: copy ?? place.endpoint, options: container, progress: progress.update)
        }
    }

    /// Reads the objects of an archive. Errors name it.
    func graph(at place: ArchiveEndpoint) throws -> ObjectGraph {
        let archive = try archive(at: place)
        return try naming(place.name) { try ObjectGraph(archive) }
    }
}
