#if Macros
import Testing

/// What the macro says about a source, and what its fix-its make of it.
struct DiagnosticTests {
    @Test func itCanBeAttachedToTypesThatHoldValues() throws {
        try expectDiagnostics(
            "@GCodable\nactor Counter {}",
            [
                .init("1:1 error: @GCodable can be attached to a struct, a class or an enum.")
            ])
        try expectDiagnostics("@GCodable\nenum Never {}", [.init("2:6 error: @GCodable needs an enum with cases.")])
    }

    @Test func aTypeThatIsPrivateToAnotherOneIsRefused() throws {
        try expectDiagnostics(
            """
            struct Outer {
                @GCodable
                private struct Inner {
                    var number = 1
                }
            }
            """,
            [
                .init(
                    """
                    3:5 error: The macro's extension cannot see a type that is private to another one. Make it fileprivate.
                    """, fixIt: "make it fileprivate")
            ],
            fixed: """
                struct Outer {
                    @GCodable
                    fileprivate struct Inner {
                        var number = 1
                    }
                }
                """)
    }

    @Test func whatNoArchiveCanHoldIsLeftOutByAFixIt() throws {
        try expectDiagnostics(
            """
            @GCodable
            struct View {
                var action: (() -> Void)?
                var size: (Int, Int)
            }
            """,
            [
                .init(
                    """
                    3:9 error: 'action' of type '(() -> Void)?' cannot be archived: a closure has no archived form. Leave the \
                    property out with @CodableIgnored, and give it an initial value.
                    """, fixIt: "leave 'action' out of archives"),
                .init(
                    """
                    4:9 error: 'size' of type '(Int, Int)' cannot be archived: a tuple has no archived form. Make it a struct, \
                    or leave the property out with @CodableIgnored.
                    """),
            ],
            fixed: """
                @GCodable
                struct View {
                    @CodableIgnored var action: (() -> Void)?
                    var size: (Int, Int)
                }
                """)
    }

    @Test func aPropertyThatIsLeftOutNeedsAValue() throws {
        try expectDiagnostics(
            "@GCodable\nstruct View {\n    @CodableIgnored var cache: Int\n}",
            [.init("3:25 error: 'cache' is left out of archives, so it needs an initial value.")])
    }

    /// What the macro refuses if it generates a method, methods by hand can handle.
    @Test func methodsByHandMayArchiveAnything() throws {
        let initializer = "init(from decoder: any GDecoder) throws {}"
        let method = "func encode(to encoder: any GEncoder) throws {}"
        for declaration in [
            "struct A {\n    var (a, b) = (1, 2)", "struct A {\n    var place: (x: Int, y: Int)",
            "enum A {\n    case at((x: Int, y: Int))", "final class A<Value> {\n    var value: Value",
            "final class A {\n    unowned(unsafe) let b: B", "struct A<each Value> {\n    var a = 1",
            "enum A {\n    case at(x: Int), at(y: Int)", "enum A {\n    #if DEBUG\n    case a\n    #endif",
        ] {
            for methods in ["", initializer, method] {
                #expect(try Expansion("@GCodable\n\(declaration)\n\(methods)\n}").diagnostics.count == 1)
            }
            try expectDiagnostics("@GCodable\n\(declaration)\n\(initializer)\n\(method)\n}", [])
        }
        let ignoring = "struct A {\n    @CodableIgnored let words: [Substring]\n\(initializer)\n}"
        try expectDiagnostics("@GCodable\n\(ignoring)", [])
    }

    @Test func patternsAreRefused() throws {
        try expectDiagnostics(
            "@GCodable\nstruct View {\n    var (a, b) = (1, 2)\n}",
            [.init("3:9 error: @GCodable cannot see the properties of a pattern. Declare each of them by itself.")])
    }

    @Test func keysAndAliasesAreUniqueLiterals() throws {
        try expectDiagnostics(
            """
            @GCodable
            struct View {
                var a = 1
                @CodingKey("a") var b = 2
                @CodableAlias("a") var c = 3
                @CodingKey(name) var d = 4
            }
            """,
            [
                .init("6:16 error: The macro reads the source and runs nothing: write the name as a string literal."),
                .init(
                    "4:25 error: The key 'a' is that of another property. Give this one another with @CodingKey."),
                .init("5:28 error: The alias 'a' is the key of another property."),
            ])
    }

    @Test func twoPropertiesOfOneNameAreLeftToTheCompiler() throws {
        try expectDiagnostics(
            """
            @GCodable
            struct Copied {
                @CodingKey("a") @CodableDefault(1) var number: Int
                @CodingKey("b") @CodableDefault(2) var number: Int
            }
            """, [])
    }

