/// Decodes the single value of a value.
struct FlatSingleValueDecodingContainer: SingleValueDecodingContainer {
    let decoder: FlatDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.kind == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        try decoder.session.bool(decoder.value, at: decoder.path)
    }

    func decode(_ type: String.Type) throws -> String {
        try decoder.session.string(decoder.value, at: decoder.path)
    }

    func decode(_ type: Double.Type) throws -> Double {
        try decoder.session.double(decoder.value, at: decoder.path)
    }

    func decode(_ type: Float.Type) throws -> Float {
        try decoder.session.float(decoder.value, at: decoder.path)
    }

    // One method for all integers. The standard library has defaults for these two, which would come before it.
    func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }
    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer { try integer() }

    private func integer<Integer: FixedWidthInteger>() throws -> Integer {
        try decoder.session.integer(decoder.value, at: decoder.path)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.session.decode(type, from: decoder.value, at: decoder.path)
    }
}
