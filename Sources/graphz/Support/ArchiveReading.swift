import GraphCodable
import GraphCodableCompression
import GraphInspection

extension ArchivePlace {
    /// Reads the objects of the archive, whose errors then name it.
    ///
    /// - Parameter isQuiet: Whether no progress is shown.
    func readGraph(_ options: GraphContainerReadingOptions, isQuiet: Bool) throws -> ObjectGraph {
        try naming(name) {
            let progress = ProgressLine("Reading \(name)", isQuiet: isQuiet)
            let archive = try GraphArchive(from: endpoint, options: options, progress: progress.update)
            ProgressLine.erase()
            return try ObjectGraph(archive)
        }
    }
}
