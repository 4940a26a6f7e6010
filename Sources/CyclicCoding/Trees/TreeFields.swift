import GraphCodable
import Synchronization

/// Values with keys, in the order in which they were written.
package struct TreeFields: Sendable {
    package let keys: FieldKeys
    package let values: [TreeValue]

    /// - Precondition: There are as many keys as values.
    package init(keys: FieldKeys, values: [TreeValue]) {
        precondition(keys.keys.count == values.count, "As many keys as values are needed.")
        self.keys = keys
        self.values = values
    }

    package subscript(key: String) -> TreeValue? {
        keys.index(of: key).map { values[$0] }
    }
}

/// A list of keys, shared by all values that have the same keys.
package final class FieldKeys: Sendable {
    package let keys: [String]
    /// The positions of many keys, from the first search on.
    private let table = AtomicLazyReference<Table>()

    private final class Table: Sendable {
        let positions: PositionTable
        init(_ keys: [String]) { positions = PositionTable(keys) }
    }

    /// The number of keys up to which comparing them is faster than a table.
    private static let searchLimit = 12

    package static let empty = FieldKeys([])

    /// The memory of a key in a table.
    static let costOfKey = 64

    /// The cost of looking up all keys once, in the units of `GraphDecodingPolicy.maximumCostPerByte`. Short keys cost nothing.
    let cost: Int

    package init(_ keys: [String], cost: Int = 0) {
        self.keys = keys
        self.cost = cost
    }

    private var positions: PositionTable { (table.load() ?? table.storeIfNil(Table(keys))).positions }

    /// Whether the bytes of all keys differ.
    var isUnique: Bool {
        guard keys.count <= Self.searchLimit else { return positions.count == keys.count }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: keys.count) { hashes in
            for index in keys.indices {
                hashes[index] = TextHash.hash(keys[index])
                for other in 0..<index where hashes[other] == hashes[index] && keys[other].isExactly(keys[index]) {
                    return false
                }
            }
            return true
        }
    }

    func index(of key: String) -> Int? {
        keys.count > Self.searchLimit ? positions.find(key, in: keys) : keys.firstIndex { $0.isExactly(key) }
    }
}
