/// The records of an archive and their values, without their types, for programs that inspect all of them.
///
/// This is a single reference, so it is cheap to pass on.
package struct ArchiveRecords: Sendable {
    private let storage: ArchiveStorage

    init(_ storage: ArchiveStorage) {
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
    ///   - limit: How many values to read; the rest is left out. All by default.
    /// - Throws: ``GraphCodableError`` with the code `malformed` or `depthExceeded`, and the byte offset of the
    ///   problem.
    /// - Complexity: O(*n*) for *n* bytes of the record.
    package func readValues(
        of id: Int, into values: inout [ArchivedValue], limit: Int = .max
    ) throws(GraphCodableError) {
        values.removeAll(keepingCapacity: true)
        guard let record = byteRange(of: id) else { return }
        try storage.withWalker { (walker) throws(GraphCodableError) in
            var reader = ArchivedValueReader(storage, walker, output: BatchedOutput(values, limit: limit, nil))
            values = []
            var levels: [ValueWalker.Level] = []
            do throws(GraphCodableError) {
                try walker.walk(over: record, levels: &levels, visitor: &reader)
            } catch {
                guard reader.output.isFull else { throw error }
                reader.close()
            }
            values = reader.output.elements
        }
    }

    /// Reads the values of all records, a piece at a time. So the memory does not depend on the number of values.
    ///
    /// - Parameters:
    ///   - isInNumericalOrder: Whether to read the records in the order of their objects' numbers, not of their bytes.
    ///   - body: Called with an object's number, and the next values of its record. ``ArchivedValue/end`` and
    ///     ``ArchivedValue/next`` of a container have no meaning; a value of the kind `end` is where it ends.
    /// - Throws: The errors of ``readValues(of:into:limit:)``, after `body` got the values before the damage; those of `body`.
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    package func readPieces(
        isInNumericalOrder: Bool = false, _ body: (_ id: Int, _ values: [ArchivedValue]) throws -> Void
    ) throws {
        let order = isInNumericalOrder ? nil : idsOutOfOrder
        try storage.withWalker { walker in
            try withoutActuallyEscaping(body) { body in
                var id = 0
                let output = BatchedOutput(limit: Self.pieceSize) { try body(id, $0) }
                var reader = ArchivedValueReader(storage, walker, output: output)
                var levels: [ValueWalker.Level] = []
                let walk = Result { () throws(GraphCodableError) in
                    for index in 0..<idCount {
                        id = order?[index] ?? index
                        guard let record = byteRange(of: id) else { continue }
                        try walker.walk(over: record, levels: &levels, visitor: &reader)
                        try reader.output.passOn()
                    }
                }
                try reader.output.finish(walk)
            }
        }
    }

    private static let pieceSize = 1_024

    /// The objects' numbers in the order of their records' bytes; `nil` if that is the order of the numbers.
    private var idsOutOfOrder: [Int]? {
        var last = 0
        for id in 0..<idCount {
            guard let start = byteRange(of: id)?.lowerBound else { continue }
            if start < last {
                return (0..<idCount).sorted { storage.records.slots[$0].start < storage.records.slots[$1].start }
            }
            last = start
        }
        return nil
    }

    /// Returns a value that contains no other values as printable text, with strings in quotation marks, and dates and UUIDs in
    /// their usual form.
    ///
    /// - Parameters:
    ///   - value: A value of this archive.
    ///   - limit: The maximum number of characters to show, or `nil` for no maximum.
    package func text(of value: ArchivedValue, limit: Int?) -> String {
        switch value.kind {
        case .nil: "nil"
        case .end: ""
        case .binary: "<\(value.end - value.payloadStart) bytes>"
        case .reference, .conditionalReference: "#\(value.number)"
        case .composite, .sequence, .map, .some, .typed: ""
        case .boolean, .number, .string, .packed:
            storage.withBytes { archive in
                let payload = UnsafeRawBufferPointer(rebasing: archive[value.payloadStart..<value.end])
                return ReadableValue.text(value.tag, payload, isDate: ReadableValue.isDate(key(of: value)))
                    ?? InspectionText.value(value.tag, payload, limit: limit)
            }
        }
    }

    /// Returns a color as the web writes it, for a value with the fields of one; `nil` for all others.
    ///
    /// - Parameters:
    ///   - position: The position of the value in the list.
    ///   - values: The values of a record of this archive.
    package func color(_ position: Int, in values: [ArchivedValue]) -> String? {
        ReadableValue.color(position, in: values) { (key(of: $0), text(of: $0, limit: nil)) }
    }

    /// Returns a value with a known form that is not in the archive, such as that of a UUID; `nil` for all others.
    package func readableText(of value: ArchivedValue) -> String? {
        storage.withBytes { archive in
            ReadableValue.text(
                value.tag, UnsafeRawBufferPointer(rebasing: archive[value.payloadStart..<value.end]),
                isDate: ReadableValue.isDate(key(of: value)))
        }
    }

    private func key(of value: ArchivedValue) -> String {
        value.key == 0 ? "" : storage.directory.keys[Int(value.key) - 1]
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
        InspectionText.shortTypeName(name)
    }
}
