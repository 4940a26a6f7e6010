/// Where the values of one composite are, for decoding them in another order than that of the archive.
final class FieldTable {
    struct Field {
        /// 0 for an unkeyed value.
        let keyID: UInt32
        let slot: UnsafeMutablePointer<ArchivedSlot>
        let position: UnsafeRawPointer
        var isDecoded: Bool
    }

    private(set) var fields: [Field]
    /// Where the composite ends.
    let end: UnsafeRawPointer
    private var nextUnkeyed = 0
    private(set) var unkeyedCount: Int
    private var nextKeyed = 0

    init(fields: [Field], end: UnsafeRawPointer) {
        self.fields = fields
        self.end = end
        unkeyedCount = fields.count { $0.keyID == 0 && !$0.isDecoded }
    }

    /// The position of a value that is still there.
    func index(ofKey id: UInt32) -> Int? {
        // Values tend to be asked for in order, so the search begins behind the last one found.
        for index in fields[nextKeyed...].indices where fields[index].keyID == id && !fields[index].isDecoded {
            return index
        }
        for index in 0..<nextKeyed where fields[index].keyID == id && !fields[index].isDecoded {
            return index
        }
        return nil
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
