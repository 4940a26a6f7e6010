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
        let components = Self.components(vertexCount, edges, outgoing)
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

    /// Returns a vertex of each vertex's strongly connected component, the same for all of its vertices.
    ///
    /// This is the algorithm of S. R. Kosaraju and M. Sharir: what leads to the vertex that a depth-first search leaves last, and
    /// has no component yet, is in that vertex's component.
    private static func components(_ count: Int, _ edges: [Edge], _ outgoing: ReferenceLists) -> [Int] {
        let incoming = ReferenceLists(positionsOf: edges.map { UInt32($0.target) }, count: count)
        var components = Array(repeating: -1, count: count)
        for last in leavingOrder(count, edges, outgoing).reversed() where components[last] < 0 {
            components[last] = last
            var stack = [last]
            while let vertex = stack.popLast() {
                for source in incoming[vertex].lazy.map({ edges[Int($0)].source }) where components[source] < 0 {
                    components[source] = last
                    stack.append(source)
                }
            }
        }
        return components
    }

    /// Returns the vertices in the order in which a depth-first search leaves them, with a stack instead of recursion.
    private static func leavingOrder(_ count: Int, _ edges: [Edge], _ outgoing: ReferenceLists) -> [Int] {
        var left: [Int] = []
        var isMet = Array(repeating: false, count: count)
        for first in 0..<count where !isMet[first] {
            isMet[first] = true
            var stack = [(vertex: first, rest: outgoing[first])]
            while let last = stack.indices.last {
                guard let edge = stack[last].rest.popFirst() else {
                    left.append(stack.removeLast().vertex)
                    continue
                }
                let target = edges[Int(edge)].target
                guard !isMet[target] else { continue }
                isMet[target] = true
                stack.append((target, outgoing[target]))
            }
        }
        return left
    }
}
