#if Macros
import Foundation
import Testing

/// A type may have nested types and generic parameters of any name.
@Suite struct NameTests {
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

    @Test func aDefaultMayHaveTheNameOfAProperty() throws {
        let source = """
            import GraphCodableMacros
            let sizeValue = true
            @GCodable struct Sample { let size: Int; @CodableDefault(sizeValue) var isLarge: Bool }
            """
        #expect(try Compiler.messages(for: source) == [])
    }
    #endif
}
#endif
