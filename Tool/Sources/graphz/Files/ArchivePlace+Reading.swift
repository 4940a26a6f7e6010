import GraphCodable
import GraphCodableCompression
import GraphInspection

extension ArchivePlace {
    /// Reads the archive. Errors name it.
    ///
    /// - Parameters:
    ///   - options: The limits.
    ///   - copy: The archive's copy, if its location can be read only once and already was.
    ///   - isQuiet: Whether to hide progress.
    func readArchive(
        _ options: GraphContainerReadingOptions, from copy: GraphContainer.Endpoint? = nil, isQuiet: Bool
    ) throws -> GraphArchive {
        try naming(name) {
            let progress = ProgressLine("Reading \(name)", isQuiet: isQuiet)
            defer { ProgressLine.erase() }
            return try GraphArchive(from: copy ?? endpoint, options: options, progress: progress.update)
        }
    }

    /// Reads the objects of the archive. Errors name the archive.
    func readGraph(_ options: GraphContainerReadingOptions, isQuiet: Bool) throws -> ObjectGraph {
        let archive = try readArchive(options, isQuiet: isQuiet)
        return try naming(name) { try ObjectGraph(archive) }
    }
}
