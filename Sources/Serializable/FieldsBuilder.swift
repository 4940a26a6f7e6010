import CyclicCoding
import GraphCodable

/// Collects values with keys.
struct FieldsBuilder {
    /// The number of keys up to which values share their lists.
    private static let sharedLimit = 64

    private let transitions: KeyListTree
    private var node = KeyListTree.root
    private var own: KeyTable?
    private var values: [TreeValue] = []

    /// - Parameter transitions: The key lists that values may share.
    init(sharing transitions: KeyListTree) {
        self.transitions = transitions
    }

    var isEmpty: Bool { values.isEmpty }

    /// Adds a value, unless there is one with the key. Returns whether it was added.
    @discardableResult
    mutating func add(_ value: TreeValue, for key: String) -> Bool {
        guard add(key) else { return false }
        values.append(value)
        return true
    }

    /// Adds a key, or returns `false` if it exists already.
    private mutating func add(_ key: String) -> Bool {
        if own == nil, values.count < Self.sharedLimit {
            switch transitions.step(from: node, key) {
            case .appended(let next):
                node = next
                return true
            case .repeated:
                return false
            }
        }
        if own == nil {
            own = KeyTable(transitions.keys(of: node).keys)
        }
        return own?.append(key) == nil
    }

    /// The fields that have been added.
    var fields: TreeFields {
        TreeFields(keys: own.map { FieldKeys($0.keys) } ?? transitions.keys(of: node), values: values)
    }
}
