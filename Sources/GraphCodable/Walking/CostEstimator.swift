/// Adds up about what decoding values costs. Only their types know it: this is rather more than less.
struct CostEstimator: ArchiveValueVisitor {
    private(set) var cost = 0

    private mutating func add(_ more: Int) {
        cost = cost.addingClamped(DecodingCost.unknownElement).addingClamped(more)
    }

    mutating func visitLeaf(_ leaf: ArchiveLeaf) { add(leaf.cost) }
    mutating func visitReference(_ reference: ArchiveReference) { add(0) }
    mutating func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) { add(0) }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        switch container {
        case .sequence: add(DecodingCost.allocation)
        case .map(let count): add(DecodingCost.hashTable(count, elementSize: 2 * DecodingCost.unknownElement))
        case .composite: add(DecodingCost.composite)
        case .some, .typed: add(0)
        }
    }
}

extension ArchiveLeaf {
    /// The memory that the decoded value takes besides that of an element.
    var cost: Int {
        switch tag {
        case Tag.inlineString..<Tag.inlineComposite, Tag.string: DecodingCost.bytes(payload.count)
        case Tag.binary, Tag.packed...Tag.lastPacked: DecodingCost.packed(payload.count)
        default: 0
        }
    }
}

extension GraphDecodingPolicy {
    /// Returns about what decoding a raw archive costs; less if it is not valid.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package func estimatedCost(ofArchive archive: UnsafeRawBufferPointer) -> Int {
        guard let records = try? ArchiveRecords(.owned(archive, owner: ()), policy: self) else { return 0 }
        var estimator = CostEstimator()
        var levels: [ValueWalker.Level] = []
        let walker = records.walker(of: archive)
        for record in (0..<records.idCount).lazy.compactMap(records.byteRange) {
            guard (try? walker.walk(over: record, levels: &levels, visitor: &estimator)) != nil else { break }
        }
        let tables =
            records.idCount * (DecodingCost.record + DecodingCost.allocation)
            + records.directory.entryCount * DecodingCost.directoryEntry
        return estimator.cost.addingClamped(tables)
    }
}
