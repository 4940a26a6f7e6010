import TestSupport
import Testing

@testable import GraphCodable

/// Keys are their bytes: two spellings of one text are two keys.
@Suite(.serialized) struct ExactKeyTests {
    struct Name: RawRepresentable { var rawValue: String }

    /// "é" as one scalar, and as "e" with a combining accent.
    static let composed = "\u{E9}"
    static let decomposed = "e\u{301}"

    /// A value with given keys, in this order. It is open if it has more than 16 unkeyed values.
    struct Fields: GCodable {
        static let keys = Locked<[String]>([])
        var values: [Int?]
        var unkeyedCount = 0

        init(_ keys: [String], unkeyedCount: Int = 0) {
            Self.keys.set(keys)
            values = Array(keys.indices)
            self.unkeyedCount = unkeyedCount
        }

        init(from decoder: GDecoder) throws {
            values = []
            for key in Self.keys.get().reversed() {
                values.insert(try decoder.decodeIfPresent(for: Name(rawValue: key)), at: 0)
            }
        }

        func encode(to encoder: GEncoder) throws {
            for number in 0..<unkeyedCount { try encoder.encode(number) }
            for (key, value) in zip(Self.keys.get(), values) { try encoder.encode(value, for: Name(rawValue: key)) }
        }
    }

    private func keys(of archive: Bytes) throws -> [[UInt8]] {
        try GraphArchive(archive).summary.keys.map { Array($0.utf8) }
    }

    private func check(_ keys: [String], unkeyedCount: Int, _ encoder: GraphEncoder) throws {
        let bytes: Bytes = try encoder.encode(Fields(keys, unkeyedCount: unkeyedCount))
        #expect(try self.keys(of: bytes) == keys.map { Array($0.utf8) })
        #expect(try GraphDecoder().decode(Fields.self, from: bytes).values == Array(keys.indices))
    }

    @Test func theBytesOfAKeyDoNotDependOnWhatTheProcessWroteBefore() throws {
        for order in [[Self.composed, Self.decomposed], [Self.decomposed, Self.composed]] {
            let encoder = GraphEncoder()
            let archives = try order.map { try encoder.encode(Fields([$0])) as Bytes }
            #expect(try archives.map { try keys(of: $0) } == order.map { [Array($0.utf8)] })
        }
    }

    /// Swift would take minutes to compare them.
    @Test(.timeLimit(.minutes(1))) func onlyAKeyOfSimilarLengthCanLookLikeAMissingOne() {
        let long = "e" + String(repeating: "\u{301}\u{316}", count: 200_000)
        #expect(MissingKeyMessage.hint(Self.composed, in: [long]).isEmpty)
        #expect(!MissingKeyMessage.hint(Self.composed, in: [long, Self.decomposed]).isEmpty)
    }

    @Test func twoSpellingsAreTwoKeysOfOneValue() throws {
        let long = (0..<20).flatMap { ["\(Self.composed)\($0)", "\(Self.decomposed)\($0)"] }
        for unkeyedCount in [0, 20] {
            for order in [[Self.composed, Self.decomposed], [Self.decomposed, Self.composed], long, long.reversed()] {
                try check(order, unkeyedCount: unkeyedCount, GraphEncoder())
            }
        }
    }

    @Test func keysInAnySpellingAndOrderComeBackWithTheirBytes() throws {
        var random = SplitMix64(seed: 20)
        let encoder = GraphEncoder()
        let pool = (0..<12).flatMap { ["\(Self.composed)\($0)", "\(Self.decomposed)\($0)", "key\($0)"] }
        for _ in 0..<200 {
            let count = Int.random(in: 1...pool.count, using: &random)
            let keys = Array(pool.shuffled(using: &random).prefix(count))
            try check(keys, unkeyedCount: Bool.random(using: &random) ? 0 : 17, encoder)
        }
    }

    @Test func theSameBytesTwiceAreADuplicate() throws {
        #expect(throws: GraphCodableError.self) {
            try GraphEncoder().encode(Fields([Self.decomposed, Self.decomposed])) as Bytes
        }
    }

    @Test func anotherSpellingIsAnotherKeyForTheDecoder() throws {
        let bytes: Bytes = try GraphEncoder().encode(Fields([Self.composed]))
        Fields.keys.set([Self.decomposed])
        #expect(try GraphDecoder().decode(Fields.self, from: bytes).values == [nil])
    }

    /// A text that is its own identity keeps its bytes. The array is one more object.
    @Test func equalTextsWithOtherBytesStayApart() throws {
        let texts = [Self.composed, Self.decomposed, Self.composed, "a\u{301}", "\u{E1}"]
        for option in [GraphEncoder.Options.tryHashableIdentityAtLast, .tryHashableIdentityAtFirst] {
            let bytes: Bytes = try GraphEncoder(option).encode(texts)
            let decoded = try GraphDecoder().decode([String].self, from: bytes)
            #expect(decoded.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
            #expect(try GraphArchive(bytes).summary.objectCount == 5)
        }
    }
}
