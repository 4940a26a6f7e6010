import GraphCodable

/// Determines which edges to reverse so that no cycle remains.
///
/// Only edges within strongly connected components are reversed, so a graph without cycles is unchanged. Within a
/// component, edges point away from the first vertices. So a root stays at the top, and references back to it point up.
struct CycleRemoval {
    typealias Edge = (source: Int, target: Int)

    /// For each edge, whether to reverse it.
    let isReversed: [Bool]

    /// - Complexity: O(*n* + *m*) for *n* vertices and *m* edges.
    init(vertexCount: Int, edges: [Edge]) {
        let outgoing = ReferenceLists(positionsOf: edges.map { UInt32($0.source) }, count: vertexCount)
        let ranges = (0..<vertexCount).map(outgoing.range)
        let components = DepthFirstSearch(
            starts: ContiguousArray(ranges.map(\.lowerBound)), ends: ContiguousArray(ranges.map(\.upperBound)),
            targets: ContiguousArray(outgoing.elements.map { UInt32(edges[Int($0)].target) })
        ).components
        let ranks = Self.ranks(vertexCount, edges, outgoing)
        isReversed = edges.map {
            components[$0.source] == components[$0.target] && ranks[$0.source] > ranks[$0.target]
        }
    }

    /// Returns the rank of each vertex by its distance from the first ones.
    private static func ranks(_ count: Int, _ edges: [Edge], _ outgoing: ReferenceLists) -> [Int] {
        var ranks = Array(repeating: -1, count: count)
        var queue: [Int] = []
        for first in 0..<count where ranks[first] < 0 {
            ranks[first] = queue.count
            var next = queue.count
            queue.append(first)
            while next < queue.count {
                for edge in outgoing[queue[next]] where ranks[edges[Int(edge)].target] < 0 {
                    ranks[edges[Int(edge)].target] = queue.count
                    queue.append(edges[Int(edge)].target)
                }
                next += 1
            }
        }
        return ranks
    }
}
