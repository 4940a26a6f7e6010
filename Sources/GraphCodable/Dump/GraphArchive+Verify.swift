extension GraphArchive {
    /// Checks every value of every record against the rules of the format.
    ///
    /// Whether the values are those that some Swift types expect cannot be told without the types. A raw archive has no
    /// checksums either: damage that leaves an archive well-formed is not found.
    ///
    /// - Throws: ``GraphCodableError`` with the code `malformed` or `depthExceeded`, and the byte offset of what is wrong.
    /// - Complexity: O(*n*) for *n* bytes.
    public func verify() throws(GraphCodableError) {
        try storage.withBytes { (archive) throws(GraphCodableError) in
            guard let walker = storage.walker(of: archive) else { return }
            for id in 0..<storage.records.count {
                try storage.verify(recordOf: id, archive, walker)
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
            if id > 0 {
                try Self.checkBeginning(ofRecord: record, archive)
            }
            try verify(walker.archive + record.lowerBound, walker.archive + record.upperBound, walker)
        } catch {
            throw error.inside(typeName(ofRecord: record, archive))
        }
    }

    /// Refuses the records that could lead in a circle: objects are not references to other objects.
    private static func checkBeginning(
        ofRecord record: Range<Int>, _ archive: UnsafeRawBufferPointer
    ) throws(GraphCodableError) {
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
        let reached = try walker.walk(from: start, to: end, slot: slot, visitor: &verifier)
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
