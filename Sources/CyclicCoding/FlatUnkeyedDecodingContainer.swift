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

    mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

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
