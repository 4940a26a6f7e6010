/// An archive whose sets and dictionaries have marks (``UnorderedMark``), from which one in canonical order is made.
struct MarkedArchive {
    let records: ArchiveRecords
    private let hasMarks: Bool
    /// The cost of decoding, without that of the records and the directory.
    let cost: Int

    init(_ session: EncodingSession) throws {
        records = try ArchiveRecords(session.makeBytes(), policy: session.policy)
        hasMarks = session.hasMarks
        cost = session.state.pointee.cost
    }

    /// Calls a closure with the records, which are valid only during the call. Sets and dictionaries are sorted in them.
    func withRecords(_ body: (SortedRecords) throws -> Void) throws {
        try records.withWalker { walker in
            var form = CanonicalForm(records, walker)
            if hasMarks {
                try form.compareObjects()
            }
            try body(SortedRecords(records, walker, form, hasMarks: hasMarks))
        }
    }
}

/// The records of a ``MarkedArchive`` in canonical order.
final class SortedRecords: RecordSource {
    @exclusivity(unchecked) var form: CanonicalForm
    let walker: ValueWalker
    private let records: ArchiveRecords
    private let hasMarks: Bool

    fileprivate init(_ records: ArchiveRecords, _ walker: ValueWalker, _ form: CanonicalForm, hasMarks: Bool) {
        (self.records, self.walker, self.form, self.hasMarks) = (records, walker, form, hasMarks)
    }

    func hasRecord(_ id: UInt32) -> Bool { records.byteRange(of: Int(id)) != nil }

    func withRecord(_ id: UInt32, _ body: Body) throws {
        guard let record = records.byteRange(of: Int(id)) else { return }
        let (start, end) = (walker.archive + record.lowerBound, walker.archive + record.upperBound)
        // The byte may also be a part of something else, which does no harm.
        guard hasMarks,
            MemoryComparison.contains(UnorderedMark.tag, in: UnsafeRawBufferPointer(start: start, count: record.count))
        else { return try body(start, end) }
        try form.sort(record)
        try form.bytes.withUnsafeBytes { sorted in
            guard let start = sorted.baseAddress else { return }
            try body(start, start + sorted.count)
        }
    }
}
