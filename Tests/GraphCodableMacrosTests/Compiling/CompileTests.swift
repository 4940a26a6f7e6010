#if Macros && (os(Linux) || os(macOS))
import Foundation
import Testing

/// What the compiler says to types that cannot be archived: one error for each mistake, at its line.
struct CompileTests {
    /// Expects one error for each line with a comment, the text of the comment, and none for the other lines.
    private func expectComments(_ source: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        // The compiler gives each file's errors in the order of the types that it checks.
        let expected = source.components(separatedBy: "\n").enumerated().compactMap { index, line in
            line.range(of: " // ").map { "\(index + 1):\(line[$0.upperBound...])" }
        }
        #expect(try Compiler.messages(for: source).sorted() == expected.sorted(), sourceLocation: sourceLocation)
    }

    private static let source = #"""
        import GraphCodableMacros

        struct Plain {}
        final class PlainClass {}
        protocol Tool {}
        protocol Kept: GCodable {}
        typealias Action = () -> Void
        enum Side { case left }

        @GCodable
        struct Archived {
            var number = 1
            var kept: any Kept
            var keptMany: [any Kept] = []
            let byKept: [String: any Kept]
        }

        @GCodable
        struct Values {
            var list: [Plain] // 'list' of type '[Plain]' cannot be archived, because 'Plain' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Plain' if it is a protocol, or leave the property out with @CodableIgnored.
            var action: Action? // 'action' of type 'Action?' cannot be archived, because 'Action' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Action' if it is a protocol, or leave the property out with @CodableIgnored.
            var bySide: [Side: Int] = [:] // 'bySide' of type '[Side: Int]' cannot be archived, because 'Side' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Side' if it is a protocol, or leave the property out with @CodableIgnored.
            var tool: Tool // 'tool' of type 'Tool' cannot be archived, because 'Tool' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Tool' if it is a protocol, or leave the property out with @CodableIgnored.
            var anyTool: any Tool // 'anyTool' of type 'any Tool' cannot be archived, because the protocol does not inherit from GCodable. Let it do so, or leave the property out with @CodableIgnored.
            var inferred = Plain() // 'inferred' cannot be archived, because the type of the initial value is not archivable. Attach @GCodable to the type, store a CodableValue if it is Codable, or leave the property out with @CodableIgnored.
            var kept: any Kept
        }

        @GCodable
        final class Objects {
            weak var plain: PlainClass? // 'plain' of type 'PlainClass?' cannot be archived, because 'PlainClass' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any PlainClass' if it is a protocol, or leave the property out with @CodableIgnored.
            var list: [Plain] = [] // 'list' of type '[Plain]' cannot be archived, because 'Plain' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Plain' if it is a protocol, or leave the property out with @CodableIgnored.
            var objects: [Objects] = []
            init() {}
        }

        @GCodable
        enum Cases {
            case number(Int)
            case plain(Plain) // The value '_0' of the case 'plain' of type 'Plain' cannot be archived, because 'Plain' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Plain' if it is a protocol, or write the enum's methods by hand.
            case tool(any Tool) // The value '_0' of the case 'tool' of type 'any Tool' cannot be archived, because the protocol does not inherit from GCodable. Let it do so, or write the enum's methods by hand.
        }
        """#

    @Test func whatCannotBeArchivedIsOneErrorAtItsLine() throws {
        try expectComments(Self.source)
    }

    /// What a type means may stand behind an alias, which the macro does not see through.
    @Test func aliasesThatHideWhatTheMacroNeedsAreReported() throws {
        let rest =
            "store a CodableValue if it is Codable, write 'any MaybeNode' if it is a protocol, write an optional's type with a question "
            + "mark, or leave the property out with @CodableIgnored."
        let raw =
            "The macro does not see these raw values, and archives the names of the cases. Write the raw type by its own name, such as "
            + "Int, or the raw values out. [#DeprecatedDeclaration]"
        let found = try Compiler.messages(
            for: """
                import GraphCodableMacros
                @GCodable final class Node { init() {} }
                typealias MaybeNode = Node?
                typealias Code = Int
                protocol Coloured {}
                @GCodable final class A { unowned var boss: MaybeNode = nil; init() {} }
                @GCodable enum B: Code { case red, green }
                @GCodable enum C: Code { case red = 1, green }
                @GCodable enum D: Swift.Int { case red, green }
                @GCodable enum E: Coloured { case red, green }
                @GCodable enum F: Sendable { case red, green }
                """)
        let boss =
            "6:'boss' of type 'MaybeNode' cannot be archived, because 'MaybeNode' is not archivable. Attach @GCodable to it, "
            + rest
        #expect(found.sorted() == [boss, "7:'archivesCaseNames(of:)' is deprecated: " + raw])
    }

    @Test func aWrapperOrItsValueMayNotBeArchivable() throws {
        try expectComments(
            #"""
            import GraphCodableMacros

