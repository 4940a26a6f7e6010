import GraphCodable

/// The keys of a value that has too many to share their list with others, such as a dictionary.
package struct KeyTable {
    package private(set) var keys: [String]
    private var indices: [ExactText: Int]

    package init(_ keys: [String]) {
        self.keys = keys
        indices = Dictionary(uniqueKeysWithValues: keys.enumerated().map { (ExactText($1), $0) })
    }

    /// Adds a key, or returns its index if it exists already.
    package mutating func append(_ key: String) -> Int? {
        // The key is looked up once.
        let index = { (index: inout Int) in index }(&indices[ExactText(key), default: keys.count])
        guard index == keys.count else { return index }
        keys.append(key)
        return nil
    }
}
