extension Dictionary: GEncodable where Key: GEncodable, Value: GEncodable {
    /// Encodes alternating keys and values as unkeyed values.
    public func encode(to encoder: GEncoder) throws {
        try encoder._writer.markUnorderedItems(count, valuesEach: 2)
        for (key, value) in self {
            try encoder._writer.hashing { try encoder.encode(key) }
            try encoder.encode(value)
        }
    }

    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        if writer.needsIdentity(Self.self) {
            return try writer.withSession { try $0.encodeIdentified(self) }
        }
        let start = writer.withSession { $0.position }
        try writer.openCollection(
            Tag.map, count: count, elementSize: MemoryLayout<(Key, Value)>.stride * DecodingCost.hashTableFactor)
        try writer.markUnordered(count, valuesEach: 2)
        for (key, value) in self {
            try writer.hashing { try key._encode(into: writer) }
            try value._encode(into: writer)
        }
        writer.closeCollection()
        if let pairs = EqualHashes.count(keys, by: { $0 }) {
            writer.charge(DecodingCost.comparing(pairs, of: count, size: writer.withSession { $0.position } - start))
        }
    }
}

extension Dictionary: GDecodable where Key: GDecodable, Value: GDecodable {
    /// Creates a dictionary by decoding all remaining unkeyed values as alternating keys and values.
    public init(from decoder: GDecoder) throws {
        var pairs: [(Key, Value)] = []
        let reader = decoder._reader
        let mark = reader.costMark
        while decoder.unkeyedCount > 0 {
            pairs.append((try decoder.decode(), try decoder.decode()))
        }
        let mayChange = try reader.withSession { try $0.prepareHashingOfReferences() }
        try reader.chargeHashing(of: pairs, since: mark, areFixed: false) { $0.0 }
        self.init(pairs) { $1 }
        guard count == pairs.count else {
            throw reader.equalElements("A dictionary holds equal keys", mayChange: mayChange)
        }
        if mayChange {
            reader.withSession { $0.check(Array(keys), from: $0.state.pointee.cursor) }
        }
    }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> [Key: Value] {
        if _GraphReader.isReference(try reader.peekTag()) {
            return try reader.withSession { try $0.decodeIdentified(Self.self) }
        }
        let mark = reader.costMark
        let count = try reader.withSession {
            try $0.openCollection(
                Tag.map, of: Self.self, elementSize: MemoryLayout<(Key, Value)>.stride * DecodingCost.hashTableFactor)
        }
        // Decode all keys and values before hashing the first key.
        var pairs: [(Key, Value)] = []
        pairs.reserveCapacity(DecodingCost.reservation(count, size: MemoryLayout<(Key, Value)>.stride))
        for _ in 0..<count {
            let key = try Key._decode(from: reader)
            pairs.append((key, try Value._decode(from: reader)))
        }
        reader.closeCollection()
        let keysAreFixed = Key._packedElementKind != nil || Key.self == String.self
        return try reader.makeDictionary(pairs, since: mark, keysAreFixed: keysAreFixed)
    }

    @inlinable
    public static var _mayLeadToObject: Bool { Key._mayLeadToObject || Value._mayLeadToObject }
}

extension _GraphReader {
    /// Creates a dictionary, after everything that it has was decoded.
    ///
    /// - Parameters:
    ///   - pairs: The keys and values.
    ///   - mark: A mark from before the dictionary.
    ///   - keysAreFixed: Whether the keys are numbers or strings, which lead to no object.
    @inlinable @inline(__always)
    func makeDictionary<Key: Hashable, Value>(
        _ pairs: [(Key, Value)], since mark: CostMark, keysAreFixed: Bool
    ) throws -> [Key: Value] {
        var mayChange = false
        if !keysAreFixed {
            mayChange = try withSession { try $0.prepareHashing(from: mark.start) }
        }
        try chargeHashing(of: pairs, since: mark, areFixed: keysAreFixed) { $0.0 }
        let dictionary = Dictionary(pairs) { $1 }
        guard dictionary.count == pairs.count else {
            throw equalElements("A dictionary holds equal keys", mayChange: mayChange, at: mark.start)
        }
        if mayChange {
            withSession { $0.check(pairs.map(\.0), from: mark.start) }
        }
        return dictionary
    }
}
