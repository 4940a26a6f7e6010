import GraphCodable

/// A set, or a dictionary that is encoded as a list of keys and values.
///
/// The standard library inserts elements while it decodes them. If many hashes are equal, that takes quadratic time and
/// nothing can stop it. So the session decodes all elements first, checks their hashes, and then creates the
/// collection.
protocol HashedCollection {
    /// Decodes the collection from the values of the list at a path; `nil` if the standard library has to report an error.
    ///
    /// - Throws: The errors of decoding an element; `limitExceeded` if too many hashes are equal.
    static func restored(
        from elements: FlatElements, by session: RestoringSession, at path: CodingKeyPath?
    ) throws -> Self?

    /// The elements or keys, with their present hashes.
    var elementHashes: HashedElements { get }
    /// The number of values in the list.
    var elementCount: Int { get }
}

extension Set: HashedCollection where Element: Decodable {
    var elementHashes: HashedElements { HashedElements(Array(self)) }
    var elementCount: Int { count }

    static func restored(
        from elements: FlatElements, by session: RestoringSession, at path: CodingKeyPath?
    ) throws -> Set? {
        var (elements, members) = (elements, [] as [Element])
        while let value = elements.next {
            let index = elements.index
            members.append(try session.decode(Element.self, from: value, at: CodingKeyPath(path, IndexKey(index))))
            elements.advance()
        }
        try session.chargeEqualHashes(of: members, by: { $0 }, at: path)
        return Set(members)
    }
}

extension Dictionary: HashedCollection where Key: Decodable, Value: Decodable {
    var elementHashes: HashedElements { HashedElements(Array(keys)) }
    var elementCount: Int { 2 * count }

    static func restored(
        from elements: FlatElements, by session: RestoringSession, at path: CodingKeyPath?
    ) throws -> Dictionary? {
        // The standard library reads such keys from keyed containers only. They include `String` and `Int`.
        guard elements.count.isMultiple(of: 2), !(Key.self is any CodingKeyRepresentable.Type) else { return nil }
        var (elements, pairs) = (elements, [] as [(Key, Value)])
        func next<Item: Decodable>(_ type: Item.Type) throws -> Item? {
            guard let value = elements.next else { return nil }
            let index = elements.index
            elements.advance()
            return try session.decode(type, from: value, at: CodingKeyPath(path, IndexKey(index)))
        }
        while let key = try next(Key.self), let value = try next(Value.self) {
            pairs.append((key, value))
        }
        try session.chargeEqualHashes(of: pairs, by: { $0.0 }, at: path)
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }
}

extension RestoringSession {
    /// Decodes a set or dictionary with more than a few elements. Returns `nil` for all other values.
    func hashedCollection<Value>(_ type: Value.Type, _ value: FlatValue, at path: CodingKeyPath?) throws -> Value? {
        // Casts to protocols are slow, and most values are not lists.
        let untyped = values.untyped(value)
        guard untyped.kind == .reference || elements(of: untyped).map(\.count) ?? 0 > EqualHashes.freeCount,
            let type = type as? any HashedCollection.Type,
            let elements = elements(of: try content(of: value, at: path)), elements.count > EqualHashes.freeCount
        else { return nil }
        return try run { try type.restored(from: elements, by: self, at: path) } as? Value
    }

    fileprivate func chargeEqualHashes<Element, Key: Hashable>(
        of elements: [Element], by key: (Element) -> Key, at path: CodingKeyPath?
    ) throws {
        guard let pairs = EqualHashes.count(elements, by: key), pairs > elements.count else { return }
        try work.charge(equalHashes: pairs - elements.count, at: path)
    }
}
