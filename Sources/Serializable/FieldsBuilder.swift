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
        if own == nil, values.count < Self.sharedLimit {
            guard case .appended(let next) = transitions.step(from: node, key) else { return false }
            node = next
        } else {
            if own == nil { own = KeyTable(transitions.keys(of: node).keys) }
            guard own?.append(key) == nil else { return false }
        }
        values.append(value)
        return true
    }

    /// The fields that have been added.
    var fields: TreeFields {
        TreeFields(keys: own.map { FieldKeys($0.keys) } ?? transitions.keys(of: node), values: values)
    }
}
