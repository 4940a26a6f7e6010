import TestSupport
import Testing

@testable import GraphCodable

protocol Shape: GCodable {
    var area: Double { get }
}

struct ProtocolValueTests {
    struct Square: Shape, Equatable {
        var side: Double
        var area: Double { side * side }
        init(side: Double) { self.side = side }
        init(from decoder: GDecoder) throws { side = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(side) }
    }

    struct Dot: Shape, GTrivialCodable {
        var x: Double
        var area: Double { 0 }
    }

    final class Circle: Shape {
        var radius: Double
        var area: Double { radius * radius * .pi }
        init(radius: Double) { self.radius = radius }
        init(from decoder: GDecoder) throws { radius = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(radius) }
    }

    struct Stranger: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    private struct Hidden: Shape {
        var area: Double { 1 }
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct Drawing: GCodable {
        var first: any Shape
        var shapes: [any Shape]
        var last: (any Shape)?
        enum Key: String { case first, shapes, last }

        init(first: any Shape, shapes: [any Shape], last: (any Shape)?) {
            self.first = first
            self.shapes = shapes
            self.last = last
        }

        init(from decoder: GDecoder) throws {
            last = try decoder.decode(any: (any Shape)?.self, for: Key.last)
            first = try decoder.decode(any: (any Shape).self, for: Key.first)
            shapes = try decoder.decode(any: [any Shape].self, for: Key.shapes)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(any: first, for: Key.first)
            try encoder.encode(any: shapes, for: Key.shapes)
            try encoder.encode(any: last, for: Key.last)
        }
    }