            @propertyWrapper struct Held<Value> { var wrappedValue: Value }
            struct Ratio: ExpressibleByIntegerLiteral { init(integerLiteral value: Int) {} }
            @propertyWrapper struct Share { var wrappedValue: Ratio }

            @GCodable
            struct A {
                @CodableWrapper @Held var whole = 1 // 'whole' cannot be archived, because the wrapper's type is not archivable. Attach @GCodable to it, archive the value alone without @CodableWrapper, or leave the property out with @CodableIgnored.
                @Share var share = 1 // 'share' cannot be archived, because the type of the initial value is not archivable. Attach @GCodable to the type, store a CodableValue if it is Codable, or leave the property out with @CodableIgnored.
                @Held var value = 1
                var list: [A] = []
            }
            """#)
    }

    @Test func aMigrationNeedNotThrow() throws {
        try expectComments(
            #"""
            import GraphCodableMacros

            @GCodable(version: 2)
            struct A { var a = 1; mutating func migrate(from version: UInt32, _ decoder: any GDecoder) { a = 2 } }
            @GCodable(version: 2)
            final class B { var a = 1; func migrate(from version: UInt32, _ decoder: any GDecoder) throws(Never) { a = 2 } }
            """#)
    }

    @Test func whatOnlyMethodsByHandCanArchiveCompilesWithThem() throws {
        let method = "func encode(to encoder: any GEncoder) throws {}"
        try expectComments(
            """
            import GraphCodableMacros

            @GCodable struct A<each Value> { var a = 1; init(from decoder: any GDecoder) throws {}; \(method) }
            @GCodable enum B { case a(x: Int), a(y: Int); init(from decoder: any GDecoder) throws { self = .a(x: 1) }; \(method) }
            @GCodable enum C {
                #if os(Linux) || os(macOS)
                case a
                #endif
                init(from decoder: any GDecoder) throws { self = .a }
                \(method)
            }
            """)
    }

    @Test func aGenericParameterAndItsMembersMustBeRequiredToBeArchivable() throws {
        try expectComments(
            #"""
            import GraphCodableMacros

            @GCodable
            final class Cache<Key: Hashable, Value: GCodable> {
                var store: [Key: Value] = [:] // 'store' of type '[Key: Value]' cannot be archived, because 'Key' need not be archivable. Require 'Key: Hashable & GCodable', or leave the property out with @CodableIgnored.
            }
            @GCodable
            final class Pairs<Left, Right> where Left: Hashable {
                var pairs: [Left: [Right?]] = [:] // 'pairs' of type '[Left: [Right?]]' cannot be archived, because 'Left' need not be archivable. Require 'Left: GCodable' and 'Right: GCodable', or leave the property out with @CodableIgnored.
            }
            @GCodable
            final class Shelf<Value: Hashable> {
                @GCodable struct Label { var text: [Value] = [] } // 'text' of type '[Value]' cannot be archived, because 'Value' need not be archivable. Require 'Value: Hashable & GCodable', or leave the property out with @CodableIgnored.
                var box: Pair<Value>? // 'box' of type 'Pair<Value>?' cannot be archived, because 'Value' need not be archivable. Require 'Value: Hashable & GCodable', or leave the property out with @CodableIgnored.
            }
            @GCodable
            struct Pair<Value> { let first, second: Value }
            @GCodable
            struct Selection<Model: Identifiable, Other: Identifiable> where Other.ID: GCodable {
                var id: Model.ID // 'id' of type 'Model.ID' cannot be archived, because 'Model.ID' need not be archivable. Require 'Model.ID: GCodable', or leave the property out with @CodableIgnored.
                var others: [Other.ID: Model]
                @GCodable enum Part { case id(Model.ID) } // The value '_0' of the case 'id' of type 'Model.ID' cannot be archived, because 'Model.ID' need not be archivable. Require 'Model.ID: GCodable', or write the enum's methods by hand.
            }
            """#)
    }

    @Test func aSuperclassThatSwiftInitializesByItselfIsWarnedOf() throws {
        let message =
            "'archivesSuperclass' is deprecated: What the superclass stores is not archived. Attach @GCodable to it, too, or declare "
            + "that nothing needs it: @CodableIgnoredSuperclass. [#DeprecatedDeclaration]"
        let found = try Compiler.messages(
            for: """
                import GraphCodableMacros
                class Plain { var observed = 1; init() {} }
                class Generic<Value> { var value: Value?; init() {} }
                protocol Named { associatedtype Name }
                protocol Object: AnyObject {}
                @GCodable class Archived { init() {} }
                @GCodable final class A: Plain { let text: String; init(text: String) { self.text = text } }
                @GCodable final class B: Identifiable & Generic<[Int]> { let text: String; init(text: String) { self.text = text } }
                @GCodable @CodableIgnoredSuperclass final class C: Plain { let text: String; init(text: String) { self.text = text } }
                @GCodable final class D: Named { typealias Name = Int; init() {} }
                @GCodable final class E: Object { var a = 1; init() {} }
                @GCodable final class F: Archived { var a = 1; override init() {} }
                """)
        #expect(found.sorted() == ["7:\(message)", "8:\(message)"])
    }

    @Test func anOptionalOfANestedTypeMayHaveADefaultOrAConversion() throws {
        try expectComments(
            #"""
            import GraphCodableMacros

