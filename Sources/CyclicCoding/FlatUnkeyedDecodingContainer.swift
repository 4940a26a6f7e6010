import CodingTree

/// Decodes the unkeyed values of a value in order.
struct FlatUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let decoder: FlatDecoder
    let elements: [TreeValue]
    private(set) var currentIndex = 0

    init(decoder: FlatDecoder, elements: [TreeValue]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var count: Int? { elements.count }

    var isAtEnd: Bool { currentIndex >= elements.count }

    private var nextPath: CodingKeyPath { CodingKeyPath(decoder.path, IndexKey(currentIndex)) }

    /// Decodes the next value. Doesn't advance if that fails.
    private mutating func take<Value>(_ decode: (FlatDecoder, TreeValue, CodingKeyPath) throws -> Value) throws -> Value
    {
        let path = nextPath
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Value.self,
                DecodingError.Context(
                    codingPath: decoder.session.codingPath(of: path),
                    debugDescription: "There are only \(elements.count) values."))
        }
        let value = try decode(decoder, elements[currentIndex], path)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .null = elements[currentIndex] else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        try take { try $0.session.bool($1, at: $2) }
    }

    mutating func decode(_ type: String.Type) throws -> String {
        try take { try $0.session.string($1, at: $2) }
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        try take { try $0.session.double($1, at: $2) }
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        try take { try $0.session.float($1, at: $2) }
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
        try take { try $0.session.integer($1, at: $2) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take { try $0.session.decode(type, from: $1, at: $2) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let key = IndexKey(currentIndex)
        return try take { decoder, value, _ in try decoder.nested(value, key).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let key = IndexKey(currentIndex)
        return try take { decoder, value, _ in try decoder.nested(value, key).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        let key = IndexKey(currentIndex)
        return try take { decoder, value, _ in decoder.nested(value, key) }
    }
}
