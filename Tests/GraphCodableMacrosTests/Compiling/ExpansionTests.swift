#if Macros
import Testing

/// The code that the macro writes: as a person would write it by hand.
struct ExpansionTests {
    private func expect(
        _ source: String, conformances: [String] = lackingAll, is expanded: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try Expansion(source, conformances: conformances)
        #expect(found.diagnostics == [], sourceLocation: sourceLocation)
        #expect(found.code == expanded, sourceLocation: sourceLocation)
    }

    @Test func aStructureGetsAnExtension() throws {
        try expect(
            """
            @GCodable
            public struct Point {
                var x: Double
                @CodingKey("why") let y: Double
                var name: String?
                var tags = ["a"]
                @CodableAlias("old") var text: String
                @CodableDefault(3) var count: Int
                var shape: any Shape
                let kind = 1
                static var zero = 0
            }
            """,
            is: """
                extension T: GraphCodableMacros.GEncodable, GraphCodableMacros.GDecodable {
                    private enum GCodableKey: Swift.String, GraphCodableMacros.CheckedKey {
                        case x
                        case y = "why"
                        case name
                        case tags
                        case text
                        case count
                        case shape
                        case text_alias1 = "old"

                        enum Check {
                            static func tags(_: [some GraphCodableMacros.GEncodable & GraphCodableMacros.GDecodable]) {
                            }
                            @available(*, unavailable, message: "'tags' cannot be archived, because the type of the initial value is not archivable. Attach @GCodable to the type, store a CodableValue if it is Codable, or leave the property out with @CodableIgnored.") static func tags(_: [some Any]) {
                            }
                            static func shape(_: (some GraphCodableMacros.GEncodable & GraphCodableMacros.GDecodable).Type) {
                            }
                            @available(*, unavailable, message: "'shape' of type 'any Shape' cannot be archived, because the protocol does not inherit from GCodable. Let it do so, or leave the property out with @CodableIgnored.") static func shape(_: (some Any).Type) {
                            }
                        }
                    }

                    public init(from decoder: any GraphCodableMacros.GDecoder) throws {
                        self.x = try decoder.decode(for: GCodableKey.x)
                        self.y = try decoder.decode(for: GCodableKey.y)
                        if try decoder.contains(GCodableKey.name) {
                            self.name = try decoder.decode(for: GCodableKey.name)
                        }
                        if try decoder.contains(GCodableKey.tags) {
                            self.tags = try decoder.decode(for: GCodableKey.tags)
                        }
                        let _key_text = try decoder._contains(GCodableKey.text) ? GCodableKey.text : decoder._contains(GCodableKey.text_alias1) ? GCodableKey.text_alias1 : GCodableKey.text
                        self.text = try decoder.decode(for: _key_text)
                        #sourceLocation(file: "Test.swift", line: 8)
                        self.count = try decoder.decode(for: GCodableKey.count, default: 3)
                        #sourceLocation()
                        self.shape = try decoder.decode(any: (any Shape).self, for: GCodableKey.shape)
                    }

                    public func encode(to encoder: any GraphCodableMacros.GEncoder) throws {
                        @available(*, deprecated) func checkTypes(_ value0: any (Shape).Type) {
                            #sourceLocation(file: "Test.swift", line: 6)
                            GCodableKey.Check.tags([self.tags])
                            #sourceLocation(file: "Test.swift", line: 9)
                            GCodableKey.Check.shape(value0)
                            #sourceLocation()
                        }
                        try encoder.encode(self.x, for: GCodableKey.x)
                        try encoder.encode(self.y, for: GCodableKey.y)
                        try encoder.encode(self.name, for: GCodableKey.name)
                        try encoder.encode(self.tags, for: GCodableKey.tags)
                        try encoder.encode(self.text, for: GCodableKey.text)
                        try encoder.encode(self.count, for: GCodableKey.count)
                        try encoder.encode(any: self.shape as (any Shape), for: GCodableKey.shape)
                    }
                }
                """)
    }

