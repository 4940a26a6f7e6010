/// The keys of values, as keys of a type.
///
/// Each value of an enumeration asks for them, and an array of a generic type takes longer to create than to look up.
struct DecodedKeys {
    private struct Entry {
        let list: UInt32
        let type: ObjectIdentifier
        let keys: AnyObject
    }

    private final class List<Key> {
        let keys: [Key]
        init(_ keys: [Key]) { self.keys = keys }
    }

    /// The latest lists. Those with the same remainder share an entry.
    private var entries = ContiguousArray<Entry?>(repeating: nil, count: 32)

    /// - Parameter list: The position of the list of names.
    mutating func keys<Key: CodingKey>(_ names: [String], at list: UInt32) -> [Key] {
        guard !names.isEmpty else { return [] }
        let index = Int(list) % entries.count
        if let known = entries[index], known.list == list, known.type == ObjectIdentifier(Key.self) {
            // Only a list of this type is stored with it.
            return unsafeDowncast(known.keys, to: List<Key>.self).keys
        }
        let keys = names.compactMap { Key(stringValue: $0) }
        entries[index] = Entry(list: list, type: ObjectIdentifier(Key.self), keys: List(keys))
        return keys
    }
}
