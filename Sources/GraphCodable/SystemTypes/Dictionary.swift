extension Dictionary: GEncodable where Key: GEncodable, Value: GEncodable {
    /// Writes the keys and values as unkeyed values, in turn.
    public func encode(to encoder: GEncoder) throws {
        for (key, value) in self {
            try encoder.encode(key)
            try encoder.encode(value)
        }
    }

    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        if writer.needsIdentity(Self.self) {
            return try writer.encodeIdentified(self)
        }
        try writer.openCollection(Tag.map, count: count)
        for (key, value) in self {
            try key._encode(into: writer)
            try value._encode(into: writer)
        }
        writer.closeCollection()
    }
}

extension Dictionary: GDecodable where Key: GDecodable, Value: GDecodable {
    /// Reads all unkeyed values that are left as keys and values, in turn.
    public init(from decoder: GDecoder) throws {
        self.init()
        while decoder.unkeyedCount > 0 {
            let key: Key = try decoder.decode()
            self[key] = .some(try decoder.decode())
        }
    }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> [Key: Value] {
        if _GraphReader.isReference(try reader.peekTag()) {
            return try reader.decodeIdentified(Self.self)
        }
        let start = reader.state.pointee.cursor
        let count = try reader.openCollection(Tag.map, of: Self.self)
        // All keys and values are decoded before the first key is hashed.
        var pairs: [(Key, Value)] = []
        pairs.reserveCapacity(Swift.min(count, 65_536))
        for _ in 0..<count {
            let key = try Key._decode(from: reader)
            pairs.append((key, try Value._decode(from: reader)))
        }
        reader.closeCollection()
        if Key._packedElementKind == nil, Key.self != String.self {
            try reader.finishObjects(from: start)
        }
        var dictionary = Dictionary(minimumCapacity: count)
        for (key, value) in pairs {
            guard dictionary.updateValue(value, forKey: key) == nil else {
                throw reader.error(
                    .duplicateElement,
                    "A dictionary holds equal keys. The archive is damaged, or == has changed since it was made.")
            }
        }
        return dictionary
    }
}
