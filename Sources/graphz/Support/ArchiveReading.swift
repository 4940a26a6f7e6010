import GraphCodable
import GraphCodableCompression
import GraphInspection

extension ArchivePlace {
    /// Reads the objects of the archive, whose errors then name it.
    ///
    /// - Parameters:
    ///   - options: Limits.
    ///   - copy: Where the archive is when its place can be read only once, and was.
    ///   - isQuiet: Whether no progress is shown.
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
