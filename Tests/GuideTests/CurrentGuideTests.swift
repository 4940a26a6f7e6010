import Foundation
import Testing

/// Each sample of the current guide, as printed, with all that it prints.
struct CurrentGuideTests {
    @Test func supportedSystemTypes() throws {
        #expect(try GuideProgram("Current/SupportedSystemTypes").output() == "true\n")
    }

    @Test func keyedValuesComeBack() throws {
        #expect(try GuideProgram("Current/KeyedCoding").output() == "true\n")
    }

    @Test func unkeyedValuesComeBack() throws {
        #expect(try GuideProgram("Current/UnkeyedCoding").output() == "true\n")
    }

    /// The library has this conformance, so the sample is tried on a type that is like an array.
    @Test func arrayConformance() throws {
        let sample = try GuideProgram.sample("Current/ArrayConformance").replacing("Array", with: "List")
        let program = GuideProgram(source: ArrayLike.declaration + sample + ArrayLike.check)
        #expect(try program.output() == "[1, 2, 3]\n")
    }

    @Test func inheritance() throws {
        let expected = """
            Array<A>
            [A, B]
            Array<A>
            [A, B]
            Array<A>
            [A, A]

            """
        #expect(try GuideProgram("Current/Inheritance").output() == expected)
    }

    @Test func protocolDeclarationsOfTheGuideAreThoseOfTheLibrary() throws {
        // What the guide prints as the library's is declared again, and every conformer of the library's protocol
        // fulfils the guide's.
        let source = """
            enum Guide {}
            extension Guide {
            \(try GuideProgram.sample("Current/GInheritance"))
            \(try GuideProgram.sample("Current/GVersion"))
            }
            final class Both: Guide.GInheritance, GraphCodable.GInheritance, Guide.GVersion, GraphCodable.GVersion {
                var disableInheritance: Bool { true }
                static var encodeVersion: UInt32 { 7 }
            }
            struct Named: Identifiable, GraphCodable.GIdentifiable { var id = "name" }
            func identity<T: GraphCodable.GIdentifiable<String>>(of value: T) -> String? { value.gcodableID }
            print(Both().disableInheritance, Both.encodeVersion, identity(of: Named()) ?? "none")
            """
        #expect(try GuideProgram(source: source).output() == "true 7 name\n")
    }

    @Test func disableInheritance() throws {
        let source = """
            private class MyReferenceType: GCodable {
                var number = 3
                init() {}
                required init(from decoder: GDecoder) throws { number = try decoder.decode() }
                func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
            }
            private func check() throws {
                let object = MyReferenceType()
                print(object.supportsCodableInheritance)
                let data = try GraphEncoder().encode([object, object]) as Bytes
                let copy = try GraphDecoder().decode([MyReferenceType].self, from: data)
                print(copy[0].number, copy[0] === copy[1])
                do {
                    _ = try GraphEncoder(.ignoreGInheritanceProtocol).encode(object) as Bytes
                } catch let error as GraphCodableError {
                    print(error.code)
                }
            }
            """
        let sample = try GuideProgram.sample("Current/DisableInheritance")
        let program = GuideProgram(source: source + "\n" + sample + "\ntry check()\n")
        #expect(try program.output() == "false\n3 true\ntypeNotConstructible\n")
    }

    @Test func referenceTypesIdentity() throws {
        let output = try GuideProgram("Current/ReferenceTypesIdentity").output()
        #expect(output == "true\ntrue\ntrue\ntrue\nfalse\nfalse\n")
    }

    @Test func valueTypesIdentity() throws {
        let output = try GuideProgram("Current/ValueTypesIdentity").output()
        #expect(output == "true\ntrue\ntrue\ntrue\nfalse\nfalse\n")
    }

    @Test func conditionalReferences() throws {
        #expect(try GuideProgram("Current/ConditionalReferences").output() == "true\ntrue\ntrue\nfalse\nfalse\n")
    }

    @Test func conditionalValues() throws {
        let expected = """
            outRoot.a.data contains very large data
            outRoot.b.data contains very large data
            Very large data NOT duplicated.

            """
        #expect(try GuideProgram("Current/ConditionalValues").output() == expected)
    }

