/// The bytes that the unknown fields of an archive need: their own, and the records to which they lead.
///
/// All of them have been verified. Objects of the program are not held: a stranger's fields could let them hold one another in a
/// circle, or in a chain too long to be released. For the case that one is gone, its record is here, too.
final class KeptRecords: RecordSource {
    /// Its archive is the copy.
    let walker: ValueWalker
    private var records: [UInt32: Range<Int>] = [:]
    private(set) var live = LiveObjects()

    /// Copies what fields need, and gives them their places in the copy. Throws the errors of verifying records, and
    /// `limitExceeded` if it costs too much.
    init(_ kept: ArraySlice<KeptFields>, _ session: DecodingSession) throws {
        try session._reader.charge(session.costOfDirectory)
        let directory = try session.copyDirectory()
        (records, live) = try session.findRecords(of: kept)
        let size = kept.reduce(records.values.reduce(0) { $0 + $1.count }) { sum, value in
            value.fields.reduce(sum) { $0 + $1.bytes.count }
        }
        let base = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        walker = ValueWalker(
            directory: directory, idCount: session.records.count,
            maximumDepth: session.policy.maximumDepthOfValues, archive: base)
        var end = 0
        func copy(_ bytes: Range<Int>) -> Range<Int> {
            let target = end..<end + bytes.count
            (base + target.lowerBound).copyMemory(from: session.base + bytes.lowerBound, byteCount: bytes.count)
            end = target.upperBound
            return target
        }
        records = records.mapValues(copy)
        for value in kept {
            value.fields = value.fields.map { KeptFields.Field(keyID: $0.keyID, bytes: copy($0.bytes)) }
            value.references = []
            value.source = self
        }
    }

    deinit {
        walker.archive.deallocate()
    }

    func hasRecord(_ id: UInt32) -> Bool { records[id] != nil }

    func withRecord(_ id: UInt32, _ body: Body) throws {
        if let record = records[id] {
            try withBytes(record, body)
        }
    }

    func withBytes(_ range: Range<Int>, _ body: Body) throws {
        try body(walker.archive + range.lowerBound, walker.archive + range.upperBound)
        withExtendedLifetime(self) {}
    }
}
