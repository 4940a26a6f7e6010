import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Several roots in one archive, each with a name.
struct NamedRootTests {
    struct Point: GCodable, Equatable {
        var x = 1.5
        var text = "point"
        private enum Key: String { case x, text }
        init() {}
        init(from decoder: GDecoder) throws {
            x = try decoder.decode(for: Key.x)
            text = try decoder.decode(for: Key.text)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(x, for: Key.x)
            try encoder.encode(text, for: Key.text)
        }
    }

    /// Two roots, decoded together.
    struct Both: GCodable {
        let first: Node
        let second: Node
        private enum Key: String { case first, second }
        init(from decoder: GDecoder) throws {
            first = try decoder.decode(for: Key.first)
            second = try decoder.decode(for: Key.second)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(first, for: Key.first)
            try encoder.encode(second, for: Key.second)
        }
    }

    /// Fails when it is decoded.
    final class Trap: GCodable {
        struct Failure: Error {}
        init() {}
        init(from decoder: GDecoder) throws { throw Failure() }
        func encode(to encoder: GEncoder) throws {}
    }

    enum Suit: String, GCodable { case hearts, spades }
    enum Level: Int, GCodable { case low, high }

    private static let options: [GraphEncoder.Options] = [
        [], .disableInheritance, .disableIdentity, .tryHashableIdentityAtFirst, .tryHashableIdentityAtLast,
        .disableAutoObjectIdentifierIdentityForReferences, .mimicSwiftCodable,
    ]

    @Test func namedRootsThatAreDecodedAsOneValueAreExplained() throws {
        let archive = try GraphEncoder().encode(roots: ["number": 7, "node": Node("node")])
        let message =
            "The archive has named roots: 'node', 'number'. Decode one of them by its name: with decode(_:root:from:), or with "
            + "root(_:as:) of an open file."
        for decode in [
            { _ = try GraphDecoder().decode(Node.self, from: archive) },
            { _ = try GraphDecoder().decode(Int.self, from: archive) },
            { _ = try GraphDecoder().decode([String: Int].self, from: archive) },
        ] as [() throws -> Void] {
            let error = #expect(throws: GraphCodableError.self) { try decode() }
            #expect(error?.code == .typeMismatch && error?.message == message)
        }
    }

    @Test func aRootComesFromAnySequenceOfBytes() throws {
        let archive = try GraphEncoder().encode(roots: ["number": 7, "text": "seven"])
        #expect(try GraphDecoder().decode(Int.self, root: "number", from: AnySequence(archive)) == 7)
        #expect(try GraphDecoder().decode(String.self, root: "text", from: archive.lazy.map { $0 }) == "seven")
    }

