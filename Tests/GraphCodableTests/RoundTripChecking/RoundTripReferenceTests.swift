import TestSupport
import Testing

@testable import GraphCodable

/// What a check of a round trip finds behind references that are loaded later, and in subclasses by hand.
struct RoundTripReferenceTests {
    enum Key: String { case names, part, next, number, lost, writesAll }

    final class Part: GCodable {
        var names: Set<String> = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
        var lost = 1
        let writesAll: Bool

        init(writesAll: Bool) { self.writesAll = writesAll }

        init(from decoder: GDecoder) throws {
            names = try decoder.decode(for: Key.names)
            lost = try decoder.decode(for: Key.lost, default: 1)
            writesAll = try decoder.decode(for: Key.writesAll)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(names, for: Key.names)
            if writesAll { try encoder.encode(lost, for: Key.lost) }
            try encoder.encode(writesAll, for: Key.writesAll)
        }
    }

    struct Root: GCodable {
        var part: GraphReference<Part>

        init(_ part: Part) { self.part = GraphReference(part) }
        init(from decoder: GDecoder) throws { part = try decoder.decode(for: Key.part) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(part, for: Key.part) }
    }

    @Test func objectsBehindReferencesAreCompared() throws {
        for _ in 0..<10 {
            #expect(try GraphCodableUti.roundTripProblems(of: Root(Part(writesAll: true))) == [])
        }
        let problems = try GraphCodableUti.roundTripProblems(of: Root(Part(writesAll: false)))
        #expect(problems.map(\.description) == ["RoundTripReferenceTests.Part.lost is not written."])
    }

    /// As if `@GCodable` were attached.
    class Base: GCodable, _GCodableClass {
        class var _codedClass: AnyClass { Base.self }
        var number = 1
        init() {}
        required init(from decoder: GDecoder) throws { number = try decoder.decode(for: Key.number) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number, for: Key.number) }
    }

    final class ByHand: Base {
        var next: Base?

        override init() { super.init() }

        required init(from decoder: GDecoder) throws {
            next = try decoder.decodeIfPresent(for: Key.next)
            try super.init(from: decoder)
        }

        override func encode(to encoder: GEncoder) throws {
            try encoder.encodeIfPresent(next, for: Key.next)
            try super.encode(to: encoder)
        }
    }

    final class WithoutMacro: Base {
        var next: Base?
    }

    @Test func onlyWhatHasAValueCanBeLost() throws {
        let byHand = ByHand()
        #expect(try GraphCodableUti.roundTripProblems(of: byHand) == [])
        byHand.next = Base()
        #expect(try GraphCodableUti.roundTripProblems(of: byHand) == [])
        let (first, second) = (WithoutMacro(), WithoutMacro())
        #expect(try GraphCodableUti.roundTripProblems(of: [first, second]) == [])
        second.next = Base()
        let problems = try GraphCodableUti.roundTripProblems(of: [first, second])
        let problem = try #require(problems.first?.description)
        #expect(problem.contains("WithoutMacro.next is not written: RoundTripReferenceTests.WithoutMacro inherits"))
    }
}
