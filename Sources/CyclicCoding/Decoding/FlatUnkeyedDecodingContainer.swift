/// Decodes the unkeyed values of a value in order.
struct FlatUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let decoder: FlatDecoder
    var elements: FlatElements

    var codingPath: [any CodingKey] { decoder.codingPath }

    var count: Int? { elements.count }

    var currentIndex: Int { elements.index }

    var isAtEnd: Bool { elements.isAtEnd }

    /// Decodes the next value, and advances unless that fails.
    @inline(__always)
    private mutating func next<Value>(
        _ type: Any.Type, _ decode: (RestoringSession, FlatValue, @autoclosure () -> CodingKeyPath) throws -> Value
    ) throws -> Value {
        let (decoder, index) = (decoder, currentIndex)
        guard let next = elements.next else { throw atEnd(type) }
        let value = try decode(decoder.session, next, CodingKeyPath(decoder.path, IndexKey(index)))
        elements.advance()
        return value
    }

    /// Returns a decoder for the next value, and advances unless a container cannot be made of it.
    private mutating func nested<Value>(_ type: Value.Type, _ make: (FlatDecoder) throws -> Value) throws -> Value {
        try next(type) { try make(FlatDecoder(session: $0, value: $1, path: $2())) }
    }

    private func atEnd(_ type: Any.Type) -> any Error {
        let path = CodingKeyPath(decoder.path, IndexKey(currentIndex))
        return DecodingError.valueNotFound(
            type, decoder.session.context("There are only \(elements.count) values.", at: path))
    }

    mutating func decodeNil() throws -> Bool {
        guard let next = elements.next else { throw atEnd(Never.self) }
        guard next.kind == .null else { return false }
        elements.advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.bool($1, at: $2()) } }
    mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.string($1, at: $2()) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.double($1, at: $2()) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.float($1, at: $2()) } }
    // One method for all integers. The standard library has defaults for these two, which would come before it.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

    mutating func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try integer()
    }

    private mutating func integer<Integer: FixedWidthInteger>() throws -> Integer {
        try next(Integer.self) { try $0.integer($1, at: $2()) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(type) { try $0.decode(type, from: $1, at: $2()) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(KeyedDecodingContainer<NestedKey>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try nested((any Decoder).self) { $0 } }
}
