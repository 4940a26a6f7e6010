import GraphCodable

/// The keys of a value that has too many to share their list with others, such as a dictionary.
package struct KeyTable {
    package private(set) var keys: [String]
    /// The positions of the first keys, as far as a key was sought.
    private var positions = PositionTable()

    /// - Parameter keys: Different keys.
    package init(_ keys: [String]) {
        self.keys = keys
    }

    /// Adds a key, or returns its index if it exists already.
    ///
    /// - Parameter isNew: Whether it cannot exist.
    package mutating func append(_ key: String, isNew: Bool = false) -> Int? {
        if !isNew {
            while positions.count < keys.count {
                positions.add(keys[positions.count], at: positions.count, in: keys)
            }
            if let index = positions.add(key, at: keys.count, in: keys) { return index }
        }
        keys.append(key)
        return nil
    }
}
