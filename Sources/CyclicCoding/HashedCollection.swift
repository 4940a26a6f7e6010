import CodingTree
import GraphCodable

/// A set, or a dictionary that is coded as a list of keys and values.
///
/// The standard library inserts one element after another while it decodes. When many hashes are equal that takes time quadratic in their
/// number, and nobody could stop it. So these are made here, when all elements are there and their hashes have been looked at.
protocol HashedCollection {
    /// Decodes the collection as the standard library does.
    ///
    /// - Parameters:
    ///   - elements: The values of the list.
    ///   - session: What decodes them.
    ///   - path: Where the list is.
    /// - Returns: The collection; `nil` when the standard library has to report what is wrong with it.
    /// - Throws: What decoding an element throws; `limitExceeded` when too many hashes are equal.
    static func restored(
        from elements: [TreeValue], by session: RestoringSession, at path: CodingKeyPath?
    ) throws -> Self?
}

extension Set: HashedCollection where Element: Decodable {
    static func restored(
        from elements: [TreeValue], by session: RestoringSession, at path: CodingKeyPath?
    ) throws -> Set? {
        let members = try elements.indices.map { index in
            try session.decode(Element.self, from: elements[index], at: CodingKeyPath(path, IndexKey(index)))
        }
        try session.chargeEqualHashes(of: members, by: { $0 }, at: path)
        return Set(members)
    }
}

extension Dictionary: HashedCollection where Key: Decodable, Value: Decodable {
    static func restored(
        from elements: [TreeValue], by session: RestoringSession, at path: CodingKeyPath?
    ) throws -> Dictionary? {
        guard elements.count.isMultiple(of: 2) else { return nil }
        let pairs = try stride(from: 0, to: elements.count, by: 2).map { index in
            (
                try session.decode(Key.self, from: elements[index], at: CodingKeyPath(path, IndexKey(index))),
                try session.decode(Value.self, from: elements[index + 1], at: CodingKeyPath(path, IndexKey(index + 1)))
            )
        }
        try session.chargeEqualHashes(of: pairs, by: { $0.0 }, at: path)
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }
}

extension RestoringSession {
    /// A set or dictionary of more than a few elements; `nil` for all other values.
    func hashedCollection<Value>(_ type: Value.Type, _ value: TreeValue, at path: CodingKeyPath?) throws -> Value? {
        // Casts to protocols take long; most values are no lists.
        switch value.untyped {
        case .array(let elements) where elements.count > EqualHashes.freeCount: break
        case .reference: break
        default: return nil
        }
        guard let type = type as? any HashedCollection.Type,
            case .array(let elements) = try content(of: value, at: path), elements.count > EqualHashes.freeCount
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
