import GraphCodable
import TestSupport
import Testing

/// The path of an error leads to the value that it is about, even if the error occurs after that value.
struct ReadValuePathTests {
    enum Key: String { case one, two, list, three }

    final class First: GCodable {
        init() {}
        init(from decoder: GDecoder) {}
        func encode(to encoder: GEncoder) {}
    }

    final class Second: GCodable {
        init() {}
        init(from decoder: GDecoder) {}
        func encode(to encoder: GEncoder) {}
    }

    struct Number: GCodable, GIdentifiable {
        let number: Int
        var gcodableID: Int? { number }
        init(_ number: Int) { self.number = number }
        init(from decoder: GDecoder) throws { number = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
    }

    struct Other: GDecodable {
        let number: Int
        init(from decoder: GDecoder) throws { number = try decoder.decode() }
    }

    struct Written<Value: GEncodable>: GEncodable {
        let values: [Value]
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(values[0], for: Key.one)
            try encoder.encode(values[1], for: Key.two)
            try encoder.encode([values[2]], for: Key.list)
            try encoder.encode(3, for: Key.three)
        }
    }

    struct Read<One: GDecodable, Two: GDecodable, Element: GDecodable>: GDecodable {
        init(from decoder: GDecoder) throws {
            _ = try decoder.decode(for: Key.one) as One
            _ = try decoder.decode(for: Key.two) as Two
            _ = try decoder.decode(for: Key.list) as [Element]
            _ = try decoder.decode(for: Key.three) as Int
        }
    }

    private func path<Root: GDecodable>(_ type: Root.Type, _ code: GraphCodableError.Code, _ archive: Bytes) -> String?
    {
        let error = expectError(GraphCodableError.self, code) { try GraphDecoder().decode(type, from: archive) }
        return error?.codingPath.description
    }

    @Test func thePathOfAWrongClassLeadsToTheObject() throws {
        let object = First()
        for objects in [[object, object, object], [First(), First(), First()]] {
            let archive = try GraphEncoder().encode(Written(values: objects)) as Bytes
            #expect(path(Read<First, Second, First>.self, .wrongClass, archive)?.hasSuffix("two") == true)
            #expect(path(Read<First, First, Second>.self, .wrongClass, archive)?.hasSuffix("list[0]") == true)
        }
    }

    @Test func thePathOfAWrongTypeLeadsToTheValue() throws {
        let archive = try GraphEncoder().encode(Written(values: [Number(1), Number(1), Number(1)])) as Bytes
        #expect(path(Read<Number, Other, Number>.self, .typeMismatch, archive)?.hasSuffix("two") == true)
        #expect(path(Read<Number, Number, Other>.self, .typeMismatch, archive)?.hasSuffix("list[0]") == true)
    }

    private func checkPath<Value: GDecodable>(_ type: Value.Type, _ damaged: Bytes) {
        typealias Make = ArchiveAssembler
        let archive = Make(
            Make.composite(0, [5], damaged, [6]), keys: ["one", "two", "three"],
            types: [Make.valueType(Around<Value>.self)], shapes: [Make.shape(of: 0, 1, 2, 3)])
        #expect(path(Around<Value>.self, .malformed, archive.bytes)?.hasSuffix("two") == true, "\(type)")
    }

    struct Around<Value: GDecodable>: GDecodable {
        init(from decoder: GDecoder) throws {
            _ = try decoder.decode(for: Key.one) as Int
            _ = try decoder.decode(for: Key.two) as Value
            _ = try decoder.decode(for: Key.three) as Int
        }
    }

    struct Pixel: GBinaryCodable {
        let byte: UInt8
        init(from buffer: inout BinaryReadBuffer) throws { byte = try UInt8(from: &buffer) }
        func write(to buffer: inout BinaryWriteBuffer) throws { try byte.write(to: &buffer) }
    }

    struct Dot: GTrivialCodable {
        var x: UInt16
        var y: UInt16
    }

    @Test func thePathOfDamageLeadsToTheValue() throws {
        checkPath(First.self, ArchiveAssembler.reference(99))
        checkPath([Bool].self, ArchiveAssembler.packed(0, count: 2, [1, 2]))
        checkPath(Pixel.self, ArchiveAssembler.binary([1, 2]))
        let dots = try GraphEncoder().encode([Dot(x: 1, y: 2)]) as Bytes
        let start = try #require(dots.firstIndex(of: 0xE7))
        let memory = dots[(start + 2)..<(start + 2 + Int(dots[start + 1]))]
        checkPath([Dot].self, ArchiveAssembler.binary(Bytes(memory.dropLast())))
        checkPath([Dot].self, ArchiveAssembler.binary(Bytes(memory + [0])))
    }
}
