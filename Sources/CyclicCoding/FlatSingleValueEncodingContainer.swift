/// Encodes the single value of a value.
struct FlatSingleValueEncodingContainer: SingleValueEncodingContainer {
    let encoder: FlatEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func set(_ value: FlatValue) { encoder.setSingle(encoder.session.values.add(value)) }

    private func set(integer: some FixedWidthInteger) {
        encoder.setSingle(encoder.session.values.add(integer: integer))
    }

    func encodeNil() { set(FlatValue(.null)) }
    func encode(_ value: Bool) { set(FlatValue(value)) }
    func encode(_ value: String) { encoder.setSingle(encoder.session.values.add(value)) }
    func encode(_ value: Double) { set(FlatValue(value)) }
    func encode(_ value: Float) { set(FlatValue(value)) }
    // One method for all integers. The standard library has defaults for these two, which would come before it.
    func encode(_ value: Int128) { set(integer: value) }
    func encode(_ value: UInt128) { set(integer: value) }
    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) { set(integer: value) }

    func encode<Value: Encodable>(_ value: Value) throws {
        encoder.setSingle(try encoder.session.encode(value, at: encoder.path, level: encoder.level))
    }
}