    @Test func unownedReferencesAreExplainedAndCanBeMadeWeak() throws {
        try expectDiagnostics(
            """
            @GCodable
            final class Child {
                unowned let parent: Parent
            }
            """,
            [
                .init(
                    """
                    3:17 remark: 'parent' is unowned, so something else must archive its object: otherwise encoding fails. It must \
                    be decoded at once: in a cycle, another reference has to wait. A weak variable can be nil and can wait.
                    """, fixIt: "make 'parent' a weak variable")
            ],
            fixed: """
                @GCodable
                final class Child {
                    weak var parent: Parent?
                }
                """)
    }

    @Test func anUnownedReferenceThatIsNotCountedIsRefused() throws {
        let message =
            "is not counted, so its object may be gone when it is archived. Write 'unowned' or 'weak', or leave the property out "
            + "with @CodableIgnored."
        try expectDiagnostics(
            """
            @GCodable
            final class Child {
                unowned(unsafe) let parent: Parent
                private unowned(unsafe) var other: Parent?
                @CodableIgnored unowned(unsafe) var last: Parent? = nil
                init() {}
            }
            """,
            [
                .init("3:5 error: 'parent' \(message)", fixIt: "make 'parent' safe"),
                .init("4:13 error: 'other' \(message)", fixIt: "make 'other' safe"),
            ],
            fixed: """
                @GCodable
                final class Child {
                    unowned let parent: Parent
                    private unowned var other: Parent?
                    @CodableIgnored unowned(unsafe) var last: Parent? = nil
                    init() {}
                }
                """)
    }

    @Test func aTypeThatGeneratedCodeCannotBePartOfIsRefused() throws {
        try expectDiagnostics(
            "@GCodable\nstruct File: ~Copyable {}",
            [
                .init(
                    "2:14 error: Archives hold copies, which this type does not allow. Remove '~Copyable' or @GCodable."
                )
            ])
        try expectDiagnostics(
            "@GCodable\nfinal class Row<each Value> {}",
            [
                .init(
                    "2:17 error: @GCodable cannot archive parameter packs. Write init(from:) and encode(to:) by hand.")
            ])
        func expectName(_ name: String, _ declaration: String, _ place: String) throws {
            try expectDiagnostics(
                "@GCodable\nfinal class Row {\n\(declaration)\n}",
                [.init("\(place) error: Generated code uses the name '\(name)'. Use another one here.")])
        }
        for name in ["Swift", "GraphCodableMacros", "GCodableKey"] {
            try expectName(name, "enum \(name) {}", "3:6")
            try expectName(name, "typealias \(name) = Int", "3:11")
        }
        for name in ["Swift", "GraphCodableMacros"] {
            try expectDiagnostics("@GCodable\nstruct Row {\nvar \(name): Swift.Int\n}", [])
        }
        try expectName("GCodableKey", "var GCodableKey = 1", "3:5")
        try expectName("GCodableKey", "static let GCodableKey = 1", "3:12")
        try expectName("GCodableKey", "func GCodableKey() {}", "3:6")
        try expectName("GCodableKey", "var key: [GCodableKey] = []", "3:11")
    }

    @Test func aVariableThatCannotBeSetLaterIsWarnedOf() throws {
        let message =
            "can lead back to its own object, but cannot be set later, because it has no initial value. Such an "
            + "object could not be decoded."
        try expectDiagnostics(
            """
            @GCodable
            final class Node {
                var next: Node
                var others: [Node]
                var named: [String: Node]
                let constant: [Node]
                var left, right: Node
                init() {}
            }
            """,
            [
                .init("3:9 warning: 'next' \(message)", fixIt: "make 'next' an optional"),
                .init("4:9 warning: 'others' \(message)", fixIt: "give 'others' an initial value"),
                .init("5:9 warning: 'named' \(message)", fixIt: "give 'named' an initial value"),
                .init("7:9 warning: 'left' \(message)", fixIt: "make 'left' an optional"),
                .init("7:15 warning: 'right' \(message)", fixIt: "make 'right' an optional"),
            ],
            fixed: """
                @GCodable
                final class Node {
                    var next: Node?
                    var others: [Node] = []
                    var named: [String: Node] = [:]
                    let constant: [Node]
                    var left: Node?, right: Node?
                    init() {}
                }
                """)
    }

    @Test func aGenericClassNeedsArchivableParameters() throws {
        try expectDiagnostics(
            """
            @GCodable
            final class Box<Value, Tag> {
                var value: Value
                init() {}
            }
            """,
            [
                .init(
                    "2:17 error: A class is archivable only if 'Value' is: write 'Value: GCodable'.",
                    fixIt: "require 'Value: GCodable'")
            ],
            fixed: """
                @GCodable
                final class Box<Value: GCodable, Tag> {
                    var value: Value
                    init() {}
                }
                """)
    }

