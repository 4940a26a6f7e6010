/// Determines which edges to reverse so that no cycle remains.
///
/// Only edges within strongly connected components are reversed, so a graph without cycles is unchanged. Within a
/// component, edges point away from the first vertices. So a root stays at the top, and references back to it point up.
///
/// The components are found with the algorithm of R. E. Tarjan, *Depth-first search and linear graph algorithms*, SIAM
/// Journal on Computing 1 (1972), 146–160, with an explicit stack instead of recursion.
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

    /// Returns the number of each vertex's strongly connected component.
    private static func components(_ count: Int, _ edges: [Edge], _ outgoing: ReferenceLists) -> [Int] {
        var components = Array(repeating: -1, count: count)
        var numbers = components
        var lowest = components
        var componentCount = 0
        var number = 0
        var waiting: [Int] = []
        for first in 0..<count where numbers[first] < 0 {
            var stack: [(vertex: Int, rest: ArraySlice<UInt32>)] = []
            func visit(_ vertex: Int) {
                numbers[vertex] = number
                lowest[vertex] = number
                number += 1
                waiting.append(vertex)
                stack.append((vertex, outgoing[vertex]))
            }
            visit(first)
            while let last = stack.indices.last {
                let vertex = stack[last].vertex
                if let edge = stack[last].rest.popFirst() {
                    let target = edges[Int(edge)].target
                    if numbers[target] < 0 {
                        visit(target)
                    } else if components[target] < 0 {
                        lowest[vertex] = min(lowest[vertex], numbers[target])
                    }
                    continue
                }
                stack.removeLast()
                if let outer = stack.last?.vertex {
                    lowest[outer] = min(lowest[outer], lowest[vertex])
                }
                guard lowest[vertex] == numbers[vertex] else { continue }
                while let member = waiting.popLast() {
                    components[member] = componentCount
                    if member == vertex { break }
                }
                componentCount += 1
            }
        }
        return components
    }
}
