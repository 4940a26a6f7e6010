/// The records of an archive and their values, without their types, for programs that inspect all of them.
///
/// This is a single reference, so it is cheap to pass on.
package struct ArchiveRecords: Sendable {
    private let storage: ArchiveStorage

    fileprivate init(_ storage: ArchiveStorage) {
        self.storage = storage
    }

    /// One more than the highest object number. The root's record has the number 0.
    package var idCount: Int { storage.records.count }

    /// Returns the position of an object's record in the archive, in bytes, or `nil` if there is none.
    ///
    /// - Complexity: O(1).
    package func byteRange(of id: Int) -> Range<Int>? {
        id >= 0 && id < storage.records.count ? storage.record(id) : nil
    }

    /// Reads the values of a record, each before those inside it.
    ///
    /// This method does not check the contents of strings and packed arrays; ``GraphArchive/verify()`` does.
    ///
    /// - Parameters:
    ///   - id: The object's number, or 0 for the root.
    ///   - values: The list whose contents are replaced by the values. It is empty if the object has no record.
    /// - Throws: ``GraphCodableError`` with the code `malformed` or `depthExceeded`, and the byte offset of the
    ///   problem.
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

    /// Returns a value that contains no other values as printable text, with strings in quotation marks.
    ///
    /// - Parameters:
    ///   - value: A value of this archive.
    ///   - limit: The maximum number of characters to show, or `nil` for no maximum.
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

    /// Calls `body` with the whole archive, which is valid only during the call.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try storage.withBytes(body)
    }
}

extension GraphArchive {
    /// The records of the archive.
    package var records: ArchiveRecords { ArchiveRecords(storage) }

    /// Returns a type's name as printable text without modules and enclosing types: `Pair<Double, Int>` for
    /// `App.Pair<Swift.Double, Swift.Int>`.
    package static func shortTypeName(_ name: String) -> String {
        DumpText.shortTypeName(name)
    }
}
