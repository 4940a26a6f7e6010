/// Where the values of one composite are, for decoding them in another order than that of the archive.
final class FieldTable {
    struct Field {
        /// 0 for an unkeyed value.
        let keyID: UInt32
        let slot: UnsafeMutablePointer<ArchivedSlot>
        let position: UnsafeRawPointer
        var isDecoded: Bool
    }

    /// A table that stands for none.
    static var lost: FieldTable { FieldTable(fields: [], end: UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped) }

    private(set) var fields: [Field]
    /// Where the composite ends.
    let end: UnsafeRawPointer
    private var nextUnkeyed = 0
    private(set) var unkeyedCount: Int
    private var nextKeyed = 0
    /// The positions of the keys, made when a search would take long without.
    private lazy var positions: [UInt32: Int] = fields.indices.reduce(into: [:]) { $0[fields[$1].keyID] = $1 }

    init(fields: [Field], end: UnsafeRawPointer) {
        self.fields = fields
        self.end = end
        unkeyedCount = fields.count { $0.keyID == 0 && !$0.isDecoded }
    }

    /// The position of a value that is still there.
    func index(ofKey id: UInt32) -> Int? {
        // Values tend to be asked for in order, so the search begins behind the last one found.
        if nextKeyed < fields.count, fields[nextKeyed].keyID == id, !fields[nextKeyed].isDecoded {
            return nextKeyed
        }
        // No key stands twice in a composite.
        let index = fields.count > 16 ? positions[id] : fields.firstIndex { $0.keyID == id }
        return index.flatMap { fields[$0].isDecoded ? nil : $0 }
    }

    func take(_ index: Int) -> Field {
        fields[index].isDecoded = true
        nextKeyed = index + 1
        return fields[index]
    }

    func takeUnkeyed() -> Field? {
        while nextUnkeyed < fields.count {
            let index = nextUnkeyed
            nextUnkeyed += 1
            if fields[index].keyID == 0, !fields[index].isDecoded {
                fields[index].isDecoded = true
                unkeyedCount -= 1
                return fields[index]
            }
        }
        return nil
    }
}

/// How far the values of a composite had been decoded when decoding one of them failed.
struct LostPlace {
    let decodedSlots: Int
    let cursor: UnsafeRawPointer
}