            enum Outer {
                @GCodable enum Kind { case small, large; static func of(_ number: Int) -> Kind { .small } }
                @GCodable struct Item {
                    @CodableDefault(Outer.Kind.small) var kind: Kind?
                    @CodableConvert(from: Int.self, { [Outer.Kind.of($0)] }) var kinds: [Kind]?
                    @CodableConvert(from: Int.self, Outer.Kind.of) @CodableDefault(Outer.Kind.large) let other: Kind?
                }
                @GCodable enum Event { case a(kind: Kind? = Outer.Kind.small) }
                @GCodable class Base { init() {} }
                @GCodable final class Twig: Base {}
                @GCodable final class Leaf: Base {
                    @CodableDefault(Twig()) var base: Base?
                    @CodableConvert(from: Int.self, { _ in Twig() }) var other: Base?
                    override init() {}
                }
            }
            """#)
    }

    @Test func anOptionalThatTheSourceDoesNotShowMayHaveNoDefault() throws {
        try expectComments(
            #"""
            import GraphCodableMacros

            @GCodable struct Day { var number = 1 }
            typealias Deadline = Day?
            typealias Start = Day
            @GCodable
            struct Job {
                @CodableDefault(Day()) var due: Deadline // The macro does not see that this is an optional, so a stored nil would get lost. Write the type with a question mark.
                @CodableConvert(from: Int.self, { Day(number: $0) }) var end: Deadline // The macro does not see that this is an optional, so a stored nil would get lost. Write the type with a question mark.
                @CodableDefault(Day()) var next = [Day()].first // The macro does not see that this is an optional, so a stored nil would get lost. Write the type with a question mark.
                @CodableConvert(from: Int.self, { Day(number: $0) }) var past = [Day()].last // The macro does not see that this is an optional, so a stored nil would get lost. Write the type with a question mark.
                @CodableDefault(Day()) var first = Day()
                @CodableDefault(Day()) var start: Start
                @CodableDefault(Day()) var last: Day?
                var free: Deadline
            }
            @GCodable
            enum Event {
                case begin(Deadline = Day()) // The macro does not see that this is an optional, so a stored nil would get lost. Write the type with a question mark.
                case end(Start = Day())
            }
            """#)
    }

    @Test func quotesInsideATypeAreNoMistake() throws {
        let found = try Compiler.messages(
            for: #"""
                import GraphCodableMacros
                @GCodable struct A { var q = 1 }
                @GCodable struct B { var byName: Dictionary<String, /* the "name" \ */ A> = [:] }
                @GCodable struct C { var `say "hi"`: [A] = [] }
                @GCodable enum D { case a([A /* "x" */]) }
                """#)
        #expect(found.isEmpty, "\(found)")
    }

    @Test func aTypeMayBeWrittenOverLinesOfWindows() throws {
        let lines = ["import GraphCodableMacros", "@GCodable struct A {", "var map: [String:", "A] = [:]", "}"]
        #expect(try Compiler.messages(for: lines.joined(separator: "\r\n")) == [])
    }

    @Test func whatIsDeprecatedWarnsAtItsLine() throws {
        let messages = try Compiler.messages(
            for: """
                import GraphCodableMacros
                @available(*, deprecated) @GCodable class Old { var olds: [Old] = [] }
                @GCodable final class New {
                    @available(*, deprecated) var news: [New] = []
                    var old: Old?
                }
                """)
        let warnings = [4, 4, 4].map { "\($0):'news' is deprecated [#DeprecatedDeclaration]" }
        #expect(messages.sorted() == warnings + ["5:'Old' is deprecated [#DeprecatedDeclaration]"])
    }

    /// Mistakes of which the macro speaks. Generated code that is of no use any more must not make the compiler speak, too.
    @Test func aMistakeIsOneErrorAlsoWhereTheTypeIsUsed() throws {
        try expectComments(
            #"""
            import GraphCodableMacros

