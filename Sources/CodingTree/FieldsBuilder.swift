/// Collects values with keys. A key that is written again replaces its value.
package struct FieldsBuilder<Value> {
    /// The most keys for which lists are shared; a value with more is a dictionary rather than fields.
    private static var sharedLimit: Int { 64 }

    private var node: KeyTransitions
    private var ownIndices: [String: Int]?
    private var ownKeys: [String] = []
    package private(set) var values: [Value] = []

    /// - Parameter root: The root of the lists of keys that values may share.
    package init(sharing root: KeyTransitions) {
        node = root
    }

    /// Sets a key's value.
    ///
    /// - Returns: The value that the key had before.
    @discardableResult
    package mutating func set(_ value: Value, for key: String) -> Value? {
        if let index = append(key) {
            let previous = values[index]
            values[index] = value
            return previous
        }
        values.append(value)
        return nil
    }

    package subscript(key: String) -> Value? {
        guard let index = ownIndices.map({ $0[key] }) ?? node.keys.index(of: key) else { return nil }
        return values[index]
    }

    /// Adds a key, unless it is there.
    private mutating func append(_ key: String) -> Int? {
        if ownIndices == nil, values.count < Self.sharedLimit {
            switch node.step(key) {
            case .appended(let next):
                node = next
                return nil
            case .repeated(let index):
                return index
            }
        }
        if ownIndices == nil {
            ownKeys = node.keys.keys
            ownIndices = Dictionary(uniqueKeysWithValues: ownKeys.enumerated().map { ($1, $0) })
        }
        if let index = ownIndices?[key] {
            return index
        }
        ownIndices?[key] = ownKeys.count
        ownKeys.append(key)
        return nil
    }

    /// The fields, with each value made into a node.
    package func finish(_ transform: (Value) -> TreeValue) -> TreeFields {
        TreeFields(keys: ownIndices == nil ? node.keys : FieldKeys(ownKeys), values: values.map(transform))
    }
}
