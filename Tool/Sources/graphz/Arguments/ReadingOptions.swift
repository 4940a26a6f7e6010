import ArgumentParser
import GraphCodable
import GraphCodableCompression
import GraphInspection

/// The options of commands that read the objects of archives.
struct ReadingOptions: ParsableArguments {
    @Option(help: .value("number", "Limit the objects of the archive; each takes up to 64 bytes of memory."))
    var maxObjects = 1 << 24

    @OptionGroup var limits: LimitOptions
    @OptionGroup var directory: EntryLimitOptions
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
        try require(maxObjects >= 0, "--max-objects must not be negative.")
    }

    /// All limits, including those for records and the directory.
    var container: GraphContainerReadingOptions {
        var options = limits.readingOptions
        options.policy.maximumDirectoryEntryCount = directory.maxEntries
        options.policy.maximumObjectCount = maxObjects
        return options
    }

    /// Reads an archive. Errors name it.
    ///
    /// - Parameter copy: The archive's copy, if its location can be read only once and already was.
    func archive(at place: ArchiveEndpoint, from copy: GraphContainer.Endpoint? = nil) throws -> GraphArchive {
        try naming(place.name) {
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

/// A command with these options.
protocol ReadingCommand: ReportingCommand {
    var reading: ReadingOptions { get }
}

extension ReadingCommand {
    var reporting: ReportingOptions { reading.reporting }
}