            @GCodable
            class Hidden { enum GCodableKey {}; var a = 1; init() {} } // Generated code uses the name 'GCodableKey'. Use another one here.
            @GCodable
            final class Leaf: Hidden { var b = 1 }
            @GCodable
            struct Key { enum Swift {}; var a: [Self] = [] } // Generated code uses the name 'Swift'. Use another one here.
            @GCodable
            final class Pack<each Value> {} // @GCodable cannot archive parameter packs. Write init(from:) and encode(to:) by hand.
            @GCodable
            enum Nothing {} // @GCodable needs an enum with cases.
            @GCodable @GCodable // There can be only one @GCodable.
            struct Twice { var a = 1 }
            @GCodable
            final class Box<Value> { // A class is archivable only if 'Value' is: write 'Value: GCodable'.
                var value: Value
                init(_ value: Value) { self.value = value }
            }
            @GCodable(version: 4_294_967_296) // Versions are 1 to 4294967295: 0 stands for a type that has none.
            final class Late { var a = 1 }
            @GCodable(name: "N", aliases: ["O"], version: 2)
            final class Named {
                static let archiveName = ArchiveName("M") // An argument of @GCodable declares 'archiveName', too. Remove this declaration, or the argument.
                static var encodeVersion: UInt32 { 3 } // An argument of @GCodable declares 'encodeVersion', too. Remove this declaration, or the argument.
            }
            @GCodable(version: 2)
            class Base { var a = 1; init() {} }
            @GCodable(version: 3) // The superclass has a version, which counts for its subclasses, too: an object is archived with one version. Raise that of the superclass, or write the classes by hand.
            final class Derived: Base { var b = 1 }
            @GCodable
            enum Event {
                case start
                #if os(Linux) || os(macOS)
                case stop // @GCodable does not see declarations inside #if. Move the case out, or write init(from:) and encode(to:) by hand.
                #endif
            }
            @GCodable
            enum Signal {
                case green
                @CodableFallback case other(Int) // The fallback takes the place of unknown cases, so it cannot have associated values, except one of type GUnknownFields.
            }
            @GCodable
            final class Written {
                init() {}
                #if os(Linux) || os(macOS)
                func encode(to encoder: any GEncoder) throws {} // @GCodable does not see declarations inside #if. Move this one out, and put the #if into its body.
                #endif
            }
            @GCodable
            struct Repeated {
                @CodingKey("a") var number: Int
                @CodingKey("b") var number: Int // invalid redeclaration of 'number'
            }
            @GCodable
            struct Converted {
                @CodableConvert(from: Int.self, { $0 }) var text: String // The function must return the property's type, and the former type must be archivable.
            }
            enum Outer {
                @GCodable
                private struct Inner { var a = 1 } // The macro's extension cannot see a type that is private to another one. Make it fileprivate.
            }
            @GCodable
            struct All {
                var hidden: Hidden, leaf: Leaf, key: Key, pack: Pack<Int>, nothing: Nothing, twice: Twice
                var late: Late, named: Named, derived: Derived, event: Event, signal: Signal, written: Written
                var converted: Converted
            }
            """#)
    }
}
#endif
