/// Decodes the keyed values of a value.
struct FlatKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: FlatDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] { decoder.allKeys() }

    func contains(_ key: Key) -> Bool { decoder.keys.index(of: key.stringValue) != nil }

    @inline(__always)
    private func value(_ key: Key) throws -> FlatValue {
        guard let value = decoder.field(key.stringValue) else { throw keyNotFound(key) }
        return value
    }

    private func keyNotFound(_ key: Key) -> any Error {
        DecodingError.keyNotFound(
            key, decoder.session.context("There is no value for the key '\(key.stringValue)'.", at: decoder.path))
    }

    /// Returns the value for a key, or `nil` if there is none or it is nil.
    @inline(__always)
    private func present(_ key: Key) -> FlatValue? {
        guard let value = decoder.field(key.stringValue), value.kind != .null else { return nil }
        return value
    }

    private func path(_ key: Key) -> CodingKeyPath { CodingKeyPath(decoder.path, key) }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).kind == .null }

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

    // Not generic, so that it needs no metadata.
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try decoder.session.integer(try value(key), at: path(key))
    }

    // One method for all other integers. The standard library has defaults for these two, which would come before it.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type, forKey key: Key) throws -> Integer {
        try integer(key)
    }

    private func integer<Integer: FixedWidthInteger>(_ key: Key) throws -> Integer {
        try decoder.session.integer(try value(key), at: path(key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.session.decode(type, from: try value(key), at: path(key))
    }

    // MARK: Values that may be missing

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key).map { try decoder.session.bool($0, at: path(key)) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key).map { try decoder.session.string($0, at: path(key)) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map { try decoder.session.double($0, at: path(key)) }
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try present(key).map { try decoder.session.float($0, at: path(key)) }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key).map { try decoder.session.integer($0, at: path(key)) }
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(key) }

    private func integerIfPresent<Integer: FixedWidthInteger>(_ key: Key) throws -> Integer? {
        try present(key).map { try decoder.session.integer($0, at: path(key)) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = present(key) else { return nil }
        return try decoder.session.decode(type, from: value, at: path(key))
    }

    // MARK: Nested containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        decoder.nested(decoder.field(NameKey.super.stringValue) ?? FlatValue(.null), NameKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder.nested(decoder.field(key.stringValue) ?? FlatValue(.null), key)
    }

    private func nested(_ key: Key) throws -> FlatDecoder {
        decoder.nested(try value(key), key)
    }
}
