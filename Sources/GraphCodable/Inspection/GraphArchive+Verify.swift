extension GraphArchive {
    /// Checks every value of every record against the rules of the format.
    ///
    /// Without the Swift types, this method cannot check that the values are those that the types expect. A raw archive
    /// has no checksums either, so damage that leaves an archive well-formed is not found.
    ///
    /// - Throws: ``GraphCodableError`` with the code `malformed` or `depthExceeded`, and the byte offset of the
    ///   problem.
    /// - Complexity: O(*n*) for *n* bytes.
    public func verify() throws(GraphCodableError) {
        try verify(0..<recordSlotCount)
    }

    /// One more than the highest ID.
    package var recordSlotCount: Int { storage.records.count }

    /// Checks the records of a range of IDs. Several threads can call this method at the same time.
    ///
    /// - Parameter ids: IDs below ``recordSlotCount``.
    /// - Throws: The same errors as ``verify()``, for the first invalid record.
    package func verify(_ ids: Range<Int>) throws(GraphCodableError) {
        try storage.withBytes { (archive) throws(GraphCodableError) in
            guard let walker = storage.walker(of: archive) else { return }
            // Reuse these for all records: most records are small, and creating these would take longer than checking
            // one.
            var verifier = RecordVerifier(storage, archive: walker.archive)
            var levels: [ValueWalker.Level] = []
            for id in ids {
                try storage.verify(recordOf: id, archive, walker, &verifier, &levels)
            }
        }
    }
}

extension ArchiveStorage {
    /// Checks the record of an ID, if there is one.
    ///
    /// - Parameters:
    ///   - verifier: Reused for the next record, unless an error was thrown.
    ///   - levels: An empty array, also reused.
    func verify(
        recordOf id: Int, _ archive: UnsafeRawBufferPointer, _ walker: ValueWalker, _ verifier: inout RecordVerifier,
        _ levels: inout [ValueWalker.Level]
    ) throws(GraphCodableError) {
        guard let record = record(id) else { return }
        do throws(GraphCodableError) {
            try Self.checkBeginning(ofRecord: record, id: id, archive)
            let end = walker.archive + record.upperBound
            let reached = try walker.walk(
                from: walker.archive + record.lowerBound, to: end, levels: &levels, visitor: &verifier)
            try Self.check(reached, end, walker)
        } catch {
            throw error.inside(typeName(ofRecord: record, archive))
        }
    }

    /// Throws if a record is itself a reference, because such records could form a cycle.
    private static func checkBeginning(
        ofRecord record: Range<Int>, id: Int, _ archive: UnsafeRawBufferPointer
    ) throws(GraphCodableError) {
        guard id > 0 else { return }
        switch archive[record.lowerBound] {
        case Tag.reference13...Tag.nil, Tag.reference32, Tag.conditionalReference, Tag.some, Tag.typed:
            throw GraphCodableError(
                .malformed, "The record of an object is not an object's value. The archive is damaged.",
                byteOffset: record.lowerBound)
        default:
            break
        }
    }

    /// Checks the value of a record between two positions in the walker's archive.
    func verify(
        _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, _ walker: ValueWalker
    ) throws(GraphCodableError) {
        var verifier = RecordVerifier(self, archive: walker.archive)
        let reached = try walker.walk(from: start, to: end, visitor: &verifier)
        try Self.check(reached, end, walker)
    }

    /// Throws if bytes follow the value of a record.
    private static func check(
        _ reached: UnsafeRawPointer, _ end: UnsafeRawPointer, _ walker: ValueWalker
    ) throws(GraphCodableError) {
        guard reached == end else {
            throw GraphCodableError(
                .malformed, "Bytes follow the value of a record. The archive is damaged.",
                byteOffset: reached - walker.archive)
        }
    }

    /// Returns the name of the type of a record's composite, or `nil` for any other value.
    func typeName(ofRecord record: Range<Int>, _ archive: UnsafeRawBufferPointer) -> String? {
        var input = ByteInput(archive, range: record)
        guard let shape = try? input.readShape(), shape < UInt64(directory.shapes.count) else { return nil }
        return directory.types[directory.shapes[Int(shape)].type].readableName
    }
}

extension ByteInput {
    /// Reads the beginning of a composite.
    ///
    /// - Returns: The number of its shape, or `nil` for any other value.
    mutating func readShape() throws(GraphCodableError) -> UInt64? {
        let tag = try readByte()
        switch tag {
        case Tag.inlineComposite..<Tag.reference13: return UInt64(tag - Tag.inlineComposite)
        case Tag.composite, Tag.openComposite: return try readVarint()
        default: return nil
        }
    }
}

extension GraphCodableError {
    /// Returns the same error, located inside an object of a type.
    fileprivate func inside(_ typeName: String?) -> GraphCodableError {
        guard let typeName else { return self }
        var error = self
        error.codingPath = CodingPath([.type(typeName)] + codingPath.steps)
        return error
    }
}
