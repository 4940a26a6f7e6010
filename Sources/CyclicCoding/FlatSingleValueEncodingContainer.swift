import CodingTree

/// Collects the single value of a value.
struct FlatSingleValueEncodingContainer: SingleValueEncodingContainer {
    let encoder: FlatEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func set(_ value: TreeValue) {
        encoder.node.setSingle(value)
    }

    func encodeNil() { set(.null) }
    func encode(_ value: Bool) { set(.bool(value)) }
    func encode(_ value: String) { set(.string(value)) }
    func encode(_ value: Double) { set(.double(value)) }
    func encode(_ value: Float) { set(.float(value)) }
    func encode(_ value: Int) { set(TreeValue(integer: value)) }
    func encode(_ value: Int8) { set(TreeValue(integer: value)) }
    func encode(_ value: Int16) { set(TreeValue(integer: value)) }
    func encode(_ value: Int32) { set(TreeValue(integer: value)) }
    func encode(_ value: Int64) { set(TreeValue(integer: value)) }
    func encode(_ value: Int128) { set(TreeValue(integer: value)) }
    func encode(_ value: UInt) { set(TreeValue(integer: value)) }
    func encode(_ value: UInt8) { set(TreeValue(integer: value)) }
    func encode(_ value: UInt16) { set(TreeValue(integer: value)) }
    func encode(_ value: UInt32) { set(TreeValue(integer: value)) }
    func encode(_ value: UInt64) { set(TreeValue(integer: value)) }
    func encode(_ value: UInt128) { set(TreeValue(integer: value)) }

    func encode<Value: Encodable>(_ value: Value) throws {
        set(try encoder.session.encode(value, at: encoder.path, level: encoder.level))
    }
}
