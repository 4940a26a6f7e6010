/// Encodes the single value of a value.
struct FlatSingleValueEncodingContainer: SingleValueEncodingContainer {
    let encoder: FlatEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private var values: FlatValues { encoder.session.values }

    func encodeNil() { encoder.setSingle(values.add(FlatValue(.null))) }
    func encode(_ value: Bool) { encoder.setSingle(values.add(FlatValue(value))) }
    func encode(_ value: String) { encoder.setSingle(values.add(value)) }
    func encode(_ value: Double) { encoder.setSingle(values.add(FlatValue(value))) }
    func encode(_ value: Float) { encoder.setSingle(values.add(FlatValue(value))) }
    // One method for all integers. The standard library has defaults for these two, which would come before it.
    func encode(_ value: Int128) { encoder.setSingle(values.add(integer: value)) }
    func encode(_ value: UInt128) { encoder.setSingle(values.add(integer: value)) }
    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) {
        encoder.setSingle(values.add(integer: value))
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        encoder.setSingle(try encoder.session.encode(value, at: encoder.path, level: encoder.level))
    }
}
