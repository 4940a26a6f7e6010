import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// What an initializer has tried in vain leaves nothing behind.
struct AbandonedValueTests {
    final class Node: Codable, Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    /// Fails in the end.
    struct Attempt: Codable {
        var link = WeakCycleBreaker<Attempted>()
        var missing: Int
    }

    /// Counts how often it is decoded.
    final class Attempted: Codable, @unchecked Sendable {
        nonisolated(unsafe) static var count = 0
        init(from decoder: any Decoder) throws { Self.count += 1 }
        func encode(to encoder: any Encoder) throws {}
    }

    struct Result: Codable {
        var link = WeakCycleBreaker<Node>()
    }

    struct Holder: Codable {
        var node: Node
        var result: Result
        enum CodingKeys: CodingKey { case node, result }

        init(_ node: Node) {
            self.node = node
            result = Result()
            result.link[] = node
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if (try? container.decode(Attempt.self, forKey: .result)) != nil { throw CocoaError(.coderInvalidValue) }
            result = try container.decode(Result.self, forKey: .result)
            node = try container.decode(Node.self, forKey: .node)
        }
    }

    @Test func aCycleBreakerOfAnAbandonedValueIsNotSet() throws {
        let container = try CyclicEncoder().flatten(Holder(Node("a")))
        let holder = try CyclicDecoder().decode(Holder.self, from: container)
        #expect(holder.result.link[] === holder.node)
        let archive: Bytes = try GraphEncoder().encode(codable: Holder(Node("a")))
        #expect(try GraphDecoder().decode(Holder.self, codable: archive).node.name == "a")
        #expect(Attempted.count == 0)
    }

    /// A list with equal elements is a set of fewer elements, whatever waits elsewhere.
    struct Tagged: Codable {
        var link = WeakCycleBreaker<Node>()
        var tags: Set<String>
        var node: Node
    }

    struct Listed: Codable {
        var link = WeakCycleBreaker<Node>()
        var tags: [String]
        var node: Node
    }

    @Test(arguments: [2, 50]) func equalTextsOfAListAreOneElement(count: Int) throws {
        let node = Node("a")
        var listed = Listed(tags: Array(repeating: "tag", count: count), node: node)
        listed.link[] = node
        let tagged = try CyclicDecoder().decode(Tagged.self, from: CyclicEncoder().flatten(listed))
        #expect(tagged.tags == ["tag"] && tagged.link[] === tagged.node)
    }

    // MARK: Objects without contents

    /// Is encoded as nil.
    final class Nothing: Codable {
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        }
    }

    @Test func anObjectThatIsEncodedAsNilIsAnObject() throws {
        let copy = try CyclicDecoder().decode([Nothing?].self, from: CyclicEncoder().flatten([Nothing(), nil]))
        #expect(copy[0] != nil && copy[1] == nil)
        let archive: Bytes = try GraphEncoder().encode(codable: [Nothing(), nil])
        let stored = try GraphDecoder().decode([Nothing?].self, codable: archive)
        #expect(stored[0] != nil && stored[1] == nil)
    }

    // MARK: Options

    @Test func registeringTypesKeepsTheEncodersPolicyAndExtensions() throws {
        let encoder = GraphEncoder(
            policy: GraphDecodingPolicy(maximumElementCount: 3), extensions: ["com.example.note": [1, 2]])
        let archive: Bytes = try encoder.encode(codable: [1, 2], types: [Node.self])
        #expect(try GraphArchive(archive).summary.extensions["com.example.note"] == [1, 2])
        expectError(GraphCodableError.self, .limitExceeded) {
            try encoder.encode(codable: [1, 2, 3, 4], types: [Node.self]) as Bytes
        }
    }

    // MARK: Paths

    /// Asks for its path while it is encoded.
    final class Link: Codable {
        var next: Link?
        nonisolated(unsafe) static var longest = 0
        enum CodingKeys: CodingKey { case next }
        init(_ next: Link?) { self.next = next }

        func encode(to encoder: any Encoder) throws {
            Self.longest = max(Self.longest, encoder.codingPath.count)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(next, forKey: .next)
        }
    }

    /// Whole paths of 100,000 objects would have five billion keys.
    @Test func pathsOfDeepObjectsAreShortened() throws {
        var first: Link?
        for _ in 0..<30_000 { first = Link(first) }
        _ = try CyclicEncoder().flatten(first)
        #expect(Link.longest > 10 && Link.longest < 1_000)
        while let link = first {
            first = link.next
            link.next = nil
        }
    }

    // MARK: Work

    /// Catches the error.
    struct Probe: Decodable {
        init(from decoder: any Decoder) throws { _ = try? decoder.singleValueContainer().decode(String.self) }
    }

    @Test func aCircleOfReferencesIsChargedEachTime() throws {
        let count = 30_000
        let circle = (1...count).map { ##"{"#": \##($0 % count)}"## }
        let root = Array(repeating: ##"{"#": 0}"##, count: count)
        let json =
            ##"{"format": 1, "referenced": [\##(circle.joined(separator: ","))], "root": [\##(root.joined(separator: ","))]}"##
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        expectError(CyclicCodingError.self, .limitExceeded) {
            try CyclicDecoder().decode([Probe].self, from: container)
        }
    }

    /// Each attempt that fails at this depth costs as much as 1,600 others.
    @Test func numbersThatNoIntegerHoldsAreNotTriedAsIntegers() throws {
        let numbers = Array(repeating: "1e300", count: 2_000).joined(separator: ",")
        let (start, end) = (String(repeating: "[", count: 400), String(repeating: "]", count: 400))
        let json = ##"{"format": 1, "referenced": [], "root": \##(start)\##(numbers)\##(end)}"##
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        #expect(try JSONEncoder().encode(container).count > 2_000 * 5)
    }
}
