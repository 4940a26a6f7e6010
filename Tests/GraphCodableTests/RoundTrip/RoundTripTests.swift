import Foundation
import GraphCodable
import TestSupport
import Testing

struct RoundTripTests {
    @Test func theSampleGraphComesBackWithItsStructure() throws {
        let root = SampleGraph.make()
        let archive = try GraphEncoder().encode(root) as Bytes
        let decoded = try GraphDecoder().decode(SampleGraph.Group.self, from: archive)
        #expect(decoded.shapes.map { type(of: $0) == SampleGraph.Circle.self } == [true, false, true])
        #expect(decoded.shapes[0] === decoded.shapes[2] && decoded.byName["circle"] === decoded.shapes[0])
        #expect((decoded.shapes[0] as? SampleGraph.Circle)?.radius == 1.5)
        #expect(decoded.shapes[0].owner === decoded && decoded.shapes[1].owner == nil)
        #expect(decoded.neighbours[1] === decoded && decoded.neighbours[0].neighbours[0] === decoded)
        #expect(decoded.neighbours[0].neighbours[1] === decoded.neighbours[0])
        #expect(decoded.tags.map(\.text) == ["seven", "eight", "seven"])
        #expect(decoded.shapes[0].points == root.shapes[0].points && decoded.shapes[0].colour == .green)
        #expect(decoded.numbers == root.numbers && decoded.flags == root.flags && decoded.list == root.list)
        #expect(decoded.nested == root.nested && decoded.set == root.set && decoded.data == root.data)
        #expect(decoded.big == root.big && decoded.text == root.text)
    }

    @Test func streamingGivesTheSameBytes() throws {
        final class Big: GCodable {
            let name = "big"
            let numbers = Array(0..<50_000)
            let strings = (0..<20_000).map { "string number \($0)" }
            let text = String(repeating: "long ", count: 20_000)
            let last = 7
            enum Key: String { case name, numbers, strings, text, last }
            init() {}
            init(from decoder: GDecoder) throws {}
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(name, for: Key.name)
                try encoder.encode(numbers, for: Key.numbers)
                try encoder.encode(strings, for: Key.strings)
                try encoder.encode(text, for: Key.text)
                try encoder.encode(last, for: Key.last)
            }
        }
        let encoder = GraphEncoder(.disableInheritance)
        let whole = try encoder.encode(Big()) as Bytes
        var pieces: Bytes = []
        try encoder.encode(Big()) { pieces.append(contentsOf: $0) }
        #expect(pieces == whole)
        #expect(try GraphEncoder(.disableInheritance).encode(Big()) as Bytes == whole)
    }

    private struct Hidden: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws { try encoder.encode(1) }
    }

    @Test func theNameOfAPrivateTypeHasNoAddress() throws {
        let text = String(decoding: try GraphEncoder().encode(Hidden()) as Bytes, as: UTF8.self)
        #expect(text.contains("GraphCodableTests.RoundTripTests.Hidden") && !text.contains("unknown context"))
    }

    @Test func anEncoderGivesTheSameBytesWhateverItEncodedBefore() throws {
        let encoder = GraphEncoder()
        let graph = SampleGraph.make(isDeterministic: true)
        let fresh = try encoder.encode(graph) as Bytes
        _ = try encoder.encode([SampleGraph.List([1, 2]), SampleGraph.List([])]) as Bytes
        _ = try encoder.encode([graph.shapes[1], graph.shapes[0]]) as Bytes
        #expect(try encoder.encode(graph) as Bytes == fresh)
    }

    @Test func aCompositeLongerThanAChunkIsDecodedInAnyOrder() throws {
        struct Wide: GCodable {
            var strings = (0..<20_000).map { "string number \($0)" }
            var first = 1, second = "two", third: [Int]? = nil
            enum Key: String { case strings, first, second, third, absent }
            init() {}
            init(from decoder: GDecoder) throws {
                if decoder.userInfo.isEmpty {
                    strings = try decoder.decode(for: Key.strings)
                    first = try decoder.decode(for: Key.first)
                    second = try decoder.decode(for: Key.second)
                    third = try decoder.decode(for: Key.third)
                } else {
                    #expect(try !decoder.contains(Key.absent))
                    third = try decoder.decode(for: Key.third)
                    second = try decoder.decode(for: Key.second)
                    strings = try decoder.decode(for: Key.strings)
                    first = try decoder.decode(for: Key.first)
                }
                #expect(try !decoder.contains(Key.first))
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(strings, for: Key.strings)
                try encoder.encode(first, for: Key.first)
                try encoder.encode(second, for: Key.second)
                try encoder.encode(third, for: Key.third)
            }
        }
        let archive = try GraphEncoder().encode([Wide(), Wide()]) as Bytes
        for isReordered in [false, true] {
            let decoder = GraphDecoder()
            if isReordered, let key = CodingUserInfoKey(rawValue: "reordered") {
                decoder.userInfo[key] = true
            }
            let decoded = try decoder.decode([Wide].self, from: archive)
            #expect(decoded.count == 2 && decoded[1].strings == Wide().strings && decoded[1].second == "two")
        }
    }

    /// Leaves its encoding to another type.
    private struct Delegate<Content: GCodable>: GCodable {
        let content: Content
        init(_ content: Content) { self.content = content }
        init(from decoder: GDecoder) throws { content = try Content(from: decoder) }
        func encode(to encoder: GEncoder) throws { try content.encode(to: encoder) }
    }

    private func delegated<Content: GCodable>(_ contents: [Content]) throws -> [Content] {
        let bytes = try GraphEncoder().encode(contents.map { Delegate($0) }) as Bytes
        return try GraphDecoder().decode([Delegate<Content>].self, from: bytes).map(\.content)
    }

    @Test func aTypeCanLeaveItsEncodingToAnother() throws {
        #expect(try delegated(["", "text"]) == ["", "text"])
        #expect(try delegated([Data(), Data([1, 2])]) == [Data(), Data([1, 2])])
        #expect(try delegated(["a", "é"] as [Character]) == ["a", "é"])
        #expect(try delegated([1, nil] as [Int?]) == [1, nil])
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(try delegated([zone]) == [zone])
        let group = SampleGraph.make()
        let copy = try #require(try delegated([GraphReference(group)]).first?.load())
        #expect(copy.numbers == group.numbers)
    }

    @Test func aFailedValueCanBeCaughtAndTheOthersDecoded() throws {
        struct Careful: GCodable {
            var number = 0, text = ""
            enum Key: String { case number, text }
            init() {}
            init(from decoder: GDecoder) throws {
                expectError(GraphCodableError.self, .typeMismatch) { try decoder.decode(for: Key.text) as [Point] }
                text = try decoder.decode(for: Key.number) == 5 ? "five" : ""
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode("text", for: Key.text)
                try encoder.encode(5, for: Key.number)
            }
        }
        typealias Point = SampleGraph.Point
        let archive = try GraphEncoder().encode([Careful(), Careful()]) as Bytes
        #expect(try GraphDecoder().decode([Careful].self, from: archive).map(\.text) == ["five", "five"])
    }
}
