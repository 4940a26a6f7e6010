extension _GraphReader {
    /// Reads a dictionary.
    ///
    /// - Parameters:
    ///   - keysAreFixed: Whether the keys are numbers or strings, which lead to no object.
    ///   - readKey: Reads the next key.
    ///   - readValue: Reads the value of the key.
    @inlinable @inline(__always)
    func readMap<Key: Hashable, Value>(
        keysAreFixed: Bool, _ readKey: () throws -> Key, _ readValue: () throws -> Value
    ) throws -> [Key: Value] {
        let mark = costMark
        let count = try withSession {
            try $0.openCollection(
                Tag.map, of: [Key: Value].self,
                elementSize: MemoryLayout<(Key, Value)>.stride * DecodingCost.hashTableFactor)
        }
        // Decode all keys and values before hashing the first key.
        let pairs = try [(Key, Value)](decoding: count) {
            let key = try readKey()
            return (key, try readValue())
        }
        closeCollection()
        return try hashed(pairs, since: mark, areFixed: keysAreFixed, by: { $0.0 }) { Dictionary($0) { $1 } }
    }

    /// Creates a set or a dictionary from its decoded elements or pairs.
    ///
    /// - Parameters:
    ///   - mark: The cost before the collection was read.
    ///   - areFixed: Whether numbers or strings are hashed, which lead to no object.
    ///   - isComposite: Whether the elements are the unkeyed values of a composite, which has not ended.
    ///   - key: Returns the part of an element that is hashed.
    ///   - make: Creates the collection from the elements or pairs. It has fewer if some are equal.
    @inlinable @inline(__always)
    func hashed<Element, Key: Hashable, Elements: Collection>(
        _ elements: [Element], since mark: CostMark, areFixed: Bool, isComposite: Bool = false,
        by key: (Element) -> Key,
        _ make: ([Element]) -> Elements
    ) throws -> Elements {
        var mayChange = false
        if !areFixed {
            mayChange = try withSession {
                try isComposite ? $0.prepareHashingOfReferences() : $0.prepareHashing(from: mark.start)
            }
        }
        try chargeHashing(of: elements, since: mark, areFixed: areFixed, by: key)
        let result = make(elements)
        let start = isComposite ? state.pointee.cursor : mark.start
        guard result.count == elements.count else {
            let what = Elements.self == Set<Key>.self ? "A set holds equal elements" : "A dictionary holds equal keys"
            throw withSession { $0.equalElements(what, mayChange: mayChange, at: start) }
        }
        if mayChange {
            withSession { $0.check(elements.map(key), from: start) }
        }
        return result
    }
}
