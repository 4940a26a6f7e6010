import CodingTree

/// Decodes the keyed values of a value.
struct FlatKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: FlatDecoder
    let fields: TreeFields

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] { fields.keys.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { fields.keys.index(of: key.stringValue) != nil }

    private func value(_ key: any CodingKey) throws -> TreeValue {
        if let value = fields[key.stringValue] {
            return value
        }
        throw DecodingError.keyNotFound(
            key,
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "There is no value for the key '\(key.stringValue)'."))
    }

    private func path(_ key: any CodingKey) -> CodingKeyPath { CodingKeyPath(decoder.path, key) }

    func decodeNil(forKey key: Key) throws -> Bool {
        if case .null = try value(key) {
            return true
        }
        return false
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try decoder.session.bool(try value(key), at: path(key))
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try decoder.session.string(try value(key), at: path(key))
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try decoder.session.double(try value(key), at: path(key))
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try decoder.session.float(try value(key), at: path(key))
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

    private func integer<Integer: FixedWidthInteger>(_ key: Key) throws -> Integer {
        try decoder.session.integer(try value(key), at: path(key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.session.decode(type, from: try value(key), at: path(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let value = fields[NameKey.super.stringValue] ?? .null
        return decoder.nested(value, NameKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder.nested(fields[key.stringValue] ?? .null, key)
    }

    private func nested(_ key: Key) throws -> FlatDecoder {
        decoder.nested(try value(key), key)
    }
}
