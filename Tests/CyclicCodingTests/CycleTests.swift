import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

final class Knot: Codable {
    var name: String
    var next: Knot?
    var weakly = WeakCycleBreaker<Knot>()

    init(_ name: String, next: Knot? = nil) {
        self.name = name
        self.next = next
    }
}

final class Customer: Codable {
    let name: String
    var cards: [Card] = []

    init(name: String) {
        self.name = name
    }
}

struct Card: Codable {
    let number: Int
    var owner: UnownedCycleBreaker<Customer>
}

/// Reads its cycle breaker while it is being decoded.
final class Impatient: Codable {
    var back = WeakCycleBreaker<Impatient>()
    var sawNil = false
    private enum CodingKeys: CodingKey { case back }

    init() {}

    init(from decoder: any Decoder) throws {
        back = try decoder.container(keyedBy: CodingKeys.self).decode(WeakCycleBreaker<Impatient>.self, forKey: .back)
        sawNil = back[] == nil
    }
}

struct CycleTests {
    /// Any of the references around a cycle may be the broken one, and more than one, too.
    @Test(arguments: 1..<8) func aCycleMayBeBrokenAnywhere(broken: Int) throws {
        let knots = ["a", "b", "c"].map { Knot($0) }
        for index in 0..<3 {
            let next = knots[(index + 1) % 3]
            if broken & 1 << index != 0 {
                knots[index].weakly[] = next
            } else {
                knots[index].next = next
            }
        }
        // A strong reference for each keeps those alive that only a cycle breaker refers to.
        let decoded = try CyclicDecoder().decode([Knot].self, from: CyclicEncoder().flatten(knots))
        #expect(decoded.map(\.name) == ["a", "b", "c"])
        for index in 0..<3 {
            #expect((decoded[index].next ?? decoded[index].weakly[]) === decoded[(index + 1) % 3])
        }
        knots.forEach { $0.next = nil }
        decoded.forEach { $0.next = nil }
    }

    @Test func aCycleThatCannotBeDecodedIsAnErrorThatNamesThePath() throws {
        let (a, b, c) = (Knot("a"), Knot("b"), Knot("c"))
        (a.next, b.next, c.next) = (b, c, b)
        defer { c.next = nil }
        let error = try cycleError { try CyclicEncoder().flatten(["first": [a]]) }
        #expect(error.code == .undecodableCycle)
        #expect("\(error.codingPath)" == "first[0].next.next.next")
        #expect(error.message.contains("Knot.next → Knot.next → Knot"))
        #expect(error.message.contains("WeakCycleBreaker"))
    }

    @Test func anObjectThatRefersToItselfIsAnError() throws {
        let a = Knot("a")
        a.next = a
        defer { a.next = nil }
        let error = try cycleError { try CyclicEncoder().flatten(a) }
        #expect(error.code == .undecodableCycle)
        #expect("\(error.codingPath)" == "next")
    }

    @Test func aCycleInDamagedDataIsAnErrorAndNotACrash() throws {
        let json = ##"{"referenced": [{"name": "a", "next": {"#": 0}, "weakly": null}], "root": {"#": 0}}"##
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        let error = try cycleError { try CyclicDecoder().decode(Knot.self, from: container) }
        #expect(error.code == .undecodableCycle)
        #expect("\(error.codingPath)" == "next")
    }