    @Test func conditionalValuesWithoutA() throws {
        var program = try GuideProgram("Current/ConditionalValues")
        let line = try GuideProgram.sample("Current/ConditionalValuesWithoutA")
        program.parts[0] = program.parts[0].replacing("let inRoot = Model(a: a, b: b)\n", with: line)
        #expect(try program.output() == "outRoot.a == nil \noutRoot.b.data == nil \n")
    }

    @Test func directedAcyclicGraph() throws {
        #expect(try GuideProgram("Current/DirectedAcyclicGraph").output() == "true\ntrue\nfalse\nfalse\n")
    }

    @Test func aConnectionFromEToBMakesTheGraphCyclicAndDecodingThrows() throws {
        let program = try GuideProgram(
            "Current/DirectedAcyclicGraph",
            appending: """
                e.connect( to: b )
                let cyclic = try GraphEncoder().encode( a ) as Bytes
                do {
                    _ = try GraphDecoder().decode( Node.self, from: cyclic )
                } catch let error as GraphCodableError {
                    print( error.code, error.message.contains( "deferDecode" ) )
                }
                """)
        #expect(try program.output() == "true\ntrue\nfalse\nfalse\nunresolvableCycle true\n")
    }

    @Test func weakVariables() throws {
        let output = try GuideProgram("Current/WeakVariables").output()
        #expect(Self.sortedTree(output) == "Screen [Window [View [View []], View []], Window [View []]]\ntrue\n")
        try expect("Current/WeakVariablesInitializer", isPartOf: "Current/WeakVariables")
    }

    @Test func strongCyclesComeBack() throws {
        let output = try GuideProgram("Current/StrongCycles").output()
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let expected = [
            "\t• Node 'a' -> [\"b\", \"c\", \"d\", \"e\"]",
            "\t• Node 'b' -> [\"d\", \"a\", \"c\", \"b\", \"b\", \"b\"]",
            "\t• Node 'c' -> [\"d\", \"e\", \"a\", \"c\", \"b\", \"b\", \"b\", \"c\", \"e\"]",
            "\t• Node 'd' -> [\"e\", \"d\", \"e\", \"a\", \"c\", \"b\"]",
            "\t• Node 'e' -> [\"a\", \"b\", \"c\", \"d\", \"e\", \"e\"]",
        ]
        // A dictionary has no order, and a space follows its last node.
        #expect(lines.first == "decoded Model:" && lines.suffix(2) == ["true ", ""] && lines.count == 8)
        #expect(lines[1...5].map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }.sorted() == expected)
        try expect("Current/StrongCyclesInitializer", isPartOf: "Current/StrongCycles")
    }

    /// Equal trees of sets have the same text when siblings are sorted.
    static func sortedTree(_ output: String) -> String {
        struct Tree {
            var name = ""
            var children: [Tree] = []

            init(_ text: inout Substring) {
                name = String(text.prefix { $0 != " " && $0 != "[" })
                text = text.dropFirst(name.count).drop { $0 == " " }.dropFirst()
                while let next = text.first, next != "]" {
                    children.append(Tree(&text))
                    text = text.drop { $0 == "," || $0 == " " }
                }
                text = text.dropFirst()
            }

            var text: String {
                let texts = children.map(\.text).sorted(by: >).sorted { $0.count > $1.count }
                return "\(name) [\(texts.joined(separator: ", "))]"
            }
        }
        var rest = output.prefix { $0 != "\n" }
        return Tree(&rest).text + output.drop { $0 != "\n" }
    }
}

/// Checks that a fragment's code stands in a larger sample, whatever the space between its words.
func expect(_ fragment: String, isPartOf sample: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    func words(_ name: String) throws -> String {
        let code = try GuideProgram.sample(name).replacing(#/\/\/.*/#, with: "")
        return code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(try words(sample).contains(words(fragment)), sourceLocation: sourceLocation)
}

enum ArrayLike {
    static let declaration = """
        public struct List<Element>: RangeReplaceableCollection {
            var elements: [Element] = []
            public init() {}
            public var startIndex: Int { 0 }
            public var endIndex: Int { elements.count }
            public func index(after index: Int) -> Int { index + 1 }
            public subscript(index: Int) -> Element { elements[index] }
            public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with new: C) where C.Element == Element {
                elements.replaceSubrange(range, with: new)
            }
        }

        """
    static let check = """

        let list = List([1, 2, 3])
        let archive = try GraphEncoder().encode(list) as Bytes
        print(try GraphDecoder().decode(List<Int>.self, from: archive).elements)
        """
}
