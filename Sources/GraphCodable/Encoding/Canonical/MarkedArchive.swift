/// An archive whose sets and dictionaries have marks (``UnorderedMark``), from which one in canonical order is made.
struct MarkedArchive {
    let records: ArchiveRecords
    let hasMarks: Bool
    /// The cost of decoding, without that of the records and the directory.
    let cost: Int

    init(_ session: EncodingSession) throws {
        records = try ArchiveRecords(session.makeBytes(), policy: session.policy)
        hasMarks = session.hasMarks
        cost = session.state.pointee.cost
    }
}

/// The records of a ``MarkedArchive`` in canonical order.
final class SortedRecords: RecordSource {
    @exclusivity(unchecked) var order: CanonicalOrder
    let walker: ValueWalker
    private let archive: MarkedArchive

    init(_ archive: MarkedArchive, _ walker: ValueWalker) throws {
        (self.archive, self.walker, order) = (archive, walker, CanonicalOrder(archive.records, walker))
        if archive.hasMarks {
            try order.compareObjects()
        }
    }

    func hasRecord(_ id: UInt32) -> Bool { archive.records.byteRange(of: Int(id)) != nil }

    func withRecord(_ id: UInt32, _ body: Body) throws {
        guard let record = archive.records.byteRange(of: Int(id)) else { return }
        let (start, end) = (walker.archive + record.lowerBound, walker.archive + record.upperBound)
        // The byte may also be a part of something else, which does no harm.
        guard archive.hasMarks,
            MemoryComparison.contains(UnorderedMark.tag, in: UnsafeRawBufferPointer(start: start, count: record.count))
        else { return try body(start, end) }
        try order.sort(record)
        try order.bytes.withUnsafeBytes { sorted in
            guard let start = sorted.baseAddress else { return }
            try body(start, start + sorted.count)
        }
    }
}