    @Test func aClassGetsMembers() throws {
        try expect(
            """
            @GCodable
            open class Node<Value: GCodable> {
                var value: Value
                var count = 0
                weak var parent: Node?
                public var children: [Node] = []
                var named: [String: Int] = [:]
            }
            """,
            is: """
                private enum GCodableKey: Swift.String, GraphCodableMacros.CheckedKey {
                    case value
                    case count
                    case parent
                    case children
                    case named

                    enum Check {
                        static func value(_: [some GraphCodableMacros.GEncodable & GraphCodableMacros.GDecodable]) {
                        }
                        @available(*, unavailable, message: "'value' of type 'Value' cannot be archived, because 'Value' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Value' if it is a protocol, or leave the property out with @CodableIgnored.") static func value(_: [some Any]) {
                        }
                        static func parent(_: [some GraphCodableMacros.GEncodable & GraphCodableMacros.GDecodable]) {
                        }
                        @available(*, unavailable, message: "'parent' of type 'Node?' cannot be archived, because 'Node' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Node' if it is a protocol, or leave the property out with @CodableIgnored.") static func parent(_: [some Any]) {
                        }
                        static func children(_: [some GraphCodableMacros.GEncodable & GraphCodableMacros.GDecodable]) {
                        }
                        @available(*, unavailable, message: "'children' of type '[Node]' cannot be archived, because 'Node' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Node' if it is a protocol, or leave the property out with @CodableIgnored.") static func children(_: [some Any]) {
                        }
                    }
                }

                open class var _codedClass: Swift.AnyClass {
                    Node.self
                }

                public required init(from decoder: any GraphCodableMacros.GDecoder) throws {
                    self.value = try decoder.decode(for: GCodableKey.value)
                    if try decoder.contains(GCodableKey.count) {
                        self.count = try decoder.decode(for: GCodableKey.count)
                    }
                    if try decoder.contains(GCodableKey.named) {
                        self.named = try decoder.decode(for: GCodableKey.named)
                    }
                    if let value = try decoder.decodeNow(for: GCodableKey.children, orLater: self, { $0.children = $1 }) {
                        self.children = value
                    }
                    if try decoder.contains(GCodableKey.parent) {
                        try decoder.deferDecode(for: GCodableKey.parent) { self.parent = $0 }
                    }
                }

                open func encode(to encoder: any GraphCodableMacros.GEncoder) throws {
                    @available(*, deprecated) func checkTypes() {
                        #sourceLocation(file: "Test.swift", line: 3)
                        GCodableKey.Check.value([self.value])
                        #sourceLocation(file: "Test.swift", line: 5)
                        GCodableKey.Check.parent([self.parent])
                        #sourceLocation(file: "Test.swift", line: 6)
                        GCodableKey.Check.children([self.children])
                        #sourceLocation()
                    }
                    try encoder.encode(self.value, for: GCodableKey.value)
                    try encoder.encode(self.count, for: GCodableKey.count)
                    try encoder.encode(self.named, for: GCodableKey.named)
                    try encoder.encode(self.children, for: GCodableKey.children)
                    try encoder.encodeConditional(self.parent, for: GCodableKey.parent)
                }

                extension T: GraphCodableMacros.GEncodable, GraphCodableMacros.GDecodable, GraphCodableMacros._GCodableClass {

                }
                """)
    }

