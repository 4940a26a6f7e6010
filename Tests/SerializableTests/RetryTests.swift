import GraphCodable
import Serializable
import TestSupport
import Testing

/// After an error, a decoder returns complete objects or throws again.
struct RetryTests {
    /// A node that decodes its links when it is restored, and before them a value that may fail.
    final class Node: RestorableSerializable {
        let number: Int
        var links: [Node] = []
        var failure: Failure?
        var isRestored = false

        init(_ number: Int) { self.number = number }

        init(with coder: SerializableDecoder) throws { number = try coder.decode(forKey: "number") }

        func encode(with coder: SerializableEncoder) {
            coder.encode(number, forKey: "number")
            coder.encode(links, forKey: "links")
            coder.encode(failure, forKey: "failure")
        }

        func restored(with coder: SerializableDecoder) throws {
            links = try coder.decode(forKey: "links")
            failure = try coder.decode(forKey: "failure")
            isRestored = true
        }

        /// The nodes to which this one leads.
        var reachable: [Int: Node] {
            var (found, pending) = ([number: self], [self])
            while let node = pending.popLast() {
                for link in node.links where found[link.number] == nil {
                    found[link.number] = link
                    pending.append(link)
                }
            }
            return found
        }
    }

    final class Failure: Serializable {
        init() {}
        init(with coder: SerializableDecoder) throws { let _: Int = try coder.decode(forKey: "missing") }
        func encode(with coder: SerializableEncoder) {}
    }

    init() {
        Node.enableSerialization(as: "RetryTests.Node")
        [Node].enableSerialization(as: "RetryTests.Nodes")
        Failure.enableSerialization(as: "RetryTests.Failure")
    }

    @Test(arguments: 0..<40) func whatComesBackAfterAnErrorIsComplete(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let nodes = (0..<Int.random(in: 2...12, using: &random)).map { Node($0) }
        for node in nodes {
            node.links = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
                nodes.randomElement(using: &random)
            }
            if Int.random(in: 0..<6, using: &random) == 0 { node.failure = Failure() }
        }
        let encoder = SerializableEncoder()
        for node in nodes { encoder.encode(node, forKey: "\(node.number)") }
        let decoder = try SerializableDecoder(from: encoder.encodedData())
        for index in (0..<3).flatMap({ _ in nodes.indices.shuffled(using: &random) }) {
            let original = nodes[index].reachable
            let result = Result { try decoder.decode(forKey: "\(index)") as Node }
            guard !original.values.contains(where: { $0.failure != nil }) else {
                #expect(throws: SerializableError.self, "seed \(seed), node \(index)") { try result.get() }
                continue
            }
            let copy = try result.get().reachable
            for (number, node) in original {
                let place: Comment = "seed \(seed), node \(index), in it \(number)"
                #expect(copy[number]?.isRestored == true, place)
                #expect(copy[number]?.links.map(\.number) == node.links.map(\.number), place)
            }
        }
    }

    /// Decodes many values, and fails.
    final class Large: Serializable {
        init() {}
        init(with coder: SerializableDecoder) throws {
            let _: [Int] = try coder.decode(forKey: "numbers")
            let _: Int = try coder.decode(forKey: "missing")
        }
        func encode(with coder: SerializableEncoder) { coder.encodeList(Array(0..<40_000), forKey: "numbers") }
    }

    @Test func aLargeObjectThatFailsTwiceLeavesOthersReadable() throws {
        Large.enableSerialization(as: "RetryTests.Large")
        let encoder = SerializableEncoder()
        encoder.encode(Large(), forKey: "large")
        encoder.encode(Node(7), forKey: "node")
        let decoder = try SerializableDecoder(from: encoder.encodedData())
        for _ in 0..<3 {
            expectError(SerializableError.self, .keyNotFound) { try decoder.decode(forKey: "large") as Large }
        }
        let node: Node = try decoder.decode(forKey: "node")
        #expect(node.number == 7)
    }

    @Test func aSetWithEqualHashesIsDecodedAsOftenAsTheProgramAsks() throws {
        Set<Float>.enableSerialization()
        let encoder = SerializableEncoder()
        encoder.encode(Set(repeatElement(Float.nan, count: 1_000)), forKey: "set")
        let decoder = try SerializableDecoder(from: encoder.encodedData())
        for _ in 0..<6 {
            #expect(try (decoder.decode(forKey: "set") as Set<Float>).count == 1_000)
        }
    }

    @Test func everyOptionOfAnEncoderGivesWhatCanBeRead() throws {
        let encoder = SerializableEncoder()
        encoder.encodeList([1, 2], forKey: "short")
        encoder.encodeList(Array(1...20), forKey: "long")
        encoder.encodeList([0.5, 1], forKey: "doubles")
        encoder.encode("text", forKey: "text")
        for options in GraphEncoder.Options.singlesAndPairs {
            let bytes = try GraphEncoder(options).encode(encoder.archive()) as Bytes
            let decoder = SerializableDecoder(try GraphDecoder().decode(SerializedArchive.self, from: bytes))
            #expect(try decoder.decodeList(forKey: "short") == [1, 2], "\(options)")
            #expect(try decoder.decodeList(forKey: "long") == Array(1...20), "\(options)")
            #expect(try decoder.decodeList(forKey: "doubles") == [0.5, 1], "\(options)")
            #expect(try decoder.decode(forKey: "text") == "text", "\(options)")
        }
    }
}
