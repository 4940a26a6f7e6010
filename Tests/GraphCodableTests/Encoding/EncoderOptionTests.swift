import Foundation
import TestSupport
import Testing

@testable import GraphCodable

struct EncoderOptionTests {
    class Base: GCodable, Hashable {
        var number: Int
        init(_ number: Int) { self.number = number }
        required init(from decoder: GDecoder) throws { number = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
        static func == (lhs: Base, rhs: Base) -> Bool { lhs.number == rhs.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    final class Derived: Base {}

    final class Unnamed: Base, GInheritance {
        var disableInheritance: Bool { true }
    }

    final class Named: Base, GIdentifiable {
        var gcodableID: Int? { number < 0 ? nil : number }
    }

    struct Value: GCodable, Hashable, Identifiable, GIdentifiable {
        var id: Int
        init(_ id: Int) { self.id = id }
        init(from decoder: GDecoder) throws { id = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(id) }
    }

    struct HashableValue: GCodable, Hashable {
        var text: String
        init(_ text: String) { self.text = text }
        init(from decoder: GDecoder) throws { text = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(text) }
    }

    final class Cycle: GCodable {
        var next: Cycle?
        init() {}
        init(from decoder: GDecoder) throws { try decoder.deferDecode { self.next = $0 } }
        func encode(to encoder: GEncoder) throws { try encoder.encode(next) }
    }

    /// How many objects and values with identity an archive has.
    private func recordCount(_ root: some GEncodable, _ options: GraphEncoder.Options) throws -> Int {
        let bytes = try GraphEncoder(options).encode(root) as Bytes
        return try bytes.withUnsafeBytes {
            let records = RecordTable()
            try records.read($0, ArchiveLayout($0), maximumObjectCount: .max)
            return records.recordCount - 1
        }
    }

    private func copy<Root: GCodable>(_ root: Root, _ options: GraphEncoder.Options) throws -> Root {
        try GraphDecoder().decode(Root.self, from: GraphEncoder(options).encode(root) as Bytes)
    }

    @Test func classesAreKeptUnlessInheritanceIsDisabled() throws {
        let root = [Base(1), Derived(2)]
        #expect(try copy(root, []).map { type(of: $0) == Derived.self } == [false, true])
        #expect(try copy(root, .disableInheritance).map { type(of: $0) == Base.self } == [true, true])
        #expect(try copy(root, .disableInheritance).map(\.number) == [1, 2])
    }

    @Test func anObjectMayDisableItsOwnInheritanceUnlessThatIsIgnored() throws {
        let root = [Unnamed(1)] as [Base]
        #expect(try type(of: copy(root, [])[0]) == Base.self)
        #expect(try type(of: copy(root, .ignoreGInheritanceProtocol)[0]) == Unnamed.self)
        #expect(try type(of: copy(root, [.disableInheritance, .ignoreGInheritanceProtocol])[0]) == Base.self)
    }

    @Test func withoutIdentityEveryUseIsACopy() throws {
        let shared = Base(1)
        let value = Value(1)
        #expect(try recordCount([shared, shared], []) == 1)
        #expect(try recordCount([shared, shared], .disableIdentity) == 0)
        #expect(try recordCount([value, value], []) == 1)
        #expect(try recordCount([value, value], .disableIdentity) == 0)
        let all: GraphEncoder.Options = [.disableIdentity, .tryHashableIdentityAtFirst, .tryHashableIdentityAtLast]
        #expect(try recordCount([value, value], all) == 0)
        let copies = try copy([shared, shared], .disableIdentity)
        #expect(copies[0] !== copies[1] && copies[0] == copies[1])
    }

    @Test func aCycleWithoutIdentityIsAnError() throws {
        let cycle = Cycle()
        cycle.next = Cycle()
        cycle.next?.next = cycle
        defer { cycle.next = nil }
        for options in [.disableIdentity, .mimicSwiftCodable, .disableAutoObjectIdentifierIdentityForReferences]
            as [GraphEncoder.Options]
        {
            expectError(GraphCodableError.self, .unresolvableCycle) { try recordCount(cycle, options) }
        }
        let out = try copy(cycle, [])
        #expect(out.next?.next === out)
        out.next = nil
    }

    @Test func identityOfAProtocolCanBeIgnored() throws {
        let equal = [Named(1), Named(1)]
        #expect(try recordCount(equal, []) == 1)
        #expect(try recordCount(equal, .ignoreGIdentifiableProtocol) == 2)
        #expect(try recordCount([Value(1), Value(1)], .ignoreGIdentifiableProtocol) == 0)
    }

    @Test func anObjectWhoseIdentityIsNilHasNone() throws {
        let nameless = Named(-1)
        #expect(try recordCount([nameless, nameless], []) == 0)
        #expect(try recordCount([nameless, nameless], .ignoreGIdentifiableProtocol) == 1)
        // The array is hashable, too.
        #expect(try recordCount([nameless, nameless], .tryHashableIdentityAtLast) == 2)
    }

    @Test func objectsMayHaveNoIdentityOfTheirOwn() throws {
        let shared = Base(1)
        let options: GraphEncoder.Options = .disableAutoObjectIdentifierIdentityForReferences
        #expect(try recordCount([shared, shared], options) == 0)
        #expect(try recordCount([Named(1), Named(1)], options) == 1)
        // One for the array, one for two equal objects.
        #expect(try recordCount([shared, Base(1)], [options, .tryHashableIdentityAtLast]) == 2)
    }

    @Test func hashableValuesMayBeTheirOwnIdentity() throws {
        let values = [HashableValue("a"), HashableValue("a"), HashableValue("b")]
        #expect(try recordCount(values, []) == 0)
        // The array, two values and the string in each.
        #expect(try recordCount(values, .tryHashableIdentityAtFirst) == 5)
        for options in [.tryHashableIdentityAtFirst, .tryHashableIdentityAtLast] as [GraphEncoder.Options] {
            #expect(try copy(values, options) == values)
            #expect(try copy(["a", "a", "b"], options) == ["a", "a", "b"])
            #expect(try copy([1: [1.5], 2: [1.5]], options) == [1: [1.5], 2: [1.5]])
            #expect(try copy([Date.distantPast, .distantPast], options) == [.distantPast, .distantPast])
            #expect(try copy([1, 1, nil] as [Int?], options) == [1, 1, nil])
        }
        // The array, and one or two objects.
        #expect(try recordCount([Base(1), Base(1)], .tryHashableIdentityAtFirst) == 2)
        #expect(try recordCount([Base(1), Base(1)], .tryHashableIdentityAtLast) == 3)
    }

    @Test func userInfoReachesBothSides() throws {
        struct Tagged: GCodable {
            static let key = CodingUserInfoKey(rawValue: "tag")
            var text = ""
            init() {}
            init(from decoder: GDecoder) throws {
                let encoded: String = try decoder.decode()
                text = encoded + (Tagged.key.flatMap { decoder.userInfo[$0] as? String } ?? "")
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(Tagged.key.flatMap { encoder.userInfo[$0] as? String } ?? "")
            }
        }
        let key = try #require(Tagged.key)
        let encoder = GraphEncoder()
        encoder.userInfo[key] = "out"
        let decoder = GraphDecoder()
        decoder.userInfo[key] = "in"
        #expect(try decoder.decode(Tagged.self, from: encoder.encode(Tagged()) as Data).text == "outin")
    }

    @Test func outputIsAnyCollectionOfBytes() throws {
        let encoder = GraphEncoder()
        let bytes = try encoder.encode([1, 2]) as Bytes
        #expect(Bytes(try encoder.encode([1, 2]) as Data) == bytes)
        #expect(Bytes(try encoder.encode([1, 2]) as ContiguousArray<UInt8>) == bytes)
        let data = try encoder.encode([1, 2])
        #expect(data == Data(bytes))
        #expect(try GraphDecoder().decode([Int].self, from: AnySequence(bytes)) == [1, 2])
    }

    /// Holds on to a value that has no identity.
    struct Keeper: GCodable {
        private enum Key: String { case number }
        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decodeIfPresent(for: Key.number) as Int? }
        func encode(to encoder: GEncoder) throws { try encoder.encodeConditional(1, for: Key.number) }
    }

    #if compiler(>=6.2) && (os(Linux) || os(macOS))
    // The standard error stream belongs to the process, so each test looks at that of a process of its own.

    @Test func whatIsNotEncodedAsAskedIsPrintedIfThatIsWanted() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = try GraphEncoder(.printWarnings).encode(Keeper()) as Bytes
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("GraphCodable: Swift.Int has no identity: it is encoded unconditionally at 'number'.\n"))
    }

