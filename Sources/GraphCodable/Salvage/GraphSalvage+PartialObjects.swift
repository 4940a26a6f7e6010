extension GraphSalvage {
    /// Returns records for what is left of lost objects: the values before the first lost byte, and nil for the others.
    ///
    /// This works only for composites with a fixed list of values, if at least one value is left.
    func partialRecords() -> [UInt32: [UInt8]] {
        storage.withBytes { archive in
            var records: [UInt32: [UInt8]] = [:]
            for id in isLost.indices.dropFirst() where isLost[id] {
                guard let record = storage.record(id),
                    let firstLost = SalvageSurvey.firstLost(in: record, lostRanges),
                    let rest = partialRecord(record, firstLost, archive)
                else { continue }
                records[UInt32(id)] = rest
            }
            return records
        }
    }

    private func partialRecord(
        _ record: Range<Int>, _ firstLost: Int, _ archive: UnsafeRawBufferPointer
    ) -> [UInt8]? {
        let left = record.lowerBound..<firstLost
        guard let walker = storage.walker(of: archive), let tag = archive[left].first,
            tag >= Tag.inlineComposite && tag < Tag.reference13 || tag == Tag.composite
        else { return nil }
        var finder = SlotFinder()
        let start = walker.archive + left.lowerBound
        // The walk ends where the lost bytes begin, inside or between values.
        _ = try? walker.walk(from: start, to: start + left.count, visitor: &finder)
        guard let shape = finder.shape, finder.count > 1, let end = finder.lastStart else { return nil }
        let missing = storage.directory.shapes[shape].count - (finder.count - 1)
        // Each value takes at least one byte, so a record that claims more values is invalid.
        guard missing <= record.upperBound - (end - walker.archive) else { return nil }
        let rest = archive[left.lowerBound..<end - walker.archive] + Array(repeating: Tag.nil, count: missing)
        let isSound = rest.withUnsafeBufferPointer { rest in
            guard let walker = storage.walker(of: UnsafeRawBufferPointer(rest)) else { return false }
            var verifier = RecordVerifier(storage, walker)
            var levels: [ValueWalker.Level] = []
            return (try? walker.walk(over: rest.indices, levels: &levels, visitor: &verifier)) != nil
        }
        return isSound ? rest : nil
    }

    /// Records where the values of a composite begin.
    private struct SlotFinder: ArchiveValueVisitor {
        private(set) var shape: Int?
        /// The number of values that have begun. `lastStart` is where the last of them began.
        private(set) var count = 0
        private(set) var lastStart: UnsafeRawPointer?
        private var depth = 0

        mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
            if depth == 0, case .composite(let shape, _) = container {
                self.shape = shape
            }
            depth += 1
        }

        mutating func end(at position: UnsafeRawPointer) {
            depth -= 1
        }

        mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
            guard depth == 1 else { return }
            count += 1
            lastStart = position
        }
    }
}
