#if Macros
import GraphCodableMacros
import Testing

@GCodable
indirect enum Shape: Equatable {
    case empty
    case circle(radius: Double)
    case rectangle(width: Double, height: Double), named(String, Shape)
    case `default`(in: Int, _ last: Int)
    case optional(text: String?, count: Int = 3)
}

@GCodable
enum Colour: String, CaseIterable {
    case red, green = "grn"
}

@GCodable
enum Level: Int, CaseIterable {
    case low = 1
    case high
}

@GCodable
public enum Outcome<Value, Failure: Error & Equatable> {
    case value(Value)
    case failed(reason: String)
}

@GCodable
enum Plain: CaseIterable {
    case first, second
}

@GCodable
enum Tree<Element: GCodable & Equatable>: Equatable {
    case leaf
    indirect case node(left: Tree, element: Element, right: Tree)
}

@GCodable
enum Wide: String {
    case a, b, c
}

@GCodable
enum Narrow: String, CaseIterable {
    @CodableAlias("b") case bee = "bee"
    @CodableFallback case other
}

@GCodable
enum WideNumber: Int {
    case one = 1, two, three
}

@GCodable
enum NarrowNumber: Int {
    case one = 1
    @CodableFallback case unknown = 0
}

enum NewProgram {
    @GCodable
    enum Event: Equatable {
        case start
        case moved(x: Int, y: Int)
        case paused(reason: String)
    }
}

enum OldProgram {
    @GCodable
    enum Event: Equatable {
        @CodableAlias("start", "begin") case started
        @CodingKey("moved") case move(x: Int, z: Int?)
        @CodableFallback case unknown
    }

    @GCodable
    enum Strict: Equatable {
        case start
    }
}

struct EnumTests {
    @Test func casesComeBackWithTheirValues() throws {
        let shapes: [Shape] = [
            .empty, .circle(radius: 2), .rectangle(width: 1, height: 2), .named("n", .named("m", .empty)),
            .default(in: 1, 2), .optional(text: nil), .optional(text: "t", count: 1),
        ]
        #expect(try copy(shapes) == shapes)
        let tree = Tree.node(left: .node(left: .leaf, element: 1, right: .leaf), element: 2, right: .leaf)
        #expect(try copy(tree) == tree)
        #expect(try copy(Plain.allCases) == Plain.allCases)
    }

    @GCodable
    enum Qualified: Swift.Int, GCodable { case red, green }

    @Test func rawValuesOfAQualifiedTypeAreArchivedAsThemselves() throws {
        #expect(try migrate(Qualified.green, to: Int.self) == 1)
    }

    @GCodable
    enum Implicit: String { case red }
    @GCodable
    enum WrittenOut: String { @CodableAlias("red") case red = "r" }

    @Test func aRawValueThatWasTheNameOfItsCaseIsAnAlias() throws {
        #expect(try migrate(Implicit.red, to: WrittenOut.self) == .red && copy([WrittenOut.red]) == [.red])
    }

    @Test func rawValuesAreArchivedAsThemselves() throws {
        #expect(try copy(Colour.allCases) == Colour.allCases)
        #expect(try copy(Level.allCases) == Level.allCases)
        #expect(try migrate(Colour.green, to: String.self) == "grn")
    }

    @Test func genericEnumerationsComeBack() throws {
        enum Never: Error { case none }
        guard case .value(let text) = try copy(Outcome<[String], CancellationCause>.value(["a"])) else {
            Issue.record("another case")
            return
        }
        #expect(text == ["a"])
    }

    enum CancellationCause: Error { case none }

    @Test func aCaseThatANewerProgramWroteBecomesTheFallback() throws {
        let events: [NewProgram.Event] = [.start, .moved(x: 1, y: 2), .paused(reason: "r"), .start]
        #expect(
            try migrate(events, to: [OldProgram.Event].self) == [.started, .move(x: 1, z: nil), .unknown, .started])
        #expect(try migrate([Wide.a, .b, .c], to: [Narrow].self) == [.other, .bee, .other])
        #expect(try migrate([WideNumber.one, .three], to: [NarrowNumber].self) == [.one, .unknown])
    }

    @Test func withoutAFallbackAnUnknownCaseIsAnErrorThatSaysWhatToDo() throws {
        let error = #expect(throws: GraphCodableError.self) {
            try migrate(NewProgram.Event.paused(reason: ""), to: OldProgram.Strict.self)
        }
        #expect(error?.code == .valueOutOfRange)
        #expect(
            error?.message == """
                Strict has no case 'paused'. Add it, or mark a case for unknown ones with @CodableFallback.
                """)
    }
}
#endif
