import GraphCodable

/// The keys that the values of a graph have written, and the lists that they share.
struct WrittenKeys {
    /// The number of keys up to which values share their lists, as in ``FieldsBuilder``. A constant of this module is faster.
    private static let sharedLimit: UInt32 = 64
    /// What the position of an own list has in addition.
    private static let own: UInt32 = 1 << 31

    private struct OwnKeys {
        var table: KeyTable
        /// The positions of the first values, as far as one of them was sought.
        var positions: [UInt32] = []

        mutating func position(at index: Int, of fields: FlatValue, in values: FlatValues) -> UInt32 {
            while positions.count <= index {
                positions.append(positions.last.map { values[$0].next } ?? fields.first)
            }
            return positions[index]
        }
    }

    /// A list that values share.
    private struct SharedKeys {
        /// The key that followed the last time, and the number of the list with it.
        var nextKey = ""
        var next: UInt32 = 0
        /// The position of the list among those of the values, if it is there.
        var position: UInt32?
    }

    private let transitions = KeyListTree()
    private var shared: ContiguousArray<SharedKeys> = [SharedKeys()]
    private var ownKeys: [OwnKeys] = []

    /// Returns an empty list for fields that will get a number of keys.
    mutating func list(forKeyCount count: Int) -> UInt32 {
        count > Self.sharedLimit ? own(KeyTable([])) : KeyListTree.root
    }

    private mutating func own(_ table: KeyTable) -> UInt32 {
        ownKeys.append(OwnKeys(table: table))
        return Self.own | UInt32(truncatingIfNeeded: ownKeys.count - 1)
    }

    /// Adds a key to fields, or returns its index if it exists already.
    ///
    /// - Parameter isNew: Whether it cannot exist.
    @inline(__always)
    mutating func append(_ key: String, to fields: inout FlatValue, isNew: Bool = false) -> Int? {
        guard fields.count < Self.sharedLimit, fields.keys & Self.own == 0 else {
            return appendOwn(key, to: &fields, isNew: isNew)
        }
        // Values of one type write the same keys in the same order.
        let list = Int(fields.keys)
        if shared[list].next > 0, shared[list].nextKey.isExactly(key) {
            fields.keys = shared[list].next
            return nil
        }
        return appendShared(key, to: &fields, isNew: isNew)
    }

    @inline(never)
    private mutating func appendShared(_ key: String, to fields: inout FlatValue, isNew: Bool) -> Int? {
        switch transitions.step(from: fields.keys, key, isNew: isNew) {
        case .appended(let next):
            // New lists have the next numbers.
            if next == shared.count { shared.append(SharedKeys()) }
            (shared[Int(fields.keys)].nextKey, shared[Int(fields.keys)].next) = (key, next)
            fields.keys = next
            return nil
        case .repeated(let index):
            return index
        }
    }

    @inline(never)
    private mutating func appendOwn(_ key: String, to fields: inout FlatValue, isNew: Bool) -> Int? {
        if fields.keys & Self.own == 0 {
            fields.keys = own(KeyTable(transitions.keys(of: fields.keys).keys))
        }
        return ownKeys[Int(fields.keys & ~Self.own)].table.append(key, isNew: isNew)
    }

    /// Puts a value into fields: in the place of another one, or at the end.
    @inline(__always)
    mutating func link(_ child: UInt32, to parent: UInt32, at index: Int?, in values: FlatValues) {
        if let index {
            replace(index, of: parent, by: child, in: values)
        } else {
            values.append(child, to: parent)
        }
    }

    private mutating func replace(_ index: Int, of parent: UInt32, by child: UInt32, in values: FlatValues) {
        let fields = values[parent]
        let old = position(at: index, of: fields, in: values)
        let previous = index == 0 ? nil : position(at: index - 1, of: fields, in: values)
        values.replace(old, after: previous, of: parent, by: child)
        if fields.keys & Self.own != 0 {
            ownKeys[Int(fields.keys & ~Self.own)].positions[index] = child
        }
    }

    mutating func position(at index: Int, of fields: FlatValue, in values: FlatValues) -> UInt32 {
        guard fields.keys & Self.own != 0 else { return values.position(at: index, of: fields) }
        return ownKeys[Int(fields.keys & ~Self.own)].position(at: index, of: fields, in: values)
    }

    /// Lets all fields refer to their lists of keys.
    mutating func list(allIn values: FlatValues) {
        for position in 0...UInt32(truncatingIfNeeded: values.count) {
            let value = values[position]
            if value.kind == .fields, value.count > 0 {
                values[position].keys = list(of: value, in: values)
            }
        }
    }

    /// Returns the position of the list of the keys of fields, and adds the list to the values when it is first needed.
    private mutating func list(of fields: FlatValue, in values: FlatValues) -> UInt32 {
        guard fields.keys & Self.own == 0 else {
            return values.add(FieldKeys(ownKeys[Int(fields.keys & ~Self.own)].table.keys))
        }
        if let position = shared[Int(fields.keys)].position {
            return position
        }
        let position = values.add(transitions.keys(of: fields.keys))
        shared[Int(fields.keys)].position = position
        return position
    }
}
