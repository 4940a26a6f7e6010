import Foundation
import GraphCodable
import TestSupport
import Testing

/// Sets and dictionaries of values whose identity the program chose.
struct HashedIdentityTests {
    struct Tag: GCodable, GIdentifiable, Hashable {
        let gcodableID: Int?
        let text: String

        init(_ id: Int?, _ text: String) { (gcodableID, self.text) = (id, text) }

        init(from decoder: GDecoder) throws { (gcodableID, text) = (try decoder.decode(), try decoder.decode()) }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(gcodableID)
            try encoder.encode(text)
        }
    }

    final class Mark: GCodable, GIdentifiable, Hashable {
        let tag: Tag
        var gcodableID: Int? { tag.gcodableID }

        init(_ tag: Tag) { self.tag = tag }

        init(from decoder: GDecoder) throws { tag = Tag(try decoder.decode(), try decoder.decode()) }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(tag.gcodableID)
            try encoder.encode(tag.text)
        }

        static func == (lhs: Mark, rhs: Mark) -> Bool { lhs.tag == rhs.tag }

        func hash(into hasher: inout Hasher) { hasher.combine(tag) }
    }

    /// Is archived as its tag.
    struct Label: GCodable, _GPlainEncodable, _GPlainDecodable, Equatable {
        let tag: Tag
        init(_ tag: Tag) { self.tag = tag }
        init(_plainValue: Tag) { tag = _plainValue }
        func _plainValue() -> Tag { tag }
        static var _costPerByte: Int { 0 }
        static var _costPerValue: Int { 0 }
    }

    struct Labels: GCodable {
        let label: Label
        let tag: Tag
        let other: Label

        init(_ text: String) {
            tag = Tag(1, text)
            (label, other) = (Label(tag), Label(tag))
        }

        init(from decoder: GDecoder) throws {
            (label, tag, other) = (try decoder.decode(), try decoder.decode(), try decoder.decode())
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(label)
            try encoder.encode(tag)
            try encoder.encode(other)
        }
    }

    @Test func aValueInPlaceOfAnotherIsNoReference() throws {
        let copy = try GraphDecoder().decode(Labels.self, from: GraphEncoder().encode(Labels("a")) as Bytes)
        #expect(copy.label.tag.text == "a" && copy.label == copy.other && copy.tag == copy.label.tag)
        let roots = try GraphEncoder().encode(roots: ["label": Label(Tag(1, "b"))])
        #expect(try GraphDecoder().decode(Label.self, root: "label", from: roots).tag.text == "b")
    }

    @Test func numbersThatStayInPlaceHaveNoIdentity() throws {
        for options in [GraphEncoder.Options.tryHashableIdentityAtFirst, .tryHashableIdentityAtLast] {
            let bytes = try GraphEncoder(options).encode(Lengths()) as Bytes
            #expect(try GraphDecoder().decode(Lengths.self, from: bytes).length == 1.5)
        }
    }

    struct Lengths: GCodable {
        let length: CGFloat?

        init() { length = 1.5 }

        init(from decoder: GDecoder) throws {
            length = try decoder.decode()
            #expect(try decoder.decode() == length)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encodeConditional(length)
            try encoder.encode(length)
        }
    }

    struct Pair: GCodable, Hashable {
        let number: Int
        let tag: Tag

        init(_ number: Int, _ tag: Tag) { (self.number, self.tag) = (number, tag) }

        init(from decoder: GDecoder) throws { (number, tag) = (try decoder.decode(), try decoder.decode()) }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number)
            try encoder.encode(tag)
        }
    }

    /// Equal only if what is not archived is equal, too.
    struct Visited: GCodable, GIdentifiable, Hashable {
        let gcodableID: Int?
        var visits = 0

        init(_ id: Int?, visits: Int) { (gcodableID, self.visits) = (id, visits) }

        init(from decoder: GDecoder) throws { gcodableID = try decoder.decode() }

        func encode(to encoder: GEncoder) throws { try encoder.encode(gcodableID) }
    }

    @Test func valuesThatDifferOnlyByWhatIsNotArchivedAreTheSame() throws {
        for options in [GraphEncoder.Options(), .checkIdentifiableContents] {
            let bytes =
                try GraphEncoder(options).encode([[Visited(1, visits: 0)], [Visited(1, visits: 5)] as Set]) as Bytes
            let back = try GraphDecoder().decode([Set<Visited>].self, from: bytes)
            #expect(back == [[Visited(1, visits: 0)], [Visited(1, visits: 0)]])
        }
    }

    /// Can be archived only with something in the encoder's `userInfo`.
    struct Dependent: GCodable, GIdentifiable, Hashable {
        static let key = CodingUserInfoKey(rawValue: "dependent")
        let gcodableID: Int?
        let text: String

        init(_ id: Int?, _ text: String) { (gcodableID, self.text) = (id, text) }

        init(from decoder: GDecoder) throws { (gcodableID, text) = (try decoder.decode(), try decoder.decode()) }

        func encode(to encoder: GEncoder) throws {
            guard let key = Self.key, encoder.userInfo[key] != nil else { throw CancellationError() }
            try encoder.encode(gcodableID)
            try encoder.encode(text)
        }
    }

    @Test func valuesOfOneIdentityAreComparedWithTheUserInfo() throws {
        let encoder = GraphEncoder()
        let key = try #require(Dependent.key)
        encoder.userInfo[key] = true
        _ = try encoder.encode([Dependent(1, "a"), Dependent(2, "b")] as Set) as Bytes
        let error = #expect(throws: GraphCodableError.self) {
            try encoder.encode([Dependent(1, "a"), Dependent(1, "b")] as Set) as Bytes
        }
        #expect(error?.code == .misuse)
    }

    /// Leads to objects that may have values of the same identity.
    struct Link: GCodable, GIdentifiable, Hashable {
        let gcodableID: Int?
        let box: Box

        init(_ id: Int?, _ box: Box) { (gcodableID, self.box) = (id, box) }

        init(from decoder: GDecoder) throws { (gcodableID, box) = (try decoder.decode(), try decoder.decode()) }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(gcodableID)
            try encoder.encode(box)
        }

        static func == (lhs: Link, rhs: Link) -> Bool { lhs.box === rhs.box }

        func hash(into hasher: inout Hasher) { hasher.combine(gcodableID) }
    }

    final class Box: GCodable {
        var links: Set<Link> = []
        var list: [Link] = []

        init() {}

        init(from decoder: GDecoder) throws {
            try decoder.decodeOrDefer(into: self) { $0.links = $1 }
            try decoder.decodeOrDefer(into: self) { $0.list = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(links)
            try encoder.encode(list)
        }
    }

    /// To compare two values, each is encoded. That must not compare what they contain, which may be the same two.
    @Test(arguments: [GraphEncoder.Options(), .canonical, .checkIdentifiableContents], [true, false])
    func aValueMayLeadToOneOfItsOwnIdentity(options: GraphEncoder.Options, isInSet: Bool) throws {
        func link(_ box: Box, to other: Box) {
            if isInSet { box.links = [Link(1, other)] } else { box.list = [Link(1, other)] }
        }
        let chain = (0..<100).map { _ in Box() }
        for (box, next) in zip(chain, chain.dropFirst()) { link(box, to: next) }
        let encode = { try GraphEncoder(options).encode(chain[0]) as Bytes }
        if isInSet || options.contains(.checkIdentifiableContents) {
            #expect(#expect(throws: GraphCodableError.self) { try encode() }?.code == .misuse)
        } else {
            #expect(try GraphDecoder().decode(Box.self, from: try encode()).list.first?.box.list.count == 1)
        }
        // These look the same in an archive.
        let (box, other) = (Box(), Box())
        link(box, to: other)
        link(other, to: box)
        defer { (box.links, box.list) = ([], []) }
        let archive = try GraphEncoder(options).encode(box) as Bytes
        let back = try GraphDecoder().decode(Box.self, from: archive)
        defer { (back.links, back.list) = ([], []) }
        #expect((isInSet ? back.links.first : back.list.first)?.gcodableID == 1)
    }

    struct Holder<Value: GCodable>: GCodable {
        enum Key: String { case first, hashed }

        let first: Tag
        let hashed: Value

        init(_ first: Tag, _ hashed: Value) { (self.first, self.hashed) = (first, hashed) }

        init(from decoder: GDecoder) throws {
            (first, hashed) = (try decoder.decode(for: Key.first), try decoder.decode(for: Key.hashed))
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(first, for: Key.first)
            try encoder.encode(hashed, for: Key.hashed)
        }
    }

    /// Expects that a value comes back, or that encoding throws.
    private func check<Value: GCodable & Equatable>(
        _ first: Tag, _ value: Value, refused: inout Int, _ encoder: GraphEncoder
    ) throws {
        let archive: Bytes
        do {
            archive = try encoder.encode(Holder(first, value))
        } catch let error as GraphCodableError {
            #expect(error.code == .misuse && error.message.contains("gcodableID"))
            refused += 1
            return
        }
        #expect(try GraphDecoder().decode(Holder<Value>.self, from: archive).hashed == value)
    }

    @Test(arguments: [GraphEncoder.Options(), .canonical, .tryHashableIdentityAtLast])
    func whatIsSavedCanBeDecoded(options: GraphEncoder.Options) throws {
        var generator = SplitMix64(seed: 20)
        let encoder = GraphEncoder(options)
        var refused = 0
        for _ in 0..<120 {
            func tag() -> Tag {
                Tag(
                    Bool.random(using: &generator) ? Int.random(in: 0..<12, using: &generator) : nil,
                    ["a", "b"].randomElement(using: &generator) ?? "")
            }
            let tags = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in tag() }
            let first = tag()
            try check(first, Set(tags), refused: &refused, encoder)
            try check(first, Set(tags.map { $0 as Tag? }), refused: &refused, encoder)
            try check(first, Set(tags.map { [$0, tags[0]] }), refused: &refused, encoder)
            try check(first, Set(tags.map { Pair(0, $0) }), refused: &refused, encoder)
            try check(first, Set(tags.map { Set([$0]) }), refused: &refused, encoder)
            try check(first, Set(tags.map(Mark.init)), refused: &refused, encoder)
            let keyed = Dictionary(tags.map { (Pair(0, $0), [Pair(1, $0): 2]) }) { first, _ in first }
            try check(first, keyed, refused: &refused, encoder)
        }
        #expect(refused > 40 && refused < 600)
    }

    @Test func differentElementsWithOneIdentityAreRefused() throws {
        let error = #expect(throws: GraphCodableError.self) {
            try GraphEncoder().encode(Holder(Tag(2, ""), Set([Tag(1, "a"), Tag(1, "b")]))) as Bytes
        }
        #expect(error?.codingPath.description.contains("hashed") == true)
        #expect(
            error?.message == """
                A value of type GraphCodableTests.HashedIdentityTests.Tag in a set, or in a key of a dictionary, has the same \
                identity 1 as a different one, and would be decoded as that. Give one of them another gcodableID.
                """)
    }

    /// Two elements that are equal after decoding, because another value is archived for one of them.
    @Test func anElementWithTheIdentityOfADifferentValueIsRefused() throws {
        for hashed in [Set([Tag(1, "a")]), Set([Tag(2, "a"), Tag(1, "a")])] {
            #expect(throws: GraphCodableError.self) { try GraphEncoder().encode(Holder(Tag(1, "b"), hashed)) as Bytes }
        }
    }

    @Test func equalValuesAndValuesThatAreNotHashedAreAccepted() throws {
        let encoder = GraphEncoder()
        let (one, other) = (Tag(1, "a"), Tag(1, "b"))
        #expect(try !(encoder.encode([1: one, 2: other]) as Bytes).isEmpty)
        #expect(try !(encoder.encode(Set([Pair(1, one), Pair(2, one)])) as Bytes).isEmpty)
    }

    /// NaN equals nothing, but both elements have the same one.
    struct Place: GCodable, GIdentifiable, Hashable {
        var gcodableID: Int? { 1 }
        let x: Double

        init(_ x: Double) { self.x = x }

        init(from decoder: GDecoder) throws { x = try decoder.decode() }

        func encode(to encoder: GEncoder) throws { try encoder.encode(x) }
    }

    @Test func aValueThatIsNotEqualToItselfIsTheSame() throws {
        let archive = try GraphEncoder().encode([[Place(.nan)]: 1, [Place(.nan), Place(.nan)]: 2]) as Bytes
        #expect(try GraphDecoder().decode([[Place]: Int].self, from: archive).count == 2)
    }
}
