import GraphCodable

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
    private let indices: [ExactText: Int]?

    /// The number of keys up to which a linear search is faster than hashing.
    private static let searchLimit = 12

    package static let empty = FieldKeys([])

    /// The memory of a key in a table.
    package static let costOfKey = 64

    /// The cost of looking up all keys once, in the units of `GraphDecodingPolicy.maximumCostPerByte`. Short keys cost nothing.
    package let cost: Int

    package init(_ keys: [String], cost: Int = 0) {
        self.keys = keys
        self.cost = cost
        indices =
            keys.count > Self.searchLimit
            ? Dictionary(keys.enumerated().map { (ExactText($1), $0) }, uniquingKeysWith: { first, _ in first }) : nil
    }

    /// Whether the bytes of all keys differ.
    var isUnique: Bool {
        indices.map { $0.count == keys.count }
            ?? keys.indices.allSatisfy { index in !keys[..<index].contains { $0.isExactly(keys[index]) } }
    }

    package func index(of key: String) -> Int? {
        indices.map { $0[ExactText(key)] } ?? keys.firstIndex { $0.isExactly(key) }
    }
}
