/// The positions of the values of one composite, for decoding them out of order.
final class FieldTable {
    struct Field {
        /// The key's number, or 0 for an unkeyed value.
        let keyID: UInt32
        let position: UnsafeRawPointer
        var isDecoded: Bool
        /// Whether there is no value, because the composite does not have the key.
        var isAbsent = false
    }

    private(set) var fields: [Field]
    let end: UnsafeRawPointer
    private var nextUnkeyed = 0
    private(set) var unkeyedCount: Int
    private var nextKeyed = 0
    private var lastTaken: Int?
    /// The index of each key, created when a search without it would take long.
    private lazy var positions: [UInt32: Int] = fields.indices.reduce(into: [:]) { $0[fields[$1].keyID] = $1 }

    init(fields: [Field], end: UnsafeRawPointer) {
        self.fields = fields
        self.end = end
        unkeyedCount = fields.count { $0.keyID == 0 && !$0.isDecoded }
    }

    /// Returns the index of a value that has not been decoded.
    func index(ofKey id: UInt32) -> Int? {
        // Values tend to be requested in order, so the search begins after the last one found.
        if nextKeyed < fields.count, fields[nextKeyed].keyID == id, !fields[nextKeyed].isDecoded {
            return nextKeyed
        }
        // Keys are unique in a composite.
        let index = fields.count > 16 ? positions[id] : fields.firstIndex { $0.keyID == id }
        return index.flatMap { fields[$0].isDecoded ? nil : $0 }
    }

    func take(_ index: Int) -> Field {
        fields[index].isDecoded = true
        nextKeyed = index + 1
        lastTaken = index
        return fields[index]
    }

    /// Takes all values that have not been decoded.
    func takeRest() {
        for index in fields.indices {
            fields[index].isDecoded = true
        }
        (unkeyedCount, lastTaken) = (0, nil)
    }

    func takeUnkeyed() -> Field? {
        while nextUnkeyed < fields.count {
            let index = nextUnkeyed
            nextUnkeyed += 1
            if fields[index].keyID == 0, !fields[index].isDecoded {
                fields[index].isDecoded = true
                unkeyedCount -= 1
                lastTaken = index
                return fields[index]
            }
        }
        return nil
    }

    /// Undoes the last call that took a value, because the value could not be decoded.
    func putBack() {
        guard let index = lastTaken else { return }
        lastTaken = nil
        fields[index].isDecoded = false
        if fields[index].keyID == 0 {
            unkeyedCount += 1
            nextUnkeyed = index
        } else {
            nextKeyed = index
        }
    }
}

extension DecodingCost {
    /// The memory of the place of a value without a key in an open composite. A list that grows takes twice its size.
    static var unkeyedItem: Int { 2 * MemoryLayout<FieldTable.Field>.stride }
}
