import TestSupport
import Testing

@testable import GraphCodable

/// Objects that nothing distinguishes have no canonical order.
struct CanonicalTieTests {
    typealias Node = CanonicalOrderTests.Node
    typealias Value = CanonicalOrderTests.Value

    final class Holder: GEncodable {
        let set: Set<Node>
        init(_ set: Set<Node>) { self.set = set }
        func encode(to encoder: GEncoder) throws { try encoder.encode(set) }
    }

    /// An object without contents.
    final class Link: GEncodable, Hashable {
        func encode(to encoder: GEncoder) throws {}
        static func == (left: Link, right: Link) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private func refusal(of root: some GEncodable) throws -> String {
        try #require(throws: GraphCodableError.self) { try canonicalArchive(of: root) }.description
    }

    @Test func objectsWithTheSameContentsAreRefused() throws {
        let pair = Node(1)
        pair.links = [Node(2), Node(2)]
        #expect(
            try refusal(of: [pair]) == """
                notEncodable at GraphCodableTests.CanonicalOrderTests.Node.links: Elements of a set or a dictionary lead to \
                different objects of type GraphCodableTests.CanonicalOrderTests.Node with the same contents, as far as 32 \
                references away. So they have no canonical order. Give the objects something by which they differ, such as an \
                id, or encode an array.
                """)
        // Different contents behind them are enough.
        for (index, node) in pair.links.enumerated() { node.links = [Node(index)] }
        let copy = try GraphDecoder().decode([Node].self, from: canonicalArchive(of: [pair]))
        #expect(Set(copy[0].links.flatMap(\.links).map(\.name)) == [0, 1])
        for node in copy[0].links { node.links = [] }
    }

    @Test func aTieInASetWithinAnElementIsRefused() throws {
        /// An element with a number, and a set of objects that nothing distinguishes.
        struct Element: GEncodable, Hashable {
            let number: Int
            let nodes: Set<Node>
            let links: Set<Link>
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(number)
                try encoder.encode(nodes)
                try encoder.encode(links)
            }
        }
        let elements = (0..<10).map { number in
            let isNode = number.isMultiple(of: 2)
            return Element(
                number: number, nodes: isNode ? [Node(7), Node(7)] : [], links: isNode ? [] : [Link(), Link()])
        }
        var random = SplitMix64(seed: 1)
        let errors = try (0..<10).map { _ in try refusal(of: Value.set(of: elements, &random)) }
        #expect(Set(errors).count == 1 && errors[0].contains("Node with the same contents"), "\(errors)")
    }

    @Test func objectsThatAreArchivedBeforeAreInTheOrderOfTheirNumbers() throws {
        let twins = [Node(7), Node(7)]
        struct Root: GEncodable {
            let twins: [Node], sets: [Set<Node>]
            func encode(to encoder: GEncoder) throws {
                // A list in another object or in an earlier property tells them apart.
                try encoder.encode(twins)
                try encoder.encode(sets)
            }
        }
        struct Before: GEncodable {
            let twins: [Node], holder: Holder
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(twins)
                try encoder.encode(holder)
            }
        }
        let first = try canonicalArchive(of: Before(twins: twins, holder: Holder(Set(twins))))
        #expect(try canonicalArchive(of: Before(twins: twins.reversed(), holder: Holder(Set(twins)))) == first)
        #expect(try refusal(of: Root(twins: twins, sets: [Set(twins)])).contains("canonical order"))
    }

    @Test func symmetricCyclesAreRefused() throws {
        let ring = (0..<6).map { _ in Node(1) }
        for (index, node) in ring.enumerated() { node.owner = ring[(index + 1) % 6] }
        #expect(try refusal(of: Set(ring)).contains("canonical order"))
        // One that differs tells all apart, by how far they are from it.
        ring[0].name = 2
        var random = SplitMix64(seed: 2)
        #expect(try canonicalArchive(of: Set(ring)) == canonicalArchive(of: Value.set(of: ring, &random)))
    }

    @Test func objectsThatDifferTooFarAwayAreRefused() throws {
        for (distance, isRefused) in [
            (CanonicalOrder.maximumDistance - 2, false), (CanonicalOrder.maximumDistance, true),
        ] {
            let chains = (0..<2).map { end in (0..<distance).reduce(Node(end)) { next, _ in Node(9, next) } }
            if isRefused {
                #expect(try refusal(of: Set(chains)).contains("canonical order"))
            } else {
                #expect(try canonicalArchive(of: Set(chains)) == canonicalArchive(of: Set(chains.reversed())))
            }
        }
    }
}

extension CanonicalOrderTests.Node {
    convenience init(_ name: Int, _ link: CanonicalOrderTests.Node) {
        self.init(name)
        links = [link]
    }
}
