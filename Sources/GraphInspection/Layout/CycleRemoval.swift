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
        let targets = ReferenceLists(targetsOf: edges, count: vertexCount)
        let components = targets.search().components
        let ranks = Self.ranks(targets)
        isReversed = edges.map {
            components[$0.source] == components[$0.target] && ranks[$0.source] > ranks[$0.target]
        }
    }

    /// Returns the rank of each vertex by its distance from the first ones.
    private static func ranks(_ targets: ReferenceLists) -> [Int] {
        var ranks = Array(repeating: -1, count: targets.count)
        var queue: [Int] = []
        for first in ranks.indices where ranks[first] < 0 {
            ranks[first] = queue.count
            var next = queue.count
            queue.append(first)
            while next < queue.count {
                for target in targets[queue[next]].map(Int.init) where ranks[target] < 0 {
                    ranks[target] = queue.count
                    queue.append(target)
                }
                next += 1
            }
        }
        return ranks
    }
}

extension ReferenceLists {
    /// Creates a list for each vertex of a graph: the vertices to which its edges lead, in the order of the edges.
    init(targetsOf edges: [CycleRemoval.Edge], count: Int) {
        self.init(positionsOf: edges.map { UInt32($0.source) }, count: count)
        elements = elements.map { UInt32(edges[Int($0)].target) }
    }

    /// Searches this graph.
    func search() -> DepthFirstSearch {
        let ranges = (0..<count).map(range)
        return DepthFirstSearch(
            starts: ContiguousArray(ranges.map(\.lowerBound)), ends: ContiguousArray(ranges.map(\.upperBound)),
            targets: ContiguousArray(elements))
    }
}