    @Test func anArchiveMayHaveNoRoots() throws {
        let archive = try GraphEncoder().encode(roots: [:])
        let asOne = expectError(GraphCodableError.self, .typeMismatch) {
            try GraphDecoder().decode(Node.self, from: archive)
        }
        #expect(
            asOne?.message
                == "The archive has named roots. Decode one of them by its name: with decode(_:root:from:), or with root(_:as:) "
                + "of an open file.")
        let named = expectError(GraphCodableError.self, .keyNotFound) {
            try GraphDecoder().decode(Node.self, root: "node", from: archive)
        }
        #expect(named?.message == "The archive has no root named 'node'. It has no named roots.")
    }

    @Test func aRootWithoutANameIsNotListed() {
        typealias Make = ArchiveAssembler
        let archive = Make(
            Make.composite(0, [1], [2]), keys: ["a"], types: [Make.valueType(GraphRoots.self)],
            shapes: [Make.shape(of: 0, 1, 0)])
        let error = expectError(GraphCodableError.self, .typeMismatch) {
            try GraphDecoder().decode(Int.self, from: archive.bytes)
        }
        #expect(error?.message.hasPrefix("The archive has named roots: 'a'. Decode one of them by its name:") == true)
    }

    @Test func ofTwoRootsWithOneNameTheLastCounts() throws {
        let archive = try GraphEncoder().encode(roots: ["number": 7, "number": 8])
        #expect(try GraphDecoder().decode(Int.self, root: "number", from: archive) == 8)
    }

    @Test(arguments: options) func everyKindOfRootIsDecodedByItsName(_ options: GraphEncoder.Options) throws {
        let id = UUID()
        let roots: GraphRoots = [
            "object": Node("object"), "struct": Point(), "text": "text", "number": 7, "nil": nil as String?,
            "optional": "there" as String?, "nested": .some(nil) as Int??, "raw": Suit.spades, "level": Level.high,
            "data": Data([1, 2, 3]), "array": [1.5, 2.5], "texts": ["a", "b"], "set": Set([1, 2]),
            "dictionary": ["k": Point()], "uuid": id, "flag": true, "vector": SIMD3<Float>(1, 2, 3),
            "points": [Point(), Point()],
            "range": 1..<5, "url": URL(string: "https://example.com") ?? URL(filePath: "/"), "": Character("e"),
            "zoom": CGFloat(2), "reference": GraphReference(Node("referred")),
        ]
        let bytes = try GraphEncoder(options).encode(roots) as Bytes
        func root<Root: GDecodable>(_ name: String, as type: Root.Type = Root.self) throws -> Root {
            try GraphDecoder().decode(type, root: name, from: bytes)
        }
        #expect(try root("object", as: Node.self).name == "object")
        #expect(try root("struct") == Point())
        #expect(try root("text") == "text")
        #expect(try root("number") == 7)
        #expect(try root("nil") == nil as String?)
        #expect(try root("optional") == "there" as String?)
        #expect(try root("nested", as: Int??.self) == .some(nil))
        #expect(try root("raw") == Suit.spades)
        #expect(try root("level") == Level.high)
        #expect(try root("data") == Data([1, 2, 3]))
        #expect(try root("array") == [1.5, 2.5])
        #expect(try root("texts") == ["a", "b"])
        #expect(try root("set") == Set([1, 2]))
        #expect(try root("dictionary") == ["k": Point()])
        #expect(try root("uuid") == id)
        #expect(try root("flag") == true)
        #expect(try root("vector") == SIMD3<Float>(1, 2, 3))
        #expect(try root("points") == [Point(), Point()])
        #expect(try root("range") == 1..<5)
        #expect(try root("url", as: URL.self).absoluteString == "https://example.com")
        #expect(try root("") == Character("e"))
        #expect(try root("zoom") == CGFloat(2))
        #expect(try root("reference", as: GraphReference<Node>.self).load().name == "referred")
        #expect(try GraphArchive(bytes).summary.rootNames == roots.values.keys.sorted())
    }

    @Test func otherRootsAreNotDecoded() throws {
        let bytes = try GraphEncoder().encode(["a": Trap(), "b": "text", "c": Trap()] as GraphRoots) as Data
        #expect(try GraphDecoder().decode(String.self, root: "b", from: bytes) == "text")
        #expect(throws: Trap.Failure.self) { try GraphDecoder().decode(Trap.self, root: "a", from: bytes) }
    }

    @Test func theRootValueIsSmallHoweverLargeTheRootsAre() throws {
        let large = Bytes(repeating: 1, count: 500_000)
        let roots: GraphRoots = [
            "data": Data(large), "numbers": large.map { Int($0) }, "text": String(repeating: "x", count: 500_000),
        ]
        let archive = try GraphArchive(GraphEncoder().encode(roots) as Bytes)
        // A tag, and three references of two bytes.
        #expect(archive.records.byteRange(of: 0) == 9..<16)
        #expect(archive.summary.rootNames == ["data", "numbers", "text"])
        #expect(archive.summary.types.map(\.name) == ["GraphCodable.GraphRoots"])
    }

    @Test func rootsThatAreDecodedTogetherShareObjects() throws {
        let shared = Node("shared")
        let bytes = try GraphEncoder().encode(["first": shared, "second": shared] as GraphRoots) as Bytes
        let both = try GraphDecoder().decode(Both.self, from: bytes)
        #expect(both.first === both.second)
        // A struct with keys has named roots, too.
        let copy = try GraphEncoder().encode(both) as Bytes
        #expect(try GraphArchive(copy).summary.rootNames == ["first", "second"])
        #expect(try GraphDecoder().decode(Node.self, root: "second", from: copy).name == "shared")
    }

    @Test func archivesOfOneRootHaveNoNames() throws {
        for bytes in [try GraphEncoder().encode(Node("a")) as Bytes, try GraphEncoder().encode(["a": 1]) as Bytes] {
            #expect(try GraphArchive(bytes).summary.rootNames == [])
        }
        // An object in place.
        let inPlace = try GraphEncoder(.disableIdentity).encode(Node("a")) as Bytes
        #expect(try GraphArchive(inPlace).summary.rootNames == [])
    }

    @Test func rootNamesAreReadOfEveryFormOfAComposite() throws {
        typealias Maker = ArchiveAssembler
        // An open composite: slots "a" (absent) and "b", an item without a key, and an item "c" with a composite in it.
        let root = Maker.open(0, [0xE9], Maker.null, [1], Maker.item(3, Maker.composite(1, [2])))
        var assembler = Maker(
            root, keys: ["a", "b", "c", "inner"], types: [Maker.type("T"), Maker.type("Inner")],
            shapes: [Maker.shape(of: 0, 1, 2), Maker.shape(of: 1, 4)])
        assembler.counts = [1, 1]
        let archive = try GraphArchive(assembler.bytes)
        try archive.verify()
        #expect(archive.summary.rootNames == ["b", "c"])
        // A damaged root has no names.
        assembler.records[0].bytes.removeLast()
        #expect(try GraphArchive(assembler.bytes).summary.rootNames == [])
    }

    @Test func errorsListTheNames() throws {
        let bytes = try GraphEncoder().encode(roots: ["a": 1, "b": "text"])
        func message(_ name: String, _ bytes: Bytes, code: GraphCodableError.Code) -> String? {
            let error = #expect(throws: GraphCodableError.self) {
                try GraphDecoder().decode(Int.self, root: name, from: bytes)
            }
            #expect(error?.code == code)
            return error?.message
        }
        #expect(
            message("c", bytes, code: .keyNotFound) == "The archive has no root named 'c'. Its roots are 'a', 'b'.")
        #expect(
            message("b", bytes, code: .typeMismatch)
                == "The archive holds a reference to an object where Int was expected. \(DecodingSession.conversionAdvice)"
        )
        let none = try GraphEncoder().encode([:] as GraphRoots) as Bytes
        #expect(message("c", none, code: .keyNotFound) == "The archive has no root named 'c'. It has no named roots.")
        let decomposed = try GraphEncoder().encode(roots: ["e\u{301}": 1])
        #expect(
            message("\u{E9}", decomposed, code: .keyNotFound) == """
                The archive has no root named '\u{E9}'. Its roots are 'e\u{301}'. One of them looks the same, but has other \
                Unicode scalars: names are compared byte by byte.
                """)
        let single = try GraphEncoder().encode([1, 2]) as Bytes
        #expect(
            message("c", single, code: .typeMismatch) == """
                The archive has no root named 'c': its only root has no name, and is an array of plain elements. Decode it \
                without a name.
                """)
        let inPlace = try GraphEncoder(.disableIdentity).encode(Node("a")) as Bytes
        #expect(
            message("c", inPlace, code: .typeMismatch)
                == "The archive has no root named 'c': its only root has no name, and is an object. Decode it without a name."
        )
    }

    @Test func anEncoderWritesTheSameBytesEachTime() throws {
        let roots = GraphRoots(Dictionary(uniqueKeysWithValues: (0..<40).map { ("root\($0)", "text \($0)") }))
        let first = try GraphEncoder().encode(roots) as Bytes
        let again = GraphRoots(Dictionary(uniqueKeysWithValues: roots.values.reversed().map { ($0.key, $0.value) }))
        #expect(try GraphEncoder().encode(again) as Bytes == first)
    }
}
