/// Encodes the unkeyed values of a value.
struct FlatUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let encoder: FlatEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    var count: Int { encoder.count }

    private var values: FlatValues { encoder.session.values }

    private var nextPath: CodingKeyPath { CodingKeyPath(encoder.path, IndexKey(count)) }

    func encodeNil() { encoder.append(values.add(FlatValue(.null))) }
    func encode(_ value: Bool) { encoder.append(values.add(FlatValue(value))) }
    func encode(_ value: String) { encoder.append(values.add(value)) }
    func encode(_ value: Double) { encoder.append(values.add(FlatValue(value))) }
    func encode(_ value: Float) { encoder.append(values.add(FlatValue(value))) }
    // One method for all integers. The standard library has defaults for these two, which would come before it.
    func encode(_ value: Int128) { encoder.append(values.add(integer: value)) }
    func encode(_ value: UInt128) { encoder.append(values.add(integer: value)) }
    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) { encoder.append(values.add(integer: value)) }

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
