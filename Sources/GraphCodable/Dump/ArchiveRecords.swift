/// The records of an archive and the values in them, without their types: for programs that look at all of them.
///
/// It is a single reference, so that it costs little to hand on.
package struct ArchiveRecords: Sendable {
    private let storage: ArchiveStorage

    fileprivate init(_ storage: ArchiveStorage) {
        self.storage = storage
    }

    /// One more than the highest number of an object; the root's record has the number 0.
    package var idCount: Int { storage.records.count }

    /// Where the record of an object lies in the archive, in bytes; `nil` when there is none.
    ///
    /// - Complexity: O(1).
    package func byteRange(of id: Int) -> Range<Int>? {
        id >= 0 && id < storage.records.count ? storage.record(id) : nil
    }

    /// Lists the values of a record, each before those inside it.
    ///
    /// The contents of strings and packed arrays are not checked; ``GraphArchive/verify()`` does that.
    ///
    /// - Parameters:
    ///   - id: The object's number; 0 for the root.
    ///   - values: Gets the values, in place of what it holds; empty when the object has no record.
    /// - Throws: ``GraphCodableError`` with the code `malformed` or `depthExceeded`, and the offset of what is wrong.
    /// - Complexity: O(*n*) for *n* bytes of the record.
    package func readValues(of id: Int, into values: inout [ArchivedValue]) throws(GraphCodableError) {
        values.removeAll(keepingCapacity: true)
        guard let record = byteRange(of: id) else { return }
        try storage.withBytes { (archive) throws(GraphCodableError) in
            guard let walker = storage.walker(of: archive) else { return }
            var reader = ArchivedValueReader(storage, archive: walker.archive, values: values)
            values = []
            let end = walker.archive + record.upperBound
            let reached = try walker.walk(
                from: walker.archive + record.lowerBound, to: end, visitor: &reader)
            guard reached == end else {
                throw GraphCodableError(
                    .malformed, "Bytes follow the value of a record. The archive is damaged.",
                    byteOffset: reached - walker.archive)
            }
            values = reader.values
        }
    }

    /// A value without values inside, in readable form: printable, and strings in quotation marks.
    ///
    /// - Parameters:
    ///   - value: A value of this archive.
    ///   - limit: How many characters are shown; `nil` for all.
    package func text(of value: ArchivedValue, limit: Int?) -> String {
        switch value.kind {
        case .nil: "nil"
        case .binary: "<\(value.end - value.payloadStart) bytes>"
        case .reference, .conditionalReference: "#\(value.number)"
        case .composite, .sequence, .map, .some, .typed: ""
        case .boolean, .number, .string, .packed:
            storage.withBytes { archive in
                DumpText.value(
                    value.tag, UnsafeRawBufferPointer(rebasing: archive[value.payloadStart..<value.end]), limit: limit)
            }
        }
    }

    /// Calls `body` with the whole archive, which is valid during the call.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try storage.withBytes(body)
    }
}

extension GraphArchive {
    /// The records of the archive.
    package var records: ArchiveRecords { ArchiveRecords(storage) }

    /// A type's name without modules and enclosing types, printable: `Pair<Double, Int>` for
    /// `App.Pair<Swift.Double, Swift.Int>`.
    package static func shortTypeName(_ name: String) -> String {
        DumpText.shortTypeName(name)
    }
}