    @Test func aSubclassCallsItsSuperclass() throws {
        try expect(
            """
            @GCodable
            final class Leaf: Node {
                let text: String
                var next: Leaf?
            }
            """,
            conformances: [],
            is: """
                private enum GCodableKey: Swift.String, GraphCodableMacros.CheckedKey {
                    case text
                    case next

                    enum Check {
                        static func next(_: [some GraphCodableMacros.GEncodable & GraphCodableMacros.GDecodable]) {
                        }
                        @available(*, unavailable, message: "'next' of type 'Leaf?' cannot be archived, because 'Leaf' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Leaf' if it is a protocol, or leave the property out with @CodableIgnored.") static func next(_: [some Any]) {
                        }
                    }
                }

                override class var _codedClass: Swift.AnyClass {
                    Leaf.self
                }

                required init(from decoder: any GraphCodableMacros.GDecoder) throws {
                    try Self._refuseNewer(decoder)
                    self.text = try decoder.decode(for: GCodableKey.text)
                    try super.init(from: decoder)
                    if let value = try decoder.decodeNow(for: GCodableKey.next, orLater: self, { $0.next = $1 }) {
                        self.next = value
                    }
                }

                override func encode(to encoder: any GraphCodableMacros.GEncoder) throws {
                    @available(*, deprecated) func checkTypes() {
                        #sourceLocation(file: "Test.swift", line: 4)
                        GCodableKey.Check.next([self.next])
                        #sourceLocation()
                    }
                    try encoder.encode(self.text, for: GCodableKey.text)
                    try super.encode(to: encoder)
                    try encoder.encode(self.next, for: GCodableKey.next)
                }
                """)
    }

