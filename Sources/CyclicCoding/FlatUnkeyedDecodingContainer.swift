/// Decodes the unkeyed values of a value in order.
struct FlatUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let decoder: FlatDecoder
    private var elements: FlatElements

    init(decoder: FlatDecoder, elements: FlatElements) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var count: Int? { elements.count }

    var currentIndex: Int { elements.index }

    var isAtEnd: Bool { elements.index >= elements.count }

    private var key: IndexKey { IndexKey(currentIndex) }

    private var nextPath: CodingKeyPath { CodingKeyPath(decoder.path, key) }

    /// Returns the next value. Don't advance if decoding it fails.
    @inline(__always)
    private func next(_ type: Any.Type) throws -> FlatValue {
        guard let next = elements.next else { throw atEnd(type) }
        return next
    }

    private func atEnd(_ type: Any.Type) -> any Error {
        DecodingError.valueNotFound(
            type,
            DecodingError.Context(
                codingPath: decoder.session.codingPath(of: nextPath),
                debugDescription: "There are only \(elements.count) values."))
    }

    mutating func decodeNil() throws -> Bool {
        guard elements.next?.kind == .null else { return false }
        elements.advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let value = try decoder.session.bool(next(type), at: nextPath)
        elements.advance()
        return value
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let value = try decoder.session.string(next(type), at: nextPath)
        elements.advance()
        return value
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let value = try decoder.session.double(next(type), at: nextPath)
        elements.advance()
        return value
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let value = try decoder.session.float(next(type), at: nextPath)
        elements.advance()
        return value
    }

    // One method for all integers. The standard library has defaults for these two, which would come before it.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

    mutating func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try integer()
    }

    private mutating func integer<Integer: FixedWidthInteger>() throws -> Integer {
        let value: Integer = try decoder.session.integer(next(Integer.self), at: nextPath)
        elements.advance()
        return value
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try decoder.session.decode(type, from: next(type), at: nextPath)
        elements.advance()
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder.nested(next(KeyedDecodingContainer<NestedKey>.self), key).container(keyedBy: type)
        elements.advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder.nested(next((any UnkeyedDecodingContainer).self), key).unkeyedContainer()
        elements.advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let inner = decoder.nested(try next((any Decoder).self), key)
        elements.advance()
        return inner
    }
}
