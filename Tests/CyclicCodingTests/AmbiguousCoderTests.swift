import CyclicCoding
import Testing

/// A value of a format in which an empty array and an empty object are the same, as in PHP's and Lua's.
private indirect enum Ambiguous {
    case empty, text(String), list([Ambiguous]), map([String: Ambiguous])
}

private struct WrongKind: Error {}

private struct AmbiguousDecoder: Decoder, SingleValueDecodingContainer {
    let value: Ambiguous
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        switch value {
        case .map(let fields): KeyedDecodingContainer(Fields(fields: fields))
        case .empty: KeyedDecodingContainer(Fields(fields: [:]))
        default: throw WrongKind()
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        switch value {
        case .list(let elements): Elements(elements: elements)
        case .empty: Elements(elements: [])
        default: throw WrongKind()
        }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let scalars: [Any.Type] = [String.self, Bool.self, Double.self, Int.self, Int64.self, UInt64.self]
        guard scalars.contains(where: { $0 == type }) else { return try Value(from: self) }
        guard case .text(let text) = value, let scalar = (text as? Value) ?? (Int(text) as? Value) else {
            throw WrongKind()
        }
        return scalar
    }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [String: Ambiguous]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.keys.compactMap(Key.init) }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try AmbiguousDecoder(value: fields[key.stringValue] ?? .empty).decode(type)
    }
    func nestedContainer<Nested>(keyedBy: Nested.Type, forKey: Key) throws -> KeyedDecodingContainer<Nested> {
        throw WrongKind()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw WrongKind() }
    func superDecoder() throws -> any Decoder { throw WrongKind() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw WrongKind() }
}

private struct Elements: UnkeyedDecodingContainer {
    let elements: [Ambiguous]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        defer { currentIndex += 1 }
        return try AmbiguousDecoder(value: elements[currentIndex]).decode(type)
    }
    mutating func nestedContainer<Nested>(keyedBy: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw WrongKind()
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw WrongKind() }
    mutating func superDecoder() throws -> any Decoder { throw WrongKind() }
}

struct AmbiguousCoderTests {
    /// The coder's keys come from a dictionary, so in each process in another order.
    @Test func whatIsReadDoesNotDependOnTheOrderOfKeys() throws {
        let row = Ambiguous.map([
            "list": .list([.text("x")]), "none": .empty, "map": .map(["y": .text("z")]), "also": .empty,
        ])
        let input = Ambiguous.map([
            "format": .text("1"), "referenced": .list([]), "root": .list(Array(repeating: row, count: 8)),
        ])
        let text = try FlattenedContainer(from: AmbiguousDecoder(value: input)).description
        #expect(text.split(separator: "also: []").count == 9 && text.split(separator: "none: []").count == 9, "\(text)")
    }
}
