#if Macros
import GraphCodableMacros
import Testing

@GCodable
class Marked {
    @CodingKey("renamed") var title = "t"
    var place: Marked?
    @CodableIgnored var cache = 0

    init() {}
}

/// Has neither the macro nor methods.
class Unmarked: Marked {
    var extra: Int? = 1
}

@GCodable
class MarkedAgain: Unmarked {
    var last = 1

    override init() { super.init() }
}

/// Has methods of its own.
final class WrittenByHand: Marked {
    var extra = 1

    override init() { super.init() }

    required init(from decoder: any GDecoder) throws {
        try super.init(from: decoder)
        extra = try decoder.decode()
    }

    override func encode(to encoder: any GEncoder) throws {
        try super.encode(to: encoder)
        try encoder.encode(extra)
        try encoder.encode(2)
    }
}

/// Adds nothing that could be lost.
class AddsNothing: Marked {}

@GCodable
class MarkedWithoutProperties: Marked {
    @CodableIgnored var other = 1

    override init() { super.init() }
}

class MarkedBox<Value: GCodable>: GCodable {
    init() {}
    required init(from decoder: any GDecoder) throws {}
    func encode(to encoder: any GEncoder) throws {}
}

/// The superclass is written by hand.
@GCodable
class Filled<Value: GCodable>: MarkedBox<Value> {
    var value: Value?

    override init() { super.init() }
}

final class Overfilled: Filled<Int> {
    var more = 1
}

/// A class that inherits the methods of a class with the macro loses its own properties, which is said.
struct InheritedCodeTests {
    private func lost(_ object: some GCodable) throws -> [String] {
        try GraphCodableUti.roundTripProblems(of: object, ignoring: ["\(type(of: object)).cache"])
            .filter { $0.kind == .notWritten }.map(\.description)
    }

    @Test func theRoundTripCheckNamesThePropertiesThatHaveValues() throws {
        let empty = Unmarked()
        empty.extra = nil
        #expect(try lost(empty) == [])
        #expect(
            try lost(Unmarked()) == [
                """
                Unmarked.extra is not written: Unmarked inherits the methods that @GCodable generated for Marked. Attach @GCodable \
                to Unmarked, too.
                """
            ])
        #expect(
            try lost(Overfilled()) == [
                """
                Overfilled.more is not written: Overfilled inherits the methods that @GCodable generated for Filled<Int>. Attach \
                @GCodable to Overfilled, too.
                """
            ])
    }

    @Test func aClassBetweenTwoWithTheMacroLosesItsProperties() throws {
        #expect(
            try lost(MarkedAgain()) == [
                """
                Unmarked.extra is not written: Unmarked inherits the methods that @GCodable generated for Marked. Attach @GCodable \
                to Unmarked, too.
                """
            ])
    }

    @Test func classesWithTheMacroOrWithMethodsLoseNothing() throws {
        #expect(try lost(Marked()) == [])
        #expect(try lost(WrittenByHand()) == [])
        #expect(try lost(AddsNothing()) == [])
        #expect(try lost(MarkedWithoutProperties()).allSatisfy { $0.contains("other") })
        #expect(try lost(Filled<Int>()) == [])
        #expect(Filled<Int>._codedClass == Filled<Int>.self && MarkedAgain._codedClass == MarkedAgain.self)
    }

    #if DEBUG && compiler(>=6.2) && (os(Linux) || os(macOS))
    @Test func aDebugBuildWarnsOnceOfEachClass() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for _ in 0..<2 {
                let empty = Unmarked()
                empty.extra = nil
                let objects = [
                    empty, Unmarked(), Unmarked(), Marked(), WrittenByHand(), AddsNothing(), MarkedWithoutProperties(),
                ]
                _ = try GraphEncoder().encode(objects) as Bytes
                _ = try GraphEncoder().encode(MarkedAgain()) as Bytes
            }
        }
        let warning = """
            GraphCodable: Unmarked.extra is not written: Unmarked inherits the methods that @GCodable generated for Marked. \
            Attach @GCodable to Unmarked, too.
            """
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("GraphCodable: ") }.map(String.init) == [warning, warning],
            "one for each class that loses properties")
    }
    #endif
}
#endif
