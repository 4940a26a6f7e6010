/// The values other than nil that the types of an archive write.
///
/// A property that has a value in the graph is not written as nil, so keys that are always nil do not count.
struct WrittenValues: ArchiveValueVisitor {
    /// What the instances of a type write.
    struct Fields {
        /// All keys, whatever their values are.
        var keys: Set<String> = []
        /// The keys with a value in some instance.
        var keysWithValue: Set<String> = []
        /// The positions among the unkeyed values at which some instance has a value.
        var positionsWithValue: Set<Int> = []
    }

    /// The fields by the qualified name of their type.
    private(set) var fields: [String: Fields] = [:]
    private let summary: GraphArchiveSummary
    /// The composites around the next value, and nil for every other container.
    private var composites: [(typeName: String, unkeyedCount: Int)?] = []
    /// Whose value comes next, if it is in a slot.
    private var slot: (typeName: String, key: String?, position: Int)?

    /// - Complexity: O(*n*) for *n* bytes of the archive.
    init(of archive: GraphArchive) throws(GraphCodableError) {
        summary = archive.summary
        try archive.records.withWalker { (walker) throws(GraphCodableError) in
            for id in 0..<archive.records.idCount {
                guard let record = archive.records.byteRange(of: id) else { continue }
                composites.removeAll()
                slot = nil
                try walker.walk(over: record, visitor: &self)
            }
        }
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        guard let composite = composites.last ?? nil else { return }
        let key = keyID == 0 ? nil : summary.keys[Int(keyID) - 1]
        slot = (composite.typeName, key, composite.unkeyedCount)
        if let key {
            fields[composite.typeName]?.keys.insert(key)
        } else {
            composites[composites.count - 1]?.unkeyedCount += 1
        }
    }

    mutating func visitLeaf(_ leaf: ArchiveLeaf) {
        noteValue(isNil: leaf.tag == Tag.nil)
    }

    mutating func visitReference(_ reference: ArchiveReference) {
        noteValue(isNil: false)
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        noteValue(isNil: false)
        guard case .composite(let shape, _) = container else { return composites.append(nil) }
        let typeName = summary.types[summary.shapes[shape].type].name
        if fields[typeName] == nil {
            fields[typeName] = Fields()
        }
        composites.append((typeName, 0))
    }

    mutating func end(at position: UnsafeRawPointer) {
        composites.removeLast()
    }

    private mutating func noteValue(isNil: Bool) {
        guard let slot, !isNil else { return self.slot = nil }
        if let key = slot.key {
            fields[slot.typeName]?.keysWithValue.insert(key)
        } else {
            fields[slot.typeName]?.positionsWithValue.insert(slot.position)
        }
        self.slot = nil
    }
}
