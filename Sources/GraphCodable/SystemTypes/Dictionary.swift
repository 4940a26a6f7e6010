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
        if try writer.encodeIfIdentified(self) { return }
        try writer.writeMap(self) {
            try $0._encode(into: writer)
        } _: {
            try $0._encode(into: writer)
        }
    }
}

extension Dictionary: GDecodable where Key: GDecodable, Value: GDecodable {
    /// Creates a dictionary by decoding all remaining unkeyed values as alternating keys and values.
    public init(from decoder: GDecoder) throws {
        var pairs: [(Key, Value)] = []
        let mark = decoder._reader.costMark
        while decoder.unkeyedCount > 0 {
            pairs.append((try decoder.decode(), try decoder.decode()))
        }
        self = try decoder._reader.hashed(pairs, since: mark, areFixed: false, isComposite: true, by: { $0.0 }) {
            Dictionary($0) { $1 }
        }
    }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> [Key: Value] {
        if _GraphReader.isReference(try reader.peekTag()) {
            return try reader.withSession { try $0.decodeIdentified(Self.self) }
        }
        let keysAreFixed = Key._packedElementKind != nil || Key.self == String.self
        return try reader.readMap(keysAreFixed: keysAreFixed) {
            try Key._decode(from: reader)
        } _: {
            try Value._decode(from: reader)
        }
    }

    @inlinable
    public static var _mayLeadToObject: Bool { Key._mayLeadToObject || Value._mayLeadToObject }
}
