import CodingTree

/// Collects the unkeyed values of a value.
struct FlatUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let encoder: FlatEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    var count: Int { encoder.node.count }

    private func append(_ value: TreeValue) {
        encoder.node.append(.value(value))
    }

    private var nextPath: CodingKeyPath { CodingKeyPath(encoder.path, IndexKey(count)) }

    func encodeNil() { append(.null) }
    func encode(_ value: Bool) { append(.bool(value)) }
    func encode(_ value: String) { append(.string(value)) }
    func encode(_ value: Double) { append(.double(value)) }
    func encode(_ value: Float) { append(.float(value)) }
    func encode(_ value: Int) { append(TreeValue(integer: value)) }
    func encode(_ value: Int8) { append(TreeValue(integer: value)) }
    func encode(_ value: Int16) { append(TreeValue(integer: value)) }
    func encode(_ value: Int32) { append(TreeValue(integer: value)) }
    func encode(_ value: Int64) { append(TreeValue(integer: value)) }
    func encode(_ value: Int128) { append(TreeValue(integer: value)) }
    func encode(_ value: UInt) { append(TreeValue(integer: value)) }
    func encode(_ value: UInt8) { append(TreeValue(integer: value)) }
    func encode(_ value: UInt16) { append(TreeValue(integer: value)) }
    func encode(_ value: UInt32) { append(TreeValue(integer: value)) }
    func encode(_ value: UInt64) { append(TreeValue(integer: value)) }
    func encode(_ value: UInt128) { append(TreeValue(integer: value)) }

    func encode<Value: Encodable>(_ value: Value) throws {
        append(try encoder.session.encode(value, at: nextPath, level: encoder.level))
    }

    func encodeConditional<Value: Encodable & AnyObject>(_ object: Value) {
        append(encoder.session.reference(to: object, .conditional, at: nextPath))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        appendNested().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        appendNested().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        appendNested()
    }

    private func appendNested() -> FlatEncoder {
        encoder.nested(IndexKey(count)) { $0.appendNested() }
    }
}