    /// Does without its ancestor, which is still being decoded.
    final class Descendant: Decodable {
        var child: Descendant?
        var error: (any Error)?
        enum CodingKeys: CodingKey { case ancestor, child }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            do { _ = try container.decode(Descendant.self, forKey: .ancestor) } catch { self.error = error }
            child = try container.decodeIfPresent(Descendant.self, forKey: .child)
        }
    }

    /// Texts for all objects of each cycle would take seconds.
    @Test func errorsOfLongCyclesNameTheFirstAndTheLastObjects() throws {
        let count = 3_000
        let objects = (1..<count).map { ##"{"ancestor": {"#": 0}, "child": {"#": \##($0)}},"## }
        let json = ##"{"referenced": [\##(objects.joined()) {"ancestor": {"#": 0}}], "root": {"#": 0}}"##
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        var last = try CyclicDecoder().decode(Descendant.self, from: container)
        while let child = last.child {
            last.child = nil
            last = child
        }
        #expect(
            "\(last.error as Any)".contains(
                ": #0 → #1 → #2 → #3 → #4 → #5 → … → #2995 → #2996 → #2997 → #2998 → #2999 → #0. Replace"))
    }

    @Test(arguments: [
        ##"{"referenced": [], "root": {"#": 0}}"##, ##"{"referenced": [], "root": {"#": -1}}"##,
        ##"{"referenced": [{"#": 1}, {"#": 0}], "root": {"#": 0}}"##,
    ]) func aReferenceToNothingIsAnError(json: String) throws {
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        #expect(throws: (any Error).self) { try CyclicDecoder().decode(Knot.self, from: container) }
        expectError(CyclicCodingError.self, .malformed) {
            try CyclicDecoder().decode([String].self, from: container)
        }
    }

    /// A value that is like an object, but has no identity: each reference to an object makes another copy.
    struct Rose: Codable {
        var children: [Rose]
    }

    @Test func valuesMadeFromObjectsEndWhereTheyWouldNot() throws {
        let endless = ##"{"referenced": [{"children": [{"#": 0}]}], "root": {"#": 0}}"##
        expectError(CyclicCodingError.self, .depthExceeded) {
            try CyclicDecoder().decode(
                Rose.self, from: JSONDecoder().decode(FlattenedContainer.self, from: Data(endless.utf8)))
        }
    }

    @Test func aSmallContainerCannotStandForUnboundedlyManyValues() throws {
        // Thirty objects, each of which refers to the next one twenty times.
        let objects = (1...30).map { number in
            let references = Array(repeating: ##"{"#": \##(number)}"##, count: number < 30 ? 20 : 0)
            return ##"{"children": [\##(references.joined(separator: ","))]}"##
        }
        let json = ##"{"referenced": [\##(objects.joined(separator: ","))], "root": {"#": 0}}"##
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        expectError(CyclicCodingError.self, .limitExceeded) {
            try CyclicDecoder().decode(Rose.self, from: container)
        }
    }

    @Test func unownedCycleBreakersReferBack() throws {
        let customer = Customer(name: "Ada")
        customer.cards = [1, 2].map { Card(number: $0, owner: UnownedCycleBreaker(object: customer)) }
        let decoded = try CyclicDecoder().decode(Customer.self, from: CyclicEncoder().flatten(customer))
        #expect(decoded.cards.map(\.number) == [1, 2])
        #expect(decoded.cards.allSatisfy { $0.owner[] === decoded })
        #expect(decoded.cards[0].owner[].name == "Ada")
    }

    @Test func anEmptyUnownedCycleBreakerEndsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let breaker = UnownedCycleBreaker<Customer>()
            _ = breaker[]
        }
    }

    @Test func cycleBreakersAreEmptyWhileDecoding() throws {
        let object = Impatient()
        object.back[] = object
        let decoded = try CyclicDecoder().decode(Impatient.self, from: CyclicEncoder().flatten(object))
        #expect(decoded.sawNil)
        #expect(decoded.back[] === decoded)
    }

    @Test func cycleBreakersDoNotKeepObjectsAlive() throws {
        let strong = Knot("strong")
        let a = Knot("a")
        a.weakly[] = strong
        let flattened = try CyclicEncoder().flatten(a)
        // Met once, and therefore in place.
        #expect("\(flattened)".hasPrefix("referenced: [],"))
        #expect(try CyclicDecoder().decode(Knot.self, from: flattened).weakly[] == nil)
        let both = try CyclicDecoder().decode([Knot].self, from: CyclicEncoder().flatten([a, strong]))
        #expect(both[0].weakly[] === both[1])
    }

    @Test func aCopyOfACycleBreakerChangesByItself() {
        let (a, b) = (Knot("a"), Knot("b"))
        let first = WeakCycleBreaker(object: a)
        var second = first
        second[] = b
        #expect(first[] === a)
        #expect(second[] === b)
    }

    /// The error that an error of a cycle is made of: what types see is one that any coder may throw.
    private func cycleError(_ body: () throws -> some Any) throws -> CyclicCodingError {
        let error = try #require(throws: (any Error).self) { _ = try body() }
        let context: (path: [any CodingKey], cause: (any Error)?)?
        switch error {
        case EncodingError.invalidValue(_, let found): context = (found.codingPath, found.underlyingError)
        case DecodingError.dataCorrupted(let found): context = (found.codingPath, found.underlyingError)
        default: context = nil
        }
        let cause = try #require(context?.cause as? CyclicCodingError)
        #expect(context?.path.count == cause.codingPath.steps.count)
        return cause
    }
}