    @Test func namesAndFallbacksOfCasesAreUnique() throws {
        try expectDiagnostics(
            """
            @GCodable
            enum Event {
                case start
                @CodingKey("start") case begin
                @CodableFallback case unknown(Int)
                @CodableFallback case other
            }
            """,
            [
                .init(
                    "4:30 error: The name 'start' is archived for another case. Give this one another with @CodingKey."),
                .init(
                    """
                    5:27 error: The fallback takes the place of unknown cases, so it cannot have associated values, except one of \
                    type GUnknownFields.
                    """),
                .init("6:27 error: There is another fallback. An unknown case can become only one."),
            ])
        try expectDiagnostics(
            """
            @GCodable
            enum Number: Int {
                @CodingKey("one") case one = 1
                @CodableAlias("deux") case two
            }
            """,
            [
                .init("3:28 error: A case with a raw value is archived as that: give it this raw value."),
                .init("4:32 error: Only raw values of type String have aliases."),
            ])
    }

    @Test func rawValuesAndAliasesOfCasesAreUnique() throws {
        try expectDiagnostics(
            """
            @GCodable
            enum Length: String {
                case meter = "m"
                @CodableAlias("m") case mile
                @CodableAlias("foot", "yd") case foot = "ft"
                case yard = "yd"
                @CodableAlias("same") case same
            }
            """,
            [
                .init("4:29 error: The alias 'm' is the key of another case."),
                .init("6:10 error: The raw value 'yd' is an alias of another case."),
                .init(
                    "7:32 error: The alias 'same' is the case's own key. Aliases are the keys that it had before."),
            ])
    }

    @Test func casesOfTheSameBaseNameAreRefused() throws {
        try expectDiagnostics(
            """
            @GCodable
            enum Move {
                case m(by: Int)
                @CodingKey("toward") case m(to: Int)
            }
            """,
            [
                .init(
                    """
                    4:31 error: Patterns cannot tell cases of the same base name apart. Give 'm' another name, and keep that in \
                    archives with @CodingKey, or write encode(to:) by hand.
                    """)
            ])
        try expectDiagnostics(
            """
            @GCodable
            enum Move {
                case m(by: Int)
                @CodingKey("toward") case m(to: Int)
                func encode(to encoder: any GEncoder) throws {}
            }
            """, [])
    }

    @Test func aWeakReferenceOfAProtocolTypeIsRefused() throws {
        try expectDiagnostics(
            """
            @GCodable
            final class Row {
                weak var delegate: (any RowDelegate)?
            }
            """,
            [
                .init(
                    """
                    3:14 error: 'delegate' is a reference of a protocol type that keeps nothing alive, which the macro cannot \
                    archive. Give it the type of a class, or leave it out with @CodableIgnored.
                    """, fixIt: "leave 'delegate' out of archives")
            ])
    }

    @Test func aConstantWithANewValueIsMovedOrMadeAVariableOrLeftOut() throws {
        let source = """
            @GCodable
            final class Node {
                let id = UUID()
                init() {
                    print(id)
                }
                convenience init(name: String) { self.init() }
            }
            """
        let found = try Expansion(source)
        #expect(
            found.diagnostics == [
                .init(
                    """
                    3:9 warning: 'id' is not archived, because it is a constant with an initial value: each decoded object gets a \
                    new value.
                    """, fixIt: "give 'id' its value in the initializer")
            ])
        #expect(
            found.fixes == [
                source.replacing("let id = UUID()", with: "let id: UUID").replacing(
                    "        print", with: "        self.id = UUID()\n        print"),
                source.replacing("let id", with: "var id"), source.replacing("let id", with: "@CodableIgnored let id"),
            ])
    }

    @Test func aLazyVariableIsWarnedOf() throws {
        try expectDiagnostics(
            """
            @GCodable
            struct Node {
                lazy var count = 3
            }
            """,
            [
                .init(
                    "3:14 warning: 'count' is not archived, because it is lazy: each decoded object computes it again.",
                    fixIt: "leave 'count' out of archives")
            ],
            fixed: """
                @GCodable
                struct Node {
                    @CodableIgnored lazy var count = 3
                }
                """)
    }

    @Test func aSuperclassWhoseStateIsLostIsWarnedOf() throws {
        try expectDiagnostics(
            """
            @GCodable
            final class Leaf: Plain {
                var text = ""
                override init() {}
            }
            """,
            [
                .init(
                    """
                    2:19 warning: What 'Plain' stores is not archived. Attach @GCodable to it, too, or declare that nothing needs it.
                    """, fixIt: "leave what 'Plain' stores out of archives")
            ],
            fixed: """
                @CodableIgnoredSuperclass @GCodable
                final class Leaf: Plain {
                    var text = ""
                    override init() {}
                }
                """)
    }
}
#endif