    struct Anything: GEncodable {
        var value: Any
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: value, for: Drawing.Key.first) }
    }

    private func copy(_ drawing: Drawing, _ allowed: GraphDecodingPolicy.AllowedTypes = .requested) throws -> Drawing {
        try GraphDecoder(policy: GraphDecodingPolicy(allowedTypes: allowed)).decode(
            Drawing.self, from: GraphEncoder().encode(drawing) as Bytes)
    }

    @Test func valuesOfAProtocolTypeComeBackAsWhatTheyWere() throws {
        let circle = Circle(radius: 2)
        let drawing = Drawing(first: circle, shapes: [Square(side: 3), circle, Dot(x: 1), Square(side: 4)], last: nil)
        let out = try copy(drawing)
        #expect(out.first is Circle && out.last == nil)
        #expect(out.shapes.map { "\(type(of: $0))" } == ["Square", "Circle", "Dot", "Square"])
        #expect(out.shapes.map(\.area) == drawing.shapes.map(\.area))
        #expect(out.shapes[1] as? Circle === out.first as? Circle)
        #expect(try copy(Drawing(first: Dot(x: 0), shapes: [], last: Square(side: 2))).last?.area == 4)
    }

    @Test func theSameGraphHasTheSameBytesWhateverWasEncodedBefore() throws {
        let encoder = GraphEncoder()
        let plain = try encoder.encode([Square(side: 1)]) as Bytes
        _ = try encoder.encode(Drawing(first: Square(side: 1), shapes: [], last: nil)) as Bytes
        #expect(try encoder.encode([Square(side: 1)]) as Bytes == plain)
    }

    @Test func aValueThatDoesNotConformIsRefused() throws {
        for (value, code) in [(Stranger(), .wrongClass), (1, .wrongClass), ("text", .wrongClass)]
            as [(Any, GraphCodableError.Code)]
        {
            let bytes = try GraphEncoder().encode(Anything(value: value)) as Bytes
            struct One: GDecodable {
                init(from decoder: GDecoder) throws {
                    _ = try decoder.decode(any: (any Shape).self, for: Drawing.Key.first)
                }
            }
            expectError(GraphCodableError.self, code) { try GraphDecoder().decode(One.self, from: bytes) }
        }
        expectError(GraphCodableError.self, .notEncodable) {
            try GraphEncoder().encode(Anything(value: { 1 })) as Bytes
        }
    }

    @Test func aTypeThatCannotBeNamedIsRefusedWhenEncoding() {
        expectError(GraphCodableError.self, .typeNotConstructible) {
            try GraphEncoder().encode(Drawing(first: Hidden(), shapes: [], last: nil)) as Bytes
        }
        expectError(GraphCodableError.self, .notEncodable) {
            try GraphEncoder(.disableInheritance).encode(Drawing(first: Circle(radius: 1), shapes: [], last: nil))
                as Bytes
        }
    }

    @Test func aStrictDecoderMakesNoValueOfATypeThatIsNotRegistered() {
        expectError(GraphCodableError.self, .typeNotAllowed) {
            try copy(Drawing(first: Square(side: 1), shapes: [], last: nil), .registered)
        }
    }

    // MARK: Nil

    struct Nested: GCodable {
        let value: (any Shape)??
        init(_ value: (any Shape)??) { self.value = value }
        init(from decoder: GDecoder) throws {
            value = try decoder.decode(any: (any Shape)??.self, for: Drawing.Key.first)
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: value, for: Drawing.Key.first) }

        var text: String {
            switch value {
            case .none: "none"
            case .some(.none): "some none"
            case .some(.some(let shape)): "\(shape.area)"
            }
        }
    }

    @Test func aNilInsideAnOptionalOfAProtocolTypeComesBack() throws {
        let values: [(any Shape)??] = [.none, .some(nil), Square(side: 2), Circle(radius: 0)]
        let copies = try values.map {
            try GraphDecoder().decode(Nested.self, from: GraphEncoder().encode(Nested($0)) as Bytes).text
        }
        #expect(copies == ["none", "some none", "4.0", "0.0"])
    }

    @Test func aNilInsideAnyIsRefused() {
        struct Optionals: GEncodable {
            let value: Any
            func encode(to encoder: GEncoder) throws { try encoder.encode(any: value as Any, for: Drawing.Key.first) }
        }
        let error = expectError(GraphCodableError.self, .notEncodable) {
            try GraphEncoder().encode(Optionals(value: nil as Int? as Any)) as Bytes
        }
        #expect(
            error?.message
                == "There is a nil inside a value of type Any, which would be decoded as Any. Leave the value out, or declare "
                + "the property as an optional, or a collection of optionals.")
    }

    struct Untyped: GDecodable {
        let value: Any
        init(from decoder: GDecoder) throws { value = try decoder.decode(any: Any.self, for: Drawing.Key.first) }
    }

    @Test func aDictionaryOfAnyValuesIsADictionaryOfAnyKeys() throws {
        let table: [String: Any] = ["number": 1, "shape": Square(side: 3), "list": ["a", 2] as [Any]]
        let bytes = try GraphEncoder().encode(Anything(value: table)) as Bytes
        let copy = try #require(try GraphDecoder().decode(Untyped.self, from: bytes).value as? [AnyHashable: Any])
        #expect(copy.count == 3 && copy["number"] as? Int == 1 && copy["shape"] as? Square == Square(side: 3))
        let list = try #require(copy["list"] as? [Any])
        #expect(list.count == 2 && list[0] as? String == "a" && list[1] as? Int == 2)
        struct One: GDecodable {
            init(from decoder: GDecoder) throws {
                _ = try decoder.decode(any: (any Shape).self, for: Drawing.Key.first)
            }
        }
        expectError(GraphCodableError.self, .typeMismatch) { try GraphDecoder().decode(One.self, from: bytes) }
    }

    // MARK: Fields that came later

    struct Old: GEncodable {
        enum Key: String { case name, obsolete, size }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode("name", for: Key.name)
            try encoder.encode([1, 2], for: Key.obsolete)
            try encoder.encode(nil as Int?, for: Key.size)
        }
    }

    struct New: GDecodable {
        var name: String
        var size: Int
        var limit: Int?
        var colour: String
        var undecoded: [String]
        enum Key: String { case name, size, limit, colour }

        init(from decoder: GDecoder) throws {
            colour = try decoder.decode(for: Key.colour, default: "black")
            name = try decoder.decode(for: Key.name, default: "none")
            size = try decoder.decode(for: Key.size, default: 7)
            limit = try decoder.decode(for: Key.limit, default: 9)
            undecoded = try decoder.undecodedKeys
        }
    }

    @Test func oldArchivesReadWithNewCode() throws {
        let new = try GraphDecoder().decode(New.self, from: GraphEncoder().encode(Old()) as Bytes)
        #expect(new.name == "name" && new.size == 7 && new.limit == 9 && new.colour == "black")
        #expect(new.undecoded == ["obsolete"])
    }

    @Test func aStoredNilIsReplacedByTheDefaultUnlessAnOptionalIsRequested() throws {
        struct Sizes: GDecodable {
            let size: Int?
            let name: String?
            init(from decoder: GDecoder) throws {
                size = try decoder.decode(for: Old.Key.size, default: 7 as Int?)
                name = try decoder.decode(for: Old.Key.name, default: "none" as String?)
            }
        }
        let copy = try GraphDecoder().decode(Sizes.self, from: GraphEncoder().encode(Old()) as Bytes)
        #expect(copy.size == nil && copy.name == "name")
    }

    @Test func aValueOfTheWrongTypeIsNotReplacedByTheDefault() throws {
        struct Wrong: GDecodable {
            init(from decoder: GDecoder) throws { let _: Int = try decoder.decode(for: Old.Key.name, default: 1) }
        }
        expectError(GraphCodableError.self, .typeMismatch) {
            try GraphDecoder().decode(Wrong.self, from: GraphEncoder().encode(Old()) as Bytes)
        }
    }
}