    @Test func aStructureOfScalarsIsMadeOfItsValues() throws {
        let found = try Expansion(
            """
            @GCodable
            struct Sample {
                let a, b, c: Int
                @CodableDefault("none") var name: String
                var levels: [Double?]
            }
            """)
        #expect(
            found.code.contains(
                """
                    init(from decoder: any GraphCodableMacros.GDecoder) throws {
                        var _row_a = decoder._scalars("a,b,c")
                        let _decoded_a: Int = try _row_a.decode(for: "a")
                        let _decoded_b: Int = try _row_a.decode(for: "b")
                        let _decoded_c: Int = try _row_a.decode(for: "c")
                        #sourceLocation(file: "Test.swift", line: 4)
                        let _decoded_name: String = try decoder.decode(for: GCodableKey.name, default: "none")
                        #sourceLocation()
                        let _decoded_levels: [Double?] = try decoder.decode(for: GCodableKey.levels)
                        self.a = _decoded_a
                        self.b = _decoded_b
                        self.c = _decoded_c
                        self.name = _decoded_name
                        self.levels = _decoded_levels
                    }
                """))
    }

    @Test func aSubclassThatAddsNothingIsOnlyKnownToHaveTheMacro() throws {
        try expect(
            """
            @GCodable
            final class Leaf: Node {
            }
            """,
            conformances: [],
            is: """
                override class var _codedClass: Swift.AnyClass {
                    Leaf.self
                }
                """)
    }

    @Test func aClassOfAnActorConformsThere() throws {
        try expect(
            """
            @MainActor @GCodable(version: 2)
            final class Document {
                var title = ""

                func migrate(from version: UInt32, _ decoder: any GDecoder) throws {}
            }
            """,
            conformances: lackingAll + ["GVersion"],
            is: """
                private enum GCodableKey: Swift.String {
                    case title
                }

                static var encodeVersion: Swift.UInt32 {
                    2
                }

                init() {}

                init(from decoder: any GraphCodableMacros.GDecoder) throws {
                    try decoder.refuseVersions(after: Self.encodeVersion)
                    if try decoder.contains(GCodableKey.title) {
                        self.title = try decoder.decode(for: GCodableKey.title)
                    }
                    let encodedVersion = try decoder.encodedVersion
                    if try encodedVersion < 2 || encodedVersion > 2 && decoder.replacedType != nil {
                        try self.migrate(from: encodedVersion, decoder)
                    }
                }

                func encode(to encoder: any GraphCodableMacros.GEncoder) throws {
                    try encoder.encode(self.title, for: GCodableKey.title)
                }

                extension T: @MainActor GraphCodableMacros.GEncodable, @MainActor GraphCodableMacros.GDecodable, @MainActor GraphCodableMacros.GVersion {

                }
                """)
    }

    @Test func aTypeOfNoActorConformsThereIfTheMainActorIsTheDefault() throws {
        let found = try Expansion("@GCodable nonisolated final class Outline {}")
        #expect(
            found.code.contains(
                "nonisolated extension T: GraphCodableMacros.GEncodable, GraphCodableMacros.GDecodable {"))
    }

    @Test func anExtensionIsAvailableWhereTheTypeIs() throws {
        let old = "@available(*, deprecated) @available(macOS, deprecated: 15) "
        for (attributes, copied) in [
            ("@available(macOS 16, *) ", true), ("@available(iOS, introduced: 19) ", true),
            ("@available(watchOS, unavailable) ", true), (old, false),
        ] {
            let found = try Expansion(
                "@available(tvOS 19, *) enum Outer {\n    \(attributes)@GCodable\n    nonisolated struct A {\n    }\n}")
            let expected = "\(copied ? attributes : "")@available(tvOS 19, *) nonisolated extension T:"
            #expect(found.code.hasPrefix(expected), "\(found.code)")
        }
    }

    @Test func anUnownedReferenceIsCheckedWhenItIsEncoded() throws {
        let found = try Expansion(
            """
            @GCodable
            final class Page {
                unowned let book: Book
                unowned var other: Book?
                init(book: Book) {}
            }
            """)
        #expect(
            found.code.contains(
                """
                    try encoder.encodeUnowned(self.book, for: GCodableKey.book)
                    try encoder.encodeConditional(self.other, for: GCodableKey.other)
                """))
    }

    @Test func anEnumerationIsItsCase() throws {
        try expect(
            """
            @GCodable
            enum Shape<Value> {
                case empty
                @CodableAlias("round") case circle(radius: Double, Value?)
            }
            """,
            is: #"""
                extension T: GraphCodableMacros.GEncodable, GraphCodableMacros.GDecodable where Value: GraphCodableMacros.GEncodable & GraphCodableMacros.GDecodable {
                    private enum GCodableKey: Swift.String, GraphCodableMacros.CheckedKey {
                        case radius
                        case _1

                        enum Check {
                            static func circle(value1 _: [some GraphCodableMacros.GEncodable & GraphCodableMacros.GDecodable]) {
                            }
                            @available(*, unavailable, message: "The value '_1' of the case 'circle' of type 'Value?' cannot be archived, because 'Value' is not archivable. Attach @GCodable to it, store a CodableValue if it is Codable, write 'any Value' if it is a protocol, or write the enum's methods by hand.") static func circle(value1 _: [some Any]) {
                            }
                        }
                    }

                    init(from decoder: any GraphCodableMacros.GDecoder) throws {
                        switch try decoder.decode() as Swift.String {
                        case "empty":
                            self = .empty
                        case "circle", "round":
                            self = try .circle(radius: decoder.decode(for: GCodableKey.radius), decoder.decode(for: GCodableKey._1, default: nil))
                        case let name:
                            throw decoder.unknownCase(name, of: Self.self)
                        }
                    }

                    func encode(to encoder: any GraphCodableMacros.GEncoder) throws {
                        @available(*, deprecated) func checkTypes() {
                            if case .circle(_, let value1) = self {
                                #sourceLocation(file: "Test.swift", line: 4)
                                GCodableKey.Check.circle(value1: [value1])
                            }
                            #sourceLocation()
                        }
                        switch self {
                        case .empty:
                            try encoder.encode("empty")
                        case .circle(let value0, let value1):
                            try encoder.encode("circle")
                            try encoder.encode(value0, for: GCodableKey.radius)
                            try encoder.encode(value1, for: GCodableKey._1)
                        }
                    }
                }
                """#)
    }

    @Test func anEnumerationWithRawValuesNeedsNothing() throws {
        try expect(
            """
            @GCodable
            enum Colour: String {
                case red
                @CodableFallback case other
            }
            """,
            is: """
                extension T: GraphCodableMacros.GEncodable, GraphCodableMacros.GDecodable {
                    init(from decoder: any GraphCodableMacros.GDecoder) throws {
                        let rawValue: RawValue = try decoder.decode()
                        self = Self(rawValue: rawValue) ?? .other
                    }
                }
                """)
    }
}
#endif
