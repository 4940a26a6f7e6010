extension GraphArchive {
    /// Checks every value of every record against the rules of the format.
    ///
    /// Whether the values are those that some Swift types expect cannot be told without the types. A raw archive has no
    /// checksums either: damage that leaves an archive well-formed is not found.
    ///
    /// - Throws: ``GraphCodableError`` with the code `malformed` or `depthExceeded`, and the byte offset of what is wrong.
    /// - Complexity: O(*n*) for *n* bytes.
    public func verify() throws(GraphCodableError) {
        try verify(0..<recordSlotCount)
    }

    /// One more than the highest id.
    package var recordSlotCount: Int { storage.records.count }

    /// Checks the records of some ids; to be called by several threads at once.
    ///
    /// - Parameter ids: Ids below ``recordSlotCount``.
    /// - Throws: As ``verify()``, for the first record that is not sound.
    package func verify(_ ids: Range<Int>) throws(GraphCodableError) {
        try storage.withBytes { (archive) throws(GraphCodableError) in
            guard let walker = storage.walker(of: archive) else { return }
            // Kept from record to record: most are small, and making these would take longer than looking at one.
            var verifier = RecordVerifier(storage, archive: walker.archive)
            var levels: [ValueWalker.Level] = []
            for id in ids {
                guard let record = storage.record(id) else { continue }
                do throws(GraphCodableError) {
                    try ArchiveStorage.checkBeginning(ofRecord: record, id: id, archive)
                    let end = walker.archive + record.upperBound
                    let reached = try walker.walk(
                        from: walker.archive + record.lowerBound, to: end, levels: &levels,
                        visitor: &verifier)
                    try ArchiveStorage.check(reached, end, walker)
                } catch {
                    throw error.inside(storage.typeName(ofRecord: record, archive))
                }
            }
        }
    }
}

extension ArchiveStorage {
    /// Checks the record of an id, if there is one.
    func verify(
        recordOf id: Int, _ archive: UnsafeRawBufferPointer, _ walker: ValueWalker
    ) throws(GraphCodableError) {
        guard let record = record(id) else { return }
        do throws(GraphCodableError) {
            try Self.checkBeginning(ofRecord: record, id: id, archive)
            try verify(walker.archive + record.lowerBound, walker.archive + record.upperBound, walker)
        } catch {
            throw error.inside(typeName(ofRecord: record, archive))
        }
    }

    /// Refuses the records that could lead in a cycle: objects are not references to other objects.
    fileprivate static func checkBeginning(
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

    /// Checks the value of a record between two places of the archive that the walker walks.
    func verify(
        _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, _ walker: ValueWalker
    ) throws(GraphCodableError) {
        var verifier = RecordVerifier(self, archive: walker.archive)
        let reached = try walker.walk(from: start, to: end, visitor: &verifier)
        try Self.check(reached, end, walker)
    }

    /// Refuses what follows the value of a record.
    fileprivate static func check(
        _ reached: UnsafeRawPointer, _ end: UnsafeRawPointer, _ walker: ValueWalker
    ) throws(GraphCodableError) {
        guard reached == end else {
            throw GraphCodableError(
                .malformed, "Bytes follow the value of a record. The archive is damaged.",
                byteOffset: reached - walker.archive)
        }
    }

    /// The name of the type of a record's composite; `nil` for any other value.
    func typeName(ofRecord record: Range<Int>, _ archive: UnsafeRawBufferPointer) -> String? {
        var input = ByteInput(archive, range: record)
        guard let shape = try? input.readShape(), shape < UInt64(directory.shapes.count) else { return nil }
        return directory.types[directory.shapes[Int(shape)].type].readableName
    }
}

extension ByteInput {
    /// Reads the beginning of a composite.
    ///
    /// - Returns: The number of its shape; `nil` for any other value.
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
    /// The same error, in an object of a type.
    fileprivate func inside(_ typeName: String?) -> GraphCodableError {
        guard let typeName else { return self }
        var error = self
        error.codingPath = CodingPath([.type(typeName)] + codingPath.steps)
        return error
    }
}
