/// Encodes the keyed values of a value.
struct FlatKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: FlatEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func set(_ value: FlatValue, _ key: Key) {
        encoder.set(encoder.session.values.add(value), for: key.stringValue)
    }

    private func set(integer: some FixedWidthInteger, _ key: Key) {
        encoder.set(encoder.session.values.add(integer: integer), for: key.stringValue)
    }

    func encodeNil(forKey key: Key) { set(FlatValue(.null), key) }
    func encode(_ value: Bool, forKey key: Key) { set(FlatValue(value), key) }
    func encode(_ value: Double, forKey key: Key) { set(FlatValue(value), key) }
    func encode(_ value: Float, forKey key: Key) { set(FlatValue(value), key) }
    // One method for all integers. The standard library has defaults for these two, which would come before it.
    func encode(_ value: Int128, forKey key: Key) { set(integer: value, key) }
    func encode(_ value: UInt128, forKey key: Key) { set(integer: value, key) }
    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer, forKey key: Key) { set(integer: value, key) }

    func encode(_ value: String, forKey key: Key) {
        encoder.set(encoder.session.values.add(value), for: key.stringValue)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let position = try encoder.session.encode(value, at: CodingKeyPath(encoder.path, key), level: encoder.level)
        encoder.set(position, for: key.stringValue)
    }

    func encodeConditional<Value: Encodable & AnyObject>(_ object: Value, forKey key: Key) {
        let position = encoder.session.reference(to: object, .conditional, at: CodingKeyPath(encoder.path, key))
        encoder.set(position, for: key.stringValue)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.nested(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.nested(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.nested(NameKey.super) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(key) }
}
