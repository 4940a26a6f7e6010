#if Macros
import Foundation
import GraphCodableMacros
import Testing

/// A type may have nested types and generic parameters of any name.
struct NameTests {
    /// Types for which the macro generates everything that it can generate. `%` stands for other declarations in each of them.
    private static let types = [
        """
        @GCodable(name: "A", aliases: ["B"], version: 2)
        class A: GKeepsUnknown {
            %
            var unknownFields = GraphCodable.GUnknownFields()
            var a = 1, b = 2, c = 3
            @CodableAlias("e") var d: Swift.String?
            weak var weak: A?
            var list: [A] = []
            var any: (any Kept)?
            @CodableConvert(from: Swift.Int.self, { Swift.String($0) }) var text: Swift.String = ""
            unowned var owner: A
            init(owner: A) { self.owner = owner }
            func migrate(from version: Swift.UInt32, _ decoder: any GraphCodable.GDecoder) throws {}
        }
        """,
        """
        @GCodable(version: 2)
        struct S<Value> {
            %
            let a: Value
            @CodableDefault([3]) var b: [Swift.Int?]
            var any: any Kept
            mutating func migrate(from version: Swift.UInt32, _ decoder: any GraphCodable.GDecoder) throws {}
        }
        """,
        """
        @GCodable(name: "E", version: 2)
        enum E<Value: GCodable>: GKeepsUnknown {
            %
            case a, b(Value, x: Swift.Int?), c(any Kept)
            @CodableFallback case u(GraphCodable.GUnknownFields)
            mutating func migrate(from version: Swift.UInt32, _ decoder: any GraphCodable.GDecoder) throws {}
        }
        """,
        """
        @GCodable
        enum R: Swift.String {
            %
            case a
            @CodableAlias("c") case b
        }
        """,
    ]

    /// The names that generated code uses: those after a module, and all others.
    private static func names(in types: [String]) throws -> (qualified: Set<String>, others: Set<String>) {
        var qualified: Set<String> = [], others: Set<String> = []
        for type in types {
            let lines = type.components(separatedBy: "\n").filter { $0 != "    %" }
            let code = try Expansion(
                lines.joined(separator: "\n"), conformances: lackingAll + ["GVersion", "GNamed"]
            ).code.replacing(/"[^"\n]*"/, with: "")
            for match in code.matches(of: /\b((?:\w+\.)?)(_?[A-Z]\w*)/) {
                if match.1.isEmpty {
                    others.insert(String(match.2))
                } else if ["Swift.", "GraphCodableMacros."].contains(match.1) {
                    qualified.insert(String(match.2))
                }
            }
        }
        return (qualified, others)
    }

    @Test func generatedCodeNamesNothingThatATypeMayHide() throws {
        let names = try Self.names(in: Self.types)
        let own: Set = [
            "T", "A", "S", "E", "R", "Kept", "Value", "Self", "RawValue", "Any", "Type", "GCodableKey", "Check",
            // Before a function.
            "GraphCodableMacros",
        ]
        #expect(names.others.subtracting(own) == [])
        #expect(
            names.qualified.isSuperset(of: ["String", "AnyClass", "UInt32", "ArchiveName", "GDecoder", "CheckedKey"]))
    }

    #if os(Linux) || os(macOS)
    @Test func typesCanHideEveryNameThatGeneratedCodeUses() throws {
        let names = try Self.names(in: Self.types).qualified.union([
            "Int", "Bool", "Optional", "Array", "Error", "Check",
        ])
        let nested = names.sorted().map { "enum \($0) {}" }.joined(separator: "; ")
        let parameters = names.sorted().joined(separator: ", ")
        let plain = Self.types.map { $0.replacing("%", with: "") }
        let source = """
            import GraphCodableMacros
            protocol Kept: GCodable {}
            \(Self.types.map { $0.replacing("%", with: nested) }.joined(separator: "\n"))
            enum Outer { \(nested)
            \(plain.joined(separator: "\n"))
            }
            enum Generic<\(parameters)> {
            \(plain.joined(separator: "\n").replacing(" Kept", with: " Cases.Kept"))
            }
            """
        #expect(try Compiler.messages(for: source) == [])
    }

    @Test func namesOfScalarsMayBeThoseOfTypesAround() throws {
        let source = """
            import GraphCodableMacros
            enum Outer {
                enum String: Swift.String, GCodable { case a }
                @GCodable struct Entry { let text: String; let count: Int }
            }
            """
        #expect(try Compiler.messages(for: source) == [])
    }

    @Test func parenthesesInTypesMeanNothing() throws {
        let source = """
            import GraphCodableMacros
            protocol P: GCodable {}
            @GCodable struct S { var a: any (P & Sendable); var b: [any (P)]; var c: (any (P & Sendable))? }
            @GCodable enum E { case a(any (P & Sendable), b: (any (P))?) }
            """
        #expect(try Compiler.messages(for: source) == [])
    }

    @Test func theArchivesNameMayBeThatOfAnInstancesProperty() throws {
        let source = """
            import GraphCodableMacros
            @GCodable(name: "A", version: 2) struct Sample { var archiveName: String; var encodeVersion: UInt32 }
            """
        #expect(try Compiler.messages(for: source) == [])
    }

    @Test func aDefaultMayHaveTheNameOfAProperty() throws {
        let source = """
            import GraphCodableMacros
            let sizeValue = true
            @GCodable struct Sample { let size: Int; @CodableDefault(sizeValue) var isLarge: Bool }
            """
        #expect(try Compiler.messages(for: source) == [])
    }
    #endif

    @GCodable
    final class Properties {
        // Classes, so that the types are checked.
        var Check: [Properties] = [], Check_: [Properties] = [], Swift: [Properties] = [], `self`: [Properties] = []
        var decoder: Properties?, encoder: Properties?, value: Properties?, rawValue: Properties?, name = 1
        @CodableAlias("old") var a = 1
        @CodableAlias("older") var _key_a = 2
        var a_alias1 = 3, a_alias1_ = 4, _row_a = 5, _decoded_a = 6
        var checkTypes = 7, encodedVersion = 8, value0 = 9

        init() {}
    }

    @GCodable
    enum Cases: Equatable {
        case a(b_c: Value), a_b(c: Value), Check(Check: Value), x(`Type`: Int, `self`: [Value], value0: Int)
        case decoder(Value), encoder, name(name: String, GCodable: Int?)

        @GCodable
        struct Value: Equatable { var numbers: [Int] }
    }

    @Test func propertiesAndCasesMayHaveTheNamesOfGeneratedCode() throws {
        let object = Properties()
        (object.Check_, object.decoder, object.rawValue, object.a_alias1) = ([object], object, Properties(), 5)
        let back = try copy(object)
        #expect(back.Check_.first === back && back.decoder === back && back.rawValue?.a == 1 && back.a_alias1 == 5)
        for object in [object, back] { (object.Check_, object.decoder) = ([], nil) }
        let value = Cases.Value(numbers: [1])
        let cases: [Cases] = [
            .a(b_c: value), .a_b(c: value), .Check(Check: value), .x(Type: 1, self: [value], value0: 2),
            .decoder(value), .encoder, .name(name: "a", GCodable: nil),
        ]
        #expect(try copy(cases) == cases)
    }
}
#endif
