import GraphCodable
import GraphCodableCompression
import GraphInspection

extension ArchivePlace {
    /// Reads the objects of the archive. Errors name the archive.
    ///
    /// - Parameters:
    ///   - options: The limits.
    ///   - copy: The archive's copy, if its location can be read only once and already was.
    ///   - isQuiet: Whether to hide progress.
    func readGraph(
        _ options: GraphContainerReadingOptions, from copy: GraphContainer.Endpoint? = nil, isQuiet: Bool
    ) throws -> ObjectGraph {
        try naming(name) {
            let progress = ProgressLine("Reading \(name)", isQuiet: isQuiet)
            let archive = try GraphArchive(from: copy ?? endpoint, options: options, progress: progress.update)
            ProgressLine.erase()
            return try ObjectGraph(archive)
        }
    }
}
