import GraphCodable

/// A set or a dictionary.
///
/// The standard library inserts elements while it decodes them. If many hashes are equal, that takes quadratic time and
/// nothing can stop it. So the session decodes all elements first, checks their hashes, and then creates the
/// collection.
protocol HashedCollection: DecodableCollection {
    /// The elements or keys, with their present hashes.
    var elementHashes: ElementHashes { get }
    var count: Int { get }
    /// The number of values that the container has for each element, the first of which is hashed.
    static var valuesPerElement: Int { get }
}

extension Set: EncodableCollection where Element: Encodable {
    static func encode<Value>(
        _ collection: Value, by session: FlatteningSession, at path: CodingKeyPath?, level: Int
    ) throws -> UInt32? {
        let list = session.values.add(FlatValue(.array))
        for element in known(collection, as: Set.self) {
            try session.append(element, to: list, at: path, level: level)
        }
        return list
    }
}

extension Set: DecodableCollection, HashedCollection where Element: Decodable {
    var elementHashes: ElementHashes { ElementHashes(Array(self)) }
    static var valuesPerElement: Int { 1 }

    static func decode(from content: FlatValue, by session: RestoringSession, at path: CodingKeyPath?) throws -> Set {
        let members = try [Element].decode(from: content, by: session, at: path)
        try session.chargeTable(of: members.count, Element.self, at: path)
        try session.chargeEqualHashes(of: members, at: path)
        return set(of: members)
    }

    @_specialize(where Element == String)
    @_specialize(where Element == Int)
    private static func set(of members: [Element]) -> Set {
        Set(members)
    }
}

extension Dictionary: EncodableCollection where Key: Encodable, Value: Encodable {
    static func encode<Collection>(
        _ collection: Collection, by session: FlatteningSession, at path: CodingKeyPath?, level: Int
    ) throws -> UInt32? {
        let dictionary = known(collection, as: Dictionary.self)
        if Key.self == String.self || Key.self == Int.self {
            return try session.encodeFields(dictionary, at: path, level: level) {
                Key.self == String.self ? known($0, as: String.self) : String(known($0, as: Int.self))
            }
        }
        // The standard library asks such keys for their names.
        guard !(Key.self is any CodingKeyRepresentable.Type) else { return nil }
        let list = session.values.add(FlatValue(.array))
        for (key, value) in dictionary {
            try session.append(key, to: list, at: path, level: level)
            try session.append(value, to: list, at: path, level: level)
        }
        return list
    }
}

extension Dictionary: DecodableCollection, HashedCollection where Key: Decodable, Value: Decodable {
    var elementHashes: ElementHashes { ElementHashes(Array(keys)) }
    static var valuesPerElement: Int { 2 }

    static func decode(
        from content: FlatValue, by session: RestoringSession, at path: CodingKeyPath?
    ) throws -> Dictionary {
        if Key.self == String.self || Key.self == Int.self {
            return try session.decodeFields(content, at: path)
        }
        guard !(Key.self is any CodingKeyRepresentable.Type) else { throw NeedsLibrary() }
        var elements = try session.checkedElements(of: content, at: path)
        guard elements.count.isMultiple(of: 2) else { throw NeedsLibrary() }
        try session.chargeTable(of: elements.count / 2, (Key, Value).self, at: path)
        var (keys, values) = ([] as [Key], [] as [Value])
        while !elements.isAtEnd {
            keys.append(try session.decodeNext(Key.self, of: &elements, at: path))
            values.append(try session.decodeNext(Value.self, of: &elements, at: path))
        }
        try session.chargeEqualHashes(of: keys, at: path)
        var dictionary = Dictionary(minimumCapacity: keys.count)
        for index in keys.indices { dictionary.updateValue(values[index], forKey: keys[index]) }
        return dictionary
    }
}

/// The name of a value in a dictionary.
private struct DictionaryKey: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { stringValue = String(intValue) }
}

extension FlatteningSession {
    /// Encodes a dictionary as fields.
    fileprivate func encodeFields<Key, Value: Encodable>(
        _ dictionary: [Key: Value], at path: CodingKeyPath?, level: Int, _ name: (Key) -> String
    ) throws -> UInt32 {
        let fields = values.add(FlatValue(.fields))
        values[fields].keys = keys.list(forKeyCount: dictionary.count)
        for (key, value) in dictionary {
            let name = name(key)
            let child = try encode(value, at: CodingKeyPath(path, DictionaryKey(stringValue: name)), level: level)
            _ = addKey(name, to: fields, isNew: true)
            values.append(child, to: fields)
        }
        return fields
    }
}

extension RestoringSession {
    /// Decodes a dictionary, whose keys are texts or integers, from fields. Throws ``NeedsLibrary`` if a name is no key.
    ///
    /// The standard library's generic methods take three times as long as those for a type.
    @_specialize(where Key == String, Value == String)
    @_specialize(where Key == String, Value == Int)
    @_specialize(where Key == String, Value == Double)
    @_specialize(where Key == String, Value == Bool)
    @_specialize(where Key == Int, Value == String)
    @_specialize(where Key == Int, Value == Int)
    @_specialize(where Key == Int, Value == Double)
    fileprivate func decodeFields<Key: Hashable, Value: Decodable>(
        _ content: FlatValue, at path: CodingKeyPath?
    ) throws -> [Key: Value] {
        guard content.kind == .fields else { throw mismatch([String: Any].self, content, at: path) }
        try work.charge(values.ownSize(content), at: path)
        try chargeTable(of: Int(content.count), (Key, Value).self, at: path)
        try work.charge(cost: values.costOfKeys(content), at: path)
        var dictionary = [Key: Value](minimumCapacity: Int(content.count))
        var position = content.first
        for name in values.keys(content).keys {
            let key: Key
            if Key.self == String.self {
                key = known(name, as: Key.self)
            } else if let number = Int(name) {
                key = known(number, as: Key.self)
            } else {
                throw NeedsLibrary()
            }
            let value = values[position]
            position = value.next
            dictionary.updateValue(
                try decode(Value.self, from: value, at: CodingKeyPath(path, DictionaryKey(stringValue: name))),
                forKey: key
            )
        }
        return dictionary
    }

    /// Charges for the memory of a hash table: it has room for up to 8/3 times as many elements.
    fileprivate func chargeTable<Element>(of count: Int, _ type: Element.Type, at path: CodingKeyPath?) throws {
        try work.charge(memoryOf: count, type, times: 3, at: path)
    }

    fileprivate func chargeEqualHashes<Key: Hashable>(of keys: [Key], at path: CodingKeyPath?) throws {
        guard let pairs = HashCollisions.count(keys, by: { $0 }), pairs > keys.count else { return }
        // A few comparisons take as long as a value.
        try work.charge((pairs - keys.count) / 4, at: path)
    }
}
