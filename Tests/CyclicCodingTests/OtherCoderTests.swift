import CyclicCoding
import Foundation
import GraphCodable
import Testing

/// Passes everything on to another encoder, and hides what kind of encoder it is.
private struct WrappingEncoder: Encoder {
    let inner: any Encoder
    var codingPath: [any CodingKey] { inner.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        inner.container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { inner.unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { inner.singleValueContainer() }
}

private struct WrappingDecoder: Decoder {
    let inner: any Decoder
    var codingPath: [any CodingKey] { inner.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try inner.container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try inner.unkeyedContainer() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { try inner.singleValueContainer() }
}

/// Gives a cycle breaker a coder that is wrapped.
private struct Wrapped<Object: Codable & AnyObject>: Codable {
    var breaker: WeakCycleBreaker<Object>

    init(_ object: Object) {
        breaker = WeakCycleBreaker(object: object)
    }

    init(from decoder: any Decoder) throws {
        breaker = try WeakCycleBreaker(from: WrappingDecoder(inner: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        try breaker.encode(to: WrappingEncoder(inner: encoder))
    }
}

private final class Ring: Codable {
    var name: String
    var next: Ring?
    var back: Wrapped<Ring>?

    init(_ name: String) {
        self.name = name
    }
}

/// Cycle breakers without a cyclic coder, or with one that is hidden; containers that other coders write.
struct OtherCoderTests {
    @Test func otherCodersEncodeCycleBreakersPlainly() throws {
        let (a, b) = (Knot("a"), Knot("b"))
        a.weakly[] = b
        let data = try JSONEncoder().encode(a)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect((object["weakly"] as? [String: Any])?["name"] as? String == "b")
        // Nothing but the cycle breaker refers to the object.
        let decoded = try JSONDecoder().decode(Knot.self, from: data)
        #expect(decoded.name == "a" && decoded.weakly[] == nil)
        let card = try JSONEncoder().encode(Card(number: 1, owner: UnownedCycleBreaker(object: Customer(name: "Ada"))))
        #expect(String(decoding: card, as: UTF8.self).contains(#""owner":null"#))
        let owner = Customer(name: "Ada")
        let text = try JSONEncoder().encode(Card(number: 1, owner: UnownedCycleBreaker(object: owner)))
        #expect(String(decoding: text, as: UTF8.self).contains(#""name":"Ada""#))
        #expect(try JSONDecoder().decode(Card.self, from: text).number == 1)
        withExtendedLifetime(owner) {}
    }

    @Test func otherCodersRefuseCyclesThroughCycleBreakers() throws {
        let (a, b) = (Knot("a"), Knot("b"))
        (a.next, b.weakly[]) = (b, a)
        let error = try #require(throws: EncodingError.self) { try JSONEncoder().encode(a) }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["next", "weakly", "next", "weakly"])
        #expect(context.debugDescription.contains("CyclicEncoder"))
        // The same object twice is no cycle.
        let c = Knot("c")
        (a.next, a.weakly[]) = (nil, c)
        #expect(try JSONEncoder().encode([a, a]).isEmpty == false)
    }

    /// Stores JSON, and gives the JSON encoder all that its own encoder has.
    private struct Embedded: Encodable {
        let knot: Knot
        func encode(to encoder: any Encoder) throws {
            let json = JSONEncoder()
            // As in Swift 5, whose compiler does not ask whether the values are sendable.
            json.userInfo = unsafeBitCast(encoder.userInfo, to: [CodingUserInfoKey: any Sendable].self)
            var container = encoder.singleValueContainer()
            try container.encode(json.encode(knot))
        }
    }

    @Test func anotherCoderWithTheUserInfoOfACyclicOneRefusesCycles() throws {
        let knot = Knot("a")
        knot.weakly[] = knot
        #expect(throws: EncodingError.self) { try CyclicEncoder().flatten(Embedded(knot: knot)) }
        let (a, b) = (Knot("a"), Knot("b"))
        a.weakly[] = b
        #expect(throws: Never.self) { try CyclicEncoder().flatten(Embedded(knot: a)) }
    }

    @Test func cycleBreakersFindACyclicCoderThatIsWrapped() throws {
        let (a, b) = (Ring("a"), Ring("b"))
        (a.next, b.back) = (b, Wrapped(a))
        let flattened = try CyclicEncoder().flatten(a)
        #expect("\(flattened)".contains("back: #0"))
        let decoded = try CyclicDecoder().decode(Ring.self, from: flattened)
        #expect(decoded.next?.back?.breaker[] === decoded)
        #expect(decoded.next?.name == "b")
    }

    @Test func aFloatPrintsAsAFloat() throws {
        let flattened = try CyclicEncoder().flatten([Float.pi, 0.1])
        #expect("\(flattened)" == "referenced: [],\nroot: [3.1415925, 0.1]")
        let json = try JSONEncoder().encode(flattened)
        #expect(String(decoding: json, as: UTF8.self).contains("[3.1415925,0.1]"))
        let decoded = try JSONDecoder().decode(FlattenedContainer.self, from: json)
        #expect(try CyclicDecoder().decode([Float].self, from: decoded) == [.pi, 0.1])
        #expect(try CyclicDecoder().decode([Double].self, from: flattened) == [Double(Float.pi), Double(Float(0.1))])
    }

    @Test func containersAreEqualWhenTheyHoldTheSame() throws {
        let a = Knot("a")
        a.weakly[] = a
        let containers = [
            try CyclicEncoder().flatten(a), try CyclicEncoder().flatten(Everything()),
            try CyclicEncoder().flatten([Float.pi, 0.1]), try CyclicEncoder().flatten([1.0, 2.5, .nan, -.infinity]),
            try CyclicEncoder().flatten(["a": 1, "b": 2]), try CyclicEncoder().flatten([Int128.max]),
        ]
        for (index, container) in containers.enumerated() {
            let read = try JSONDecoder().decode(FlattenedContainer.self, from: JSONEncoder().encode(container))
            #expect(read == container)
            let list = try PropertyListEncoder().encode(container)
            let fromList = try PropertyListDecoder().decode(FlattenedContainer.self, from: list)
            #expect(fromList == container)
            #expect(containers.firstIndex(of: container) == index)
        }
    }

    @Test func whatTheOriginalPackageWroteIsRead() throws {
        let json = """
            {"referenced": [{"keyed": {"name": {"value": {"string": "a"}}, "weakly": {"value": {"single": {"reference": 0}}},
            "#tag": {"value": {"nil": null}}}}],
            "root": {"value": {"unkeyed": [{"reference": 0}, {"reference": 0}, {"value": {"keyed": {
                "name": {"value": {"single": {"value": {"string": "b"}}}}, "weakly": {"value": {"nil": null}}}}}]}}}
            """
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        let knots = try CyclicDecoder().decode([Knot].self, from: container)
        #expect(knots.map(\.name) == ["a", "a", "b"])
        #expect(knots[0] === knots[1] && knots[0].weakly[] === knots[0])
        let numbers = """
            {"referenced": [], "root": {"value": {"unkeyed": [{"value": {"float": 3.1415925}}, {"value": {"int8": -3}},
            {"value": {"uint64": 18446744073709551615}}, {"value": {"double": 1}}, {"value": {"boolean": true}}]}}}
            """
        let values = try JSONDecoder().decode(FlattenedContainer.self, from: Data(numbers.utf8))
        #expect("\(values)" == "referenced: [],\nroot: [3.1415925, -3, 18446744073709551615, 1.0, true]")
    }

    @Test func whatOnlyResemblesTheOriginalPackageIsReadAsItIs() throws {
        for root in [["value": ["int": 5]], ["value": ["int": 5, "more": 6]], ["reference": ["int": 0]]] {
            let written = try JSONEncoder().encode(CyclicEncoder().flatten(root))
            let container = try JSONDecoder().decode(FlattenedContainer.self, from: written)
            #expect(try CyclicDecoder().decode([String: [String: Int]].self, from: container) == root)
        }
    }

    @Test func anotherLayoutIsRefusedByItsNumber() throws {
        let json = #"{"format": 2, "referenced": [], "root": 1}"#
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        }
        guard case .dataCorrupted(let context) = error else { return }
        #expect(context.debugDescription.contains("layout 2"))
    }

    /// JSON has a negative zero, unlike integers.
    @Test func negativeZerosKeepTheirSigns() throws {
        struct Numbers: Codable {
            var double = -0.0
            var float = -0.0 as Float
            var zeros = [0.0, -0.0, 0.0, -0.0]
            var floats: [Float] = [-0.0, 0.0]
            var integer = 0
            var map = ["a": -0.0]
        }
        let flattened = try CyclicEncoder().flatten(Numbers())
        for container in [
            flattened, try JSONDecoder().decode(FlattenedContainer.self, from: JSONEncoder().encode(flattened)),
            try GraphDecoder().decode(FlattenedContainer.self, from: try GraphEncoder().encode(flattened) as Bytes),
        ] {
            let decoded = try CyclicDecoder().decode(Numbers.self, from: container)
            #expect(decoded.double.sign == .minus && decoded.float.sign == .minus && decoded.integer == 0)
            #expect(decoded.zeros.map(\.sign) == [.plus, .minus, .plus, .minus])
            #expect(decoded.floats.map(\.sign) == [.minus, .plus] && decoded.map["a"]?.sign == .minus)
        }
        // Where an integer is expected, the sign makes no difference.
        let integer = try JSONDecoder().decode(
            FlattenedContainer.self, from: Data(#"{"referenced": [], "root": [-0]}"#.utf8))
        #expect(try CyclicDecoder().decode([Int].self, from: integer) == [0])
    }

    /// Two spellings of a key are two keys of an archive, but one key of JSON and of a dictionary.
    @Test func spellingsOfAKeyStayApartOrAreRefused() throws {
        struct Spelled: Codable, Equatable {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(_ text: String) { stringValue = text }
                init?(stringValue: String) { self.init(stringValue) }
                init?(intValue: Int) { nil }
            }
            var composed = 1
            var decomposed = 2
            init() {}
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                composed = try container.decode(Int.self, forKey: Key("\u{E9}"))
                decomposed = try container.decode(Int.self, forKey: Key("e\u{301}"))
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(composed, forKey: Key("\u{E9}"))
                try container.encode(decomposed, forKey: Key("e\u{301}"))
            }
        }
        let flattened = try CyclicEncoder().flatten(Spelled())
        #expect(try CyclicDecoder().decode(Spelled.self, from: flattened) == Spelled())
        let bytes: Bytes = try GraphEncoder().encode(codable: Spelled())
        #expect(try GraphDecoder().decode(Spelled.self, codable: bytes) == Spelled())
        let error = try #require(throws: CyclicCodingError.self) { try JSONEncoder().encode(flattened) }
        #expect(error.code == .misuse)
        #expect(error.message.hasPrefix("A value has the key '") && error.message.hasSuffix("rename one of them."))
    }
}
