import GraphCodable

extension GraphArchive {
    /// Checks every value of every record against the rules of the format, like `verify()`, but on several cores.
    ///
    /// - Parameter threadCount: The number of threads, including the calling one, from 1 to 256; `nil` for one per core.
    ///   Numbers outside count as the nearest.
    /// - Throws: The same `GraphCodableError` as `verify()`, that of the first invalid record, regardless of the order
    ///   in which threads find errors.
    /// - Complexity: O(*n*) for *n* bytes.
    public func verify(threadCount: Int?) throws(GraphCodableError) {
        let typeCount = summary.types.count
        let pipeline = OrderedPipeline<RecordPiece>(threadCount: effectiveThreadCount(threadCount)) {
            { try self.verify($0.ids, addingTo: &$0.counts) }
        }
        defer { pipeline.stop() }
        var total = [UInt64](repeating: 0, count: typeCount)
        func add(_ piece: RecordPiece) {
            for type in total.indices { total[type] &+= piece.counts[type] }
        }
        do {
            // Each piece counts every type. If it had fewer records, many types would take quadratic time.
            let size = max(RecordPiece.minimumSize, typeCount)
            for start in stride(from: 0, to: records.idCount, by: size) {
                let ids = start..<min(start + size, records.idCount)
                try pipeline.submit(RecordPiece(ids: ids, typeCount: typeCount), handingOn: add)
            }
            try pipeline.drain(add)
        } catch let error as GraphCodableError {
            throw error
        } catch {
            // The jobs throw no other errors.
        }
        try checkCounts(total)
    }
}

/// Some of the records of an archive, which a thread verifies.
private final class RecordPiece {
    /// Large enough to make synchronization cheap, and small enough for all threads to end at about the same time.
    static let minimumSize = 4_096

    let ids: Range<Int>
    var counts: [UInt64]

    init(ids: Range<Int>, typeCount: Int) {
        self.ids = ids
        counts = [UInt64](repeating: 0, count: typeCount)
    }
}
