import GraphCodable
import Testing

private enum Color: String, GCodable, CaseIterable {
    case red, green, blue
}

private struct Permissions: OptionSet, GCodable, Hashable {
    let rawValue: UInt16
}

/// Writes its raw value itself, so that it cannot be known that it writes nothing else.
private enum Handwritten: String, GCodable {
    case red, green

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(rawValue)
        try encoder.encode(7)
    }

    init(from decoder: GDecoder) throws {
        let rawValue: String = try decoder.decode()
        #expect(try decoder.decode() == 7)
        self = Handwritten(rawValue: rawValue) ?? .red
    }
}

/// Is written by default, and reads itself.
private struct Celsius: RawRepresentable, GCodable, Equatable {
    var rawValue: Int

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    init(from decoder: GDecoder) throws {
        #expect(decoder.unkeyedCount == 1)
        #expect(try decoder.encodedVersion == 0)
        rawValue = try decoder.decode() + 1_000
    }
}

/// Writes the raw value of a ``Color`` as a composite, as any type may.
private struct ColorBox: GCodable {
    var name = Color.green.rawValue

    init() {}

    init(from decoder: GDecoder) throws { name = try decoder.decode() }

    func encode(to encoder: GEncoder) throws { try encoder.encode(name) }
}

/// Holds an object besides its raw value.
struct Owned: RawRepresentable, GCodable {
    let rawValue: String
    var owner: Owner?

    init(rawValue: String) { self.rawValue = rawValue }

    init(from decoder: GDecoder) throws { (rawValue, owner) = (try decoder.decode(), try decoder.decode()) }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(rawValue)
        try encoder.encode(owner)
    }
}

final class Owner: GCodable {
    private enum Key: String { case owned }
    var owned: Owned?

    init() {}

    init(from decoder: GDecoder) throws {
        try decoder.decodeOrDefer(for: Key.owned, into: self) { $0.owned = $1 }
    }

    func encode(to encoder: GEncoder) throws { try encoder.encode(owned, for: Key.owned) }
}

/// Lets its only value write itself as if it were the whole.
private struct Forwarding: GCodable, Equatable {
    var color = Color.blue

    init() {}

    init(from decoder: GDecoder) throws { color = try Color(from: decoder) }

    func encode(to encoder: GEncoder) throws { try color.encode(to: encoder) }
}

/// Its raw value may be nil, which would look like an optional's.
private struct Maybe: RawRepresentable, GCodable, Equatable {
    var rawValue: Int?
}

private struct Text: RawRepresentable, GCodable, Equatable {
    var rawValue: String
}

private enum Named: String, GCodable, GIdentifiable {
    case one, two

    var gcodableID: String? { rawValue }
}

struct RawValueTests {
    private func roundTrip<Value: GCodable>(_ value: Value, _ options: GraphEncoder.Options = []) throws -> Value {
        let encoder = GraphEncoder(options)
        let first = try encoder.encode(value) as Bytes
        // The second time, it is known what the type writes.
        #expect(try encoder.encode(value) as Bytes == first)
        return try GraphDecoder().decode(Value.self, from: first)
    }

    @Test func rawValuesTakeThePlaceOfTheirComposites() throws {
        #expect(try roundTrip(Color.red) == .red)
        #expect(try roundTrip(Color.allCases) == Color.allCases)
        #expect(try roundTrip([Color.red: Permissions(rawValue: 3)]) == [.red: Permissions(rawValue: 3)])
        #expect(try roundTrip([Color?.none, .green]) == [nil, .green])
        let plain = try GraphEncoder().encode(["red", "green"]) as Bytes
        #expect(try GraphEncoder().encode([Color.red, .green]) as Bytes == plain)
    }

    @Test func aTypeThatHoldsAnObjectBesidesItsRawValueWaitsForIt() throws {
        let owner = Owner()
        owner.owned = Owned(rawValue: "x")
        owner.owned?.owner = owner
        let copy = try GraphDecoder().decode(Owner.self, from: GraphEncoder().encode(owner) as Bytes)
        #expect(copy.owned?.rawValue == "x" && copy.owned?.owner === copy)
        (owner.owned, copy.owned) = (nil, nil)
    }

    @Test func aTypeWithAnEncodingOfItsOwnKeepsItsComposite() throws {
        #expect(try roundTrip([Handwritten.green, .red]) == [.green, .red])
    }

    @Test func aTypeWithADecodingOfItsOwnIsAskedToDecode() throws {
        #expect(try roundTrip([Celsius(rawValue: 1), Celsius(rawValue: 2)]).map(\.rawValue) == [1_001, 1_002])
    }

    @Test func aCompositeOfARawValueIsReadAsWell() throws {
        let archive = try GraphEncoder().encode([ColorBox()]) as Bytes
        #expect(try GraphDecoder().decode([Color].self, from: archive) == [.green])
    }

    @Test func aTypeThatForwardsToARawValueKeepsItsComposite() throws {
        #expect(try roundTrip([Forwarding(), Forwarding()]) == [Forwarding(), Forwarding()])
    }

    @Test func aRawValueThatMayBeNilIsToldFromNil() throws {
        let values: [Maybe?] = [Maybe(rawValue: nil), nil, Maybe(rawValue: 1)]
        #expect(try roundTrip(values) == values)
    }

    @Test(arguments: [100, 9_000, 40_000, 100_000]) func longRawValuesAreHandedOn(count: Int) throws {
        let values = (0..<3).map { Text(rawValue: String(repeating: "x", count: count + $0)) }
        #expect(try roundTrip(values) == values)
    }

    @Test func identityComesBeforeTheRawValue() throws {
        #expect(try roundTrip([Named.one, .two, .one]) == [.one, .two, .one])
        for options in [GraphEncoder.Options.tryHashableIdentityAtFirst, .tryHashableIdentityAtLast, .disableIdentity] {
            #expect(try roundTrip([Color.red, .green, .red], options) == [.red, .green, .red])
            #expect(try roundTrip([Named.one, .two, .one], options) == [.one, .two, .one])
        }
    }

    @Test func anUnknownRawValueIsAnError() throws {
        let archive = try GraphEncoder().encode(["purple"]) as Bytes
        let error = #expect(throws: GraphCodableError.self) {
            try GraphDecoder().decode([Color].self, from: archive)
        }
        #expect(error?.code == .valueOutOfRange)
    }

    @Test func aValueOfAnotherKindIsAnError() throws {
        let archive = try GraphEncoder().encode([1, 2]) as Bytes
        let error = #expect(throws: GraphCodableError.self) {
            try GraphDecoder().decode([Color].self, from: archive)
        }
        #expect(error?.code == .typeMismatch)
    }
}
