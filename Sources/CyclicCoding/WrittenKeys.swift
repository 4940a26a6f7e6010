import CodingTree
import GraphCodable

/// The keys that the values of a graph have written, and the lists that they share.
struct WrittenKeys {
    /// The number of keys up to which values share their lists, as in ``FieldsBuilder``. A constant of this module is faster.
    private static let sharedLimit: UInt32 = 64
    /// What the position of an own list has in addition.
    private static let own: UInt32 = 1 << 31

    private struct OwnKeys {
        var table: KeyTable
        /// The positions of the values.
        var positions: [UInt32]
    }

    /// The key that followed a list the last time, and the number of the list with it.
    private struct Latest {
        var key = ""
        var next: UInt32 = 0
    }

    private let root = KeyTransitions()
    private var nodes: ContiguousArray<KeyTransitions>
    /// The latest step from each of the nodes.
    private var latest: ContiguousArray<Latest> = [Latest()]
    /// The first keys that have followed each of the nodes. A key that is not here is looked up in the node.
    private var known: ContiguousArray<[Latest]> = [[]]
    private static let maximumKnownCount = 3
    private var lists: ContiguousArray<UInt32?> = [nil]
    private var ownKeys: [OwnKeys] = []

    init() {
        root.number = 0
        nodes = [root]
    }

    /// Adds a key to fields, or returns its index if it exists already.
    @inline(__always)
    mutating func append(_ key: String, to fields: inout FlatValue, in values: FlatValues) -> Int? {
        guard fields.count < Self.sharedLimit, fields.keys & Self.own == 0 else {
            return appendOwn(key, to: &fields, in: values)
        }
        // Values of one type write the same keys in the same order.
        let node = Int(fields.keys)
        if latest[node].next > 0, latest[node].key.isExactly(key) {
            fields.keys = latest[node].next
            return nil
        }
        return appendShared(key, to: &fields)
    }

    @inline(never)
    private mutating func appendShared(_ key: String, to fields: inout FlatValue) -> Int? {
        let node = Int(fields.keys)
        // Comparing a few keys takes less than hashing one.
        if let known = known[node].first(where: { $0.key.isExactly(key) }) {
            latest[node] = known
            fields.keys = known.next
            return nil
        }
        switch nodes[node].step(key) {
        case .appended(let next):
            fields.keys = next.number ?? number(next)
            latest[node] = Latest(key: key, next: fields.keys)
            if known[node].count < Self.maximumKnownCount { known[node].append(latest[node]) }
            return nil
        case .repeated(let index):
            return index
        }
    }

    private mutating func number(_ node: KeyTransitions) -> UInt32 {
        let number = UInt32(truncatingIfNeeded: nodes.count)
        node.number = number
        nodes.append(node)
        latest.append(Latest())
        known.append([])
        lists.append(nil)
        return number
    }

    @inline(never)
    private mutating func appendOwn(_ key: String, to fields: inout FlatValue, in values: FlatValues) -> Int? {
        if fields.keys & Self.own == 0 {
            let table = KeyTable(nodes[Int(fields.keys)].keys.keys)
            fields.keys = Self.own | UInt32(truncatingIfNeeded: ownKeys.count)
            var positions: [UInt32] = []
            values.forEach(in: fields) { positions.append($0) }
            ownKeys.append(OwnKeys(table: table, positions: positions))
        }
        return ownKeys[Int(fields.keys & ~Self.own)].table.append(key)
    }

    /// Puts a value into fields: in the place of another one, or at the end.
    @inline(__always)
    mutating func link(_ child: UInt32, to parent: UInt32, at index: Int?, in values: FlatValues) {
        let fields = values[parent]
        if let index {
            let (old, previous) = (position(at: index, of: fields, in: values), index - 1)
            values.replace(
                old, after: index == 0 ? nil : position(at: previous, of: fields, in: values), of: parent, by: child)
        } else {
            values.append(child, to: parent)
        }
        if fields.keys & Self.own != 0 {
            note(child, at: index, of: fields)
        }
    }

    private mutating func note(_ child: UInt32, at index: Int?, of fields: FlatValue) {
        let place = Int(fields.keys & ~Self.own)
        if let index {
            ownKeys[place].positions[index] = child
        } else {
            ownKeys[place].positions.append(child)
        }
    }

    func position(at index: Int, of fields: FlatValue, in values: FlatValues) -> UInt32 {
        fields.keys & Self.own != 0
            ? ownKeys[Int(fields.keys & ~Self.own)].positions[index] : values.position(at: index, of: fields)
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
        if let list = lists[Int(fields.keys)] {
            return list
        }
        let list = values.add(nodes[Int(fields.keys)].keys)
        lists[Int(fields.keys)] = list
        return list
    }
}