    /// Adopts identities, but has none.
    final class Anonymous: GCodable, GIdentifiable {
        var gcodableID: Int? { nil }
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// Holds on to an object, and to a value of which the identity is nil.
    struct AnonymousKeeper: GCodable {
        private enum Key: String { case object, texture }
        init() {}
        init(from decoder: GDecoder) throws {
            _ = try decoder.decodeIfPresent(for: Key.object) as Anonymous?
            _ = try decoder.decodeIfPresent(for: Key.texture) as Texture?
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encodeConditional(Anonymous(), for: Key.object)
            try encoder.encodeConditional(Texture(nil, 1), for: Key.texture)
        }
    }

    @Test func aMissingIdentityOfAnObjectIsPrinted() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = try GraphEncoder(.printWarnings).encode(AnonymousKeeper()) as Bytes
            _ = try GraphEncoder([.printWarnings, .disableIdentity]).encode(AnonymousKeeper()) as Bytes
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let warnings = [
            "Anonymous has no identity: it is encoded unconditionally at 'object'.", "Texture has no identity",
        ]
        for name in warnings {
            #expect(text.components(separatedBy: name).count == 3)
        }
    }

    @Test func nothingIsPrintedUnlessItIsWanted() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = try GraphEncoder().encode(Keeper()) as Bytes
            _ = try GraphEncoder(.printWarnings).encode([Base(1)]) as Bytes
        }
        #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("GraphCodable: "))
    }
    #endif

    struct Texture: GCodable, GIdentifiable {
        enum Key: String { case id, size }

        let gcodableID: Int?
        let size: Int

        init(_ id: Int?, _ size: Int) { (gcodableID, self.size) = (id, size) }

        init(from decoder: GDecoder) throws {
            gcodableID = try decoder.decode(for: Key.id)
            size = try decoder.decode(for: Key.size)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(gcodableID, for: Key.id)
            try encoder.encode(size, for: Key.size)
        }
    }

    @Test func equalIdentitiesOfDifferentContentsAreRefusedIfRequested() throws {
        let textures = [Texture(1, 5), Texture(2, 6), Texture(1, 5)]
        let archive = try GraphEncoder(.checkIdentifiableContents).encode(textures) as Bytes
        #expect(try GraphDecoder().decode([Texture].self, from: archive).map(\.size) == [5, 6, 5])
        let others = textures + [Texture(2, 7)]
        #expect(
            try GraphDecoder().decode([Texture].self, from: GraphEncoder().encode(others) as Bytes).map(\.size)
                == [5, 6, 5, 6])
        let encoder = GraphEncoder(.checkIdentifiableContents)
        for _ in 0..<2 {
            let error = #expect(throws: GraphCodableError.self) { try encoder.encode(others) as Bytes }
            #expect(error?.code == .misuse)
            #expect(
                error?.message == """
                    Two values of type GraphCodableTests.EncoderOptionTests.Texture have the same identity 2, but different contents, of \
                    which only the first would be archived. Give one of them another gcodableID.
                    """)
        }
    }

    struct Label: GCodable, GIdentifiable, Equatable {
        enum Key: String { case id, text }

        let gcodableID: Int?
        let text: String

        init(_ id: Int, _ text: String) { (gcodableID, self.text) = (id, text) }

        init(from decoder: GDecoder) throws {
            gcodableID = try decoder.decode(for: Key.id)
            text = try decoder.decode(for: Key.text)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(gcodableID, for: Key.id)
            try encoder.encode(text, for: Key.text)
        }
    }

    #if DEBUG && compiler(>=6.2) && (os(Linux) || os(macOS))
    @Test func aDebugBuildWarnsOnceOfEqualIdentitiesOfDifferentContents() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for _ in 0..<2 {
                let labels = [Label(1, "a"), Label(1, "a"), Label(2, "b"), Label(2, "c"), Label(1, "d")]
                let archive = try GraphEncoder().encode(labels) as Bytes
                #expect(
                    try GraphDecoder().decode([Label].self, from: archive).map(\.text) == ["a", "a", "b", "b", "a"])
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("GraphCodable: ") } == [
                """
                GraphCodable: Two values of type GraphCodableTests.EncoderOptionTests.Label have the same identity 2, but different \
                contents, of which only the first is archived. Give one of them another gcodableID.
                """
            ])
    }
    #endif

    @Test func theFirstReferenceToAnObjectWithoutItsClassDecides() throws {
        struct Pair: GCodable {
            enum Key: String { case base, derived }

            let base: Base
            let derived: Derived

            init(_ derived: Derived) { (base, self.derived) = (derived, derived) }

            init(from decoder: GDecoder) throws {
                base = try decoder.decode(for: Key.base)
                derived = try decoder.decode(for: Key.derived)
            }

            func encode(to encoder: GEncoder) throws {
                try encoder.encode(base, for: Key.base)
                try encoder.encode(derived, for: Key.derived)
            }
        }

        let pair = Pair(Derived(1))
        let error = #expect(throws: GraphCodableError.self) { try copy(pair, .disableInheritance) }
        #expect(error?.code == .wrongClass)
        #expect(
            error?.message.hasSuffix(
                "If it was archived with disabled inheritance, the first reference decides: request this class there, too."
            )
                == true)
    }
}
