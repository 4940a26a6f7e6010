import GraphCodable

/// Collects values with keys. Setting a key again replaces its value.
package struct FieldsBuilder {
    /// The number of keys up to which values share their lists.
    private static let sharedLimit = 64

    private let transitions: KeyListTree
    private var node = KeyListTree.root
    private var own: KeyTable?
    private var values: [TreeValue] = []

    /// - Parameter transitions: The key lists that values may share.
    package init(sharing transitions: KeyListTree) {
        self.transitions = transitions
    }

    package var isEmpty: Bool { values.isEmpty }

    /// Sets the value of a key, and returns its previous one.
    @discardableResult
    package mutating func set(_ value: TreeValue, for key: String) -> TreeValue? {
        if let index = append(key) {
            let previous = values[index]
            values[index] = value
            return previous
        }
        values.append(value)
        return nil
    }

    /// Adds a key, or returns its index if it exists already.
    private mutating func append(_ key: String) -> Int? {
        if own == nil, values.count < Self.sharedLimit {
            switch transitions.step(from: node, key) {
            case .appended(let next):
                node = next
                return nil
            case .repeated(let index):
                return index
            }
        }
        if own == nil {
            own = KeyTable(transitions.keys(of: node).keys)
        }
        return own?.append(key)
    }

    /// The fields that have been set.
    package var fields: TreeFields {
        TreeFields(keys: own.map { FieldKeys($0.keys) } ?? transitions.keys(of: node), values: values)
    }
}
