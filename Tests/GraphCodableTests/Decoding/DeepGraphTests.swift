import Foundation
import GraphCodable
import TestSupport
import Testing

/// Graphs whose depth would overflow any stack.
struct DeepGraphTests {
    final class Link: GCodable {
        let number: Int
        var next: Link?
        weak var previous: Link?

        private enum Key: String { case number, next, previous }

        init(_ number: Int) { self.number = number }

        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            next = try decoder.decode(for: Key.next)
            try decoder.deferDecode(for: Key.previous) { self.previous = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(next, for: Key.next)
            try encoder.encodeConditional(previous, for: Key.previous)
        }
    }

    /// A tree in which every node has a leaf and a subtree as children.
    final class Tree: GCodable {
        var children: [Tree] = []

        init() {}

        init(from decoder: GDecoder) throws { children = try decoder.decode() }

        func encode(to encoder: GEncoder) throws { try encoder.encode(children) }
    }

    static func makeList(_ count: Int) -> Link {
        let head = Link(0)
        var last = head
        for number in 1..<count {
            let link = Link(number)
            last.next = link
            link.previous = last
            last = link
        }
        return head
    }

    /// Takes a list apart from its head: its own release would recurse.
    static func release(_ head: Link) {
        var link: Link? = head
        while let current = link {
            link = current.next
            current.next = nil
        }
    }

    static func checkList(_ count: Int) throws {
        let head = makeList(count)
        defer { release(head) }
        let archive = try GraphEncoder().encode(head) as Bytes
        let decoded = try GraphDecoder().decode(Link.self, from: archive)
        defer { release(decoded) }
        var link: Link? = decoded
        var previous: Link?
        var number = 0
        var isRight = true
        while let current = link {
            isRight = isRight && current.number == number && current.previous === previous
            number += 1
            previous = current
            link = current.next
        }
        #expect(isRight && number == count)
    }

    static func checkTree(_ depth: Int) throws {
        let root = Tree()
        var last = root
        for _ in 1..<depth {
            let child = Tree()
            last.children = [Tree(), child]
            last = child
        }
        let archive = try GraphEncoder().encode(root) as Bytes
        let decoded = try GraphDecoder().decode(Tree.self, from: archive)
        for start in [root, decoded] {
            var node: Tree? = start
            var count = 0
            while let current = node {
                count += 1
                node = current.children.last
                current.children = []
            }
            #expect(count == depth)
        }
    }

    /// With recursion, each level would take hundreds of bytes of the stack.
    private static let depth = Torture.count(50_000, torture: 1_000_000)

    @Test func aLongListRoundTripsOnThisThread() throws { try Self.checkList(Self.depth) }

    @Test func aLongListRoundTripsOnA512KiBStack() throws {
        try onThread { try Self.checkList(Self.depth) }
    }

    @Test func aDeepTreeRoundTripsOnThisThread() throws { try Self.checkTree(Self.depth) }

    @Test func aDeepTreeRoundTripsOnA512KiBStack() throws {
        try onThread { try Self.checkTree(Self.depth) }
    }

    indirect enum Nested: GCodable {
        case leaf
        case node(Nested)

        init(from decoder: GDecoder) throws {
            self = decoder.unkeyedCount > 0 ? .node(try decoder.decode()) : .leaf
        }

        func encode(to encoder: GEncoder) throws {
            if case .node(let inner) = self {
                try encoder.encode(inner)
            }
        }

        static func make(_ depth: Int) -> Nested {
            (1..<depth).reduce(.leaf) { value, _ in .node(value) }
        }
    }

    @Test func valuesNestUpToTheLimit() throws {
        let archive = try GraphEncoder().encode(Nested.make(512)) as Bytes
        _ = try GraphDecoder().decode(Nested.self, from: archive)
        expectError(GraphCodableError.self, .depthExceeded) {
            _ = try GraphEncoder().encode(Nested.make(513)) as Bytes
        }
    }

    @Test func valuesNestUpToTheLimitOnA512KiBStack() throws {
        let archive = try GraphEncoder().encode(Nested.make(512)) as Bytes
        try onThread { _ = try GraphDecoder().decode(Nested.self, from: archive) }
    }

    @Test func initializersCallOneAnotherUpToTheLimit() throws {
        let head = Self.makeList(200)
        defer { Self.release(head) }
        let archive = try GraphEncoder().encode(head) as Bytes
        for limit in [199, 200] {
            let decoder = GraphDecoder(policy: GraphDecodingPolicy(maximumInitializerDepth: limit))
            do {
                Self.release(try decoder.decode(Link.self, from: archive))
                #expect(limit == 200)
            } catch {
                #expect((error as? GraphCodableError)?.code == .depthExceeded && limit == 199)
            }
        }
    }
}

extension DeepGraphTests {
    /// A node with one reference that is decoded at once and one that is deferred.
    final class Crossed: GCodable {
        let number: Int
        var next: Crossed?
        var other: Crossed?

        private enum Key: String { case number, next, other }

        init(_ number: Int) { self.number = number }

        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            next = try decoder.decode(for: Key.next)
            try decoder.deferDecode(for: Key.other) { self.other = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(next, for: Key.next)
            try encoder.encode(other, for: Key.other)
        }
    }

    @Test(arguments: [3, 100, 20_000]) func deferredReferencesMayLeadAnywhere(count: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        let nodes = (0..<count).map { Crossed($0) }
        for (index, node) in nodes.enumerated() {
            node.next = index + 1 < count ? nodes[index + 1] : nil
            node.other = nodes.randomElement(using: &generator)
        }
        var decoded: [Crossed] = []
        defer {
            for node in nodes + decoded {
                node.next = nil
                node.other = nil
            }
        }
        for root in [nodes, nodes.reversed(), nodes.shuffled(using: &generator), [nodes[0]]] {
            let archive = try GraphEncoder().encode(root) as Bytes
            let result = try GraphDecoder().decode([Crossed].self, from: archive)
            decoded += result
            for (old, new) in zip(root, result) {
                #expect(
                    new.number == old.number && new.other?.number == old.other?.number
                        && new.next?.number == old.next?.number, "seed \(seed)")
            }
        }
    }
}
