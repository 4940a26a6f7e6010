import GraphCodable
import GraphInspection
import TestSupport
import Testing

@Suite("Dominators and retained sizes")
struct DominatorTreeTests {
    /// What can be reached from the root without passing an object.
    private func reachable(_ graph: ObjectGraph, without removed: UInt32?) -> Set<UInt32> {
        guard graph.root != removed else { return [] }
        var found: Set = [graph.root]
        var queue = [graph.root]
        while let object = queue.popLast() {
            for reference in graph.references(from: object)
            where !reference.isConditional && reference.target != removed && found.insert(reference.target).inserted {
                queue.append(reference.target)
            }
        }
        return found
    }

    @Test(arguments: 0..<40) func agreeWithTakingAwayEachObject(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let degree = Int.random(in: 1...4, using: &generator)
        let graph = try VertexGraph(random: 40, degree: degree, using: &generator).read()
        let tree = DominatorTree(graph)
        let all = reachable(graph, without: nil)
        var dominated: [UInt32: Set<UInt32>] = [:]
        for object in all {
            let lost = all.subtracting(reachable(graph, without: object))
            dominated[object] = lost
            #expect(tree.retainedObjectCount(of: object) == lost.count, "seed \(seed)")
            #expect(
                tree.retainedByteCount(of: object) == lost.reduce(0) { $0 + graph.byteCount(of: $1) }, "seed \(seed)")
        }
        for object in all {
            // The nearest of its dominators is the one that all others dominate.
            let dominators = all.filter { $0 != object && dominated[$0]?.contains(object) == true }
            let nearest = dominators.max { (dominated[$1]?.count ?? 0) < (dominated[$0]?.count ?? 0) }
            #expect(tree.immediateDominator(of: object) == nearest, "seed \(seed)")
        }
    }

    @Test func cyclesAndSharedObjectsAreFollowed() throws {
        let (shared, left, right) = (Vertex("shared"), Vertex("left"), Vertex("right"))
        left.links = [shared]
        right.links = [shared, left]
        let graph = VertexGraph([Vertex("root", links: [left, right]), left, right, shared])
        shared.links = [right]
        let read = try graph.read()
        let tree = DominatorTree(read)
        for name in ["shared", "left", "right"] {
            #expect(tree.immediateDominator(of: try #require(read.id(named: name))) == 1)
        }
        #expect(tree.immediateDominator(of: 1) == nil)
    }
}
