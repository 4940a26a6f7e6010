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
        var counts = [UInt64](repeating: 0, count: summary.types.count)
        try verify(0..<records.idCount, addingTo: &counts)
        try checkCounts(counts)
    }

    /// Checks the records of a range of IDs, and adds the numbers of composites of each type. Several threads can call this
    /// method at the same time.
    ///
    /// - Throws: The same errors as ``verify()``, for the first invalid record.
    package func verify(_ ids: Range<Int>, addingTo counts: inout [UInt64]) throws(GraphCodableError) {
        try records.withWalker { (walker) throws(GraphCodableError) in
            try records.verify(ids, walker, addingTo: &counts)
        }
    }

    /// Throws an error if the archive states other numbers of composites than it has.
    package func checkCounts(_ counts: [UInt64]) throws(GraphCodableError) {
        var offset = records.layout.directory.lowerBound + records.directory.bytes.count
        for (type, count) in zip(summary.types, counts) {
            try GraphCodableError.require(
                type.count == count, or: .malformed,
                """
                The archive states that it has \(type.count) values of type \(type.name), but it has \(count). The archive is \
                damaged or was not made by this package.
                """,
                at: offset)
            offset += Varint.size(of: type.count)
        }
    }
}

extension ArchiveRecords {
    /// Checks the records of a range of IDs.
    ///
    /// - Parameter counts: The number of composites of each type, to which those of the records are added; or nothing.
    func verify(_ ids: Range<Int>, _ walker: ValueWalker, addingTo counts: inout [UInt64]) throws(GraphCodableError) {
        // Reuse these for all records: most records are small, and creating these would take longer than checking one.
        var verifier = RecordVerifier(table, walker, maximumElementCount: policy.maximumElementCount)
        swap(&verifier.counts, &counts)
        defer { swap(&verifier.counts, &counts) }
        var levels: [ValueWalker.Level] = []
        for id in ids {
            guard let record = byteRange(of: id) else { continue }
            do throws(GraphCodableError) {
                if id > 0 {
                    try walker.checkBeginning(ofRecord: record)
                }
                try walker.walk(over: record, levels: &levels, visitor: &verifier)
            } catch {
                guard let type = walker.typeOfComposite(record) else { throw error }
                var located = error
                located.codingPath = CodingPath([.type(type.readableName)] + error.codingPath.steps)
                throw located
            }
        }
    }
}
