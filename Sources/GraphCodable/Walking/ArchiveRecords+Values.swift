// The values of an archive without their types, for programs that inspect all of them.

extension ArchiveRecords {
    /// Reads the values of a record, each before those inside it, into a list that it empties first. It leaves out what is
    /// beyond the limit.
    ///
    /// This method does not check the contents of strings and packed arrays; ``GraphArchive/verify()`` does.
    ///
    /// - Throws: ``GraphCodableError`` with the code `malformed` or `depthExceeded`, and the byte offset of the problem.
    package func readValues(
        of id: Int, into values: inout [ArchivedValue], limit: Int = .max
    ) throws(GraphCodableError) {
        values.removeAll(keepingCapacity: true)
        guard let record = byteRange(of: id) else { return }
        try withWalker { (walker) throws(GraphCodableError) in
            var reader = ArchivedValueReader(self, walker, output: BatchedOutput(values, limit: limit, nil))
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
    /// - Parameter body: Called with an object's number, and the next values of its record. ``ArchivedValue/end`` and
    ///   ``ArchivedValue/next`` of a container have no meaning; a value of the kind `end` is where it ends.
    /// - Throws: The errors of ``readValues(of:into:limit:)``, after `body` got the values before the damage; those of
    ///   `body`.
    package func readPieces(
        isInNumericalOrder: Bool = false, _ body: (_ id: Int, _ values: [ArchivedValue]) throws -> Void
    ) throws {
        let order = isInNumericalOrder ? nil : [0] + table.idsInOrder
        try withWalker { walker in
            try withoutActuallyEscaping(body) { body in
                var id = 0
                let output = BatchedOutput(limit: Self.pieceSize) { try body(id, $0) }
                var reader = ArchivedValueReader(self, walker, output: output)
                var levels: [ValueWalker.Level] = []
                let walk = Result { () throws(GraphCodableError) in
                    for index in 0..<(order?.count ?? idCount) {
                        id = order.map { Int($0[index]) } ?? index
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
}
