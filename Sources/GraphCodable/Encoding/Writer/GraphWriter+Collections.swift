extension _GraphWriter {
    /// Writes the elements of a set, or a key of a dictionary. Meanwhile, the session compares values with the same identity.
    ///
    /// An archive has one value for each identity. If an element had the identity of a different value, it would be decoded as
    /// that value. It might equal another element then, and the set could not be decoded.
    @inlinable @inline(__always)
    func hashing(_ write: () throws -> Void) rethrows {
        let outer = state.pointee.isHashed
        state.pointee.isHashed = true
        defer { state.pointee.isHashed = outer }
        try write()
    }

    /// Writes a dictionary, with closures that write a key and a value.
    @inlinable @inline(__always)
    func writeMap<Key, Value>(
        _ map: [Key: Value], _ writeKey: (Key) throws -> Void, _ writeValue: (Value) throws -> Void
    ) throws {
        let start = withSession { $0.position }
        try openCollection(
            Tag.map, count: map.count, elementSize: MemoryLayout<(Key, Value)>.stride * DecodingCost.hashTableFactor)
        try markUnordered(map.count, valuesEach: 2)
        for (key, value) in map {
            try hashing { try writeKey(key) }
            try writeValue(value)
        }
        closeCollection()
        chargeComparing(map.keys, since: start)
    }

    /// Adds the cost of comparing hashed elements with equal hashes, which were written from a position on.
    @inlinable @inline(__always)
    func chargeComparing<Elements: Collection>(_ elements: Elements, since start: Int)
    where Elements.Element: Hashable {
        if let pairs = HashCollisions.count(elements, by: { $0 }) {
            charge(DecodingCost.comparing(pairs, of: elements.count, size: withSession { $0.position } - start))
        }
    }
}
