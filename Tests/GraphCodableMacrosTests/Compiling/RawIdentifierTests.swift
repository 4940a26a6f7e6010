#if Macros && compiler(>=6.2)
import GraphCodableMacros
import Testing

/// Names that are keywords, or no usual names at all.
struct RawIdentifierTests {
    @GCodable
    struct Fields: Equatable {
        var `my field`: Int
        var `a-b`: Int
        var `1`: Int
        @CodableAlias("very old", "old") var `x y`: [String]
        @CodingKey("key") let `default`: Int?
        @CodableAlias("former") var `class`: Int
        @CodableDefault([7]) var `d.d`: [Int]
        var `self`: [Int], `init`: String, `Type`: [String], `Protocol`: Int
        var `first, second`: Int
        @CodableWrapper @Whole var `w w`: Int
        @Even var `e e`: Int
    }

    @GCodable
    final class `A node` {
        var `next node`: `A node`?
        weak var `weak node`: `A node`?
        @CodableAlias("old list") var `a list`: [`A node`] = []
        var `1`: Int = 1, `2`: Int = 2, `3`: Int = 3
        unowned var `owner of it`: `A node`?

        init() {}
    }

    @GCodable
    enum `A case`: Equatable {
        case `my case`
        case `2`(`a b`: Int, `in`: [String], `1`: Int?)
        case `default`(`inout`: Int, `var`: Int, `let`: Int, in: Int, Type: [Int], Protocol: Int, self: Int)
        @CodableAlias("an old case") case `x x`(`d d`: [Int] = [])
        @CodableFallback case `init`
    }

    @GCodable
    enum Raw: String {
        case `a a`
        @CodableAlias("old b") case `b b`
        @CodableFallback case `c c` = "c"
    }

    @propertyWrapper @GCodable
    struct Whole: Equatable {
        var wrappedValue: Int
    }

    private static let fields = Fields(
        `my field`: 1, `a-b`: 2, `1`: 3, `x y`: ["a"], default: 4, class: 5, `d.d`: [7], self: [6], init: "i",
        Type: ["t"], Protocol: 8, `first, second`: 9, `w w`: 10, `e e`: 12)

    @Test func everyNameComesBack() throws {
        #expect(try copy(Self.fields) == Self.fields)
        let node = `A node`()
        (node.`next node`, node.`weak node`, node.`owner of it`, node.`a list`) = (node, node, node, [node])
        (node.`1`, node.`2`, node.`3`) = (4, 5, 6)
        let back = try copy(node)
        #expect(back.`next node` === back && back.`weak node` === back && back.`owner of it` === back)
        #expect(back.`a list`.first === back && [back.`1`, back.`2`, back.`3`] == [4, 5, 6])
        for node in [node, back] { (node.`next node`, node.`a list`) = (nil, []) }
        let cases: [`A case`] = [
            .`my case`, .`2`(`a b`: 1, in: ["b"], `1`: 2), .`x x`(`d d`: [3]), .`init`,
            .`default`(`inout`: 1, var: 2, let: 3, in: 4, Type: [5], Protocol: 6, self: 7),
        ]
        #expect(try copy(cases) == cases)
        #expect(try copy([Raw.`a a`, .`b b`, .`c c`]) == [.`a a`, .`b b`, .`c c`])
    }

    /// What another program wrote, under the names as they are in archives.
    private struct Other: GEncodable {
        let values: [(key: String, value: any GEncodable)]

        func encode(to encoder: any GEncoder) throws {
            for (key, value) in values { try encode(value, Key(rawValue: key), encoder) }
        }

        private func encode(_ value: some GEncodable, _ key: Key, _ encoder: any GEncoder) throws {
            try encoder.encode(value, for: key)
        }
    }

    private struct Key: RawRepresentable { let rawValue: String }

    @Test func archivesHoldTheNamesWithoutBackticks() throws {
        let other = Other(values: [
            ("my field", 1), ("a-b", 2), ("1", 3), ("old", ["a"]), ("key", 4), ("former", 5), ("self", [6]),
            ("init", "i"),
            ("Type", ["t"]), ("Protocol", 8), ("first, second", 9), ("w w", Whole(wrappedValue: 10)), ("e e", 12),
        ])
        #expect(try GraphDecoder().decode(Fields.self, from: GraphEncoder().encode(other) as Bytes) == Self.fields)
        #expect(try GraphDecoder().decode(Raw.self, from: GraphEncoder().encode("old b") as Bytes) == .`b b`)
    }
}
#endif
