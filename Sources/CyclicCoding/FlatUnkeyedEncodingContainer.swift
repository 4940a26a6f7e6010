/// Encodes the unkeyed values of a value.
struct FlatUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let encoder: FlatEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    var count: Int { encoder.count }

    private func append(_ value: FlatValue) { encoder.append(encoder.session.values.add(value)) }

    private func append(integer: some FixedWidthInteger) {
        encoder.append(encoder.session.values.add(integer: integer))
    }

    private var nextPath: CodingKeyPath { CodingKeyPath(encoder.path, IndexKey(count)) }

    func encodeNil() { append(FlatValue(.null)) }
    func encode(_ value: Bool) { append(FlatValue(value)) }
    func encode(_ value: String) { encoder.append(encoder.session.values.add(value)) }
    func encode(_ value: Double) { append(FlatValue(value)) }
    func encode(_ value: Float) { append(FlatValue(value)) }
    // One method for all integers. The standard library has defaults for these two, which would come before it.
    func encode(_ value: Int128) { append(integer: value) }
    func encode(_ value: UInt128) { append(integer: value) }
    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) { append(integer: value) }

    func encode<Value: Encodable>(_ value: Value) throws {
        encoder.append(try encoder.session.encode(value, at: nextPath, level: encoder.level))
    }

    func encodeConditional<Value: Encodable & AnyObject>(_ object: Value) {
        encoder.append(encoder.session.reference(to: object, .conditional, at: nextPath))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        encoder.appendNested().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.appendNested().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.appendNested() }
}
