import CodingTree

/// Collects the keyed values of a value.
struct FlatKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: FlatEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func set(_ value: TreeValue, _ key: Key) {
        encoder.node.set(.value(value), for: key.stringValue)
    }

    func encodeNil(forKey key: Key) { set(.null, key) }
    func encode(_ value: Bool, forKey key: Key) { set(.bool(value), key) }
    func encode(_ value: String, forKey key: Key) { set(.string(value), key) }
    func encode(_ value: Double, forKey key: Key) { set(.double(value), key) }
    func encode(_ value: Float, forKey key: Key) { set(.float(value), key) }
    func encode(_ value: Int, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: Int8, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: Int16, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: Int32, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: Int64, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: Int128, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: UInt, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: UInt8, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: UInt16, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: UInt32, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: UInt64, forKey key: Key) { set(TreeValue(integer: value), key) }
    func encode(_ value: UInt128, forKey key: Key) { set(TreeValue(integer: value), key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let tree = try encoder.session.encode(value, at: CodingKeyPath(encoder.path, key), level: encoder.level)
        set(tree, key)
    }

    func encodeConditional<Value: Encodable & AnyObject>(_ object: Value, forKey key: Key) {
        set(encoder.session.reference(to: object, .conditional, at: CodingKeyPath(encoder.path, key)), key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder.nested(NameKey.super) { $0.nested(for: NameKey.super.stringValue) }
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        nested(key)
    }

    private func nested(_ key: Key) -> FlatEncoder {
        encoder.nested(key) { $0.nested(for: key.stringValue) }
    }
}
