/// Finds the edges to be turned round so that no cycle is left.
///
/// Only edges inside strongly connected components are: a graph without cycles stays as it is. Inside a component edges
/// lead from vertices that are nearer to the first ones to those that are farther away, so that a root stays at the top and
/// references back to it point up.
///
/// The components are found by the algorithm of R. E. Tarjan, *Depth-first search and linear graph algorithms*, SIAM
/// Journal on Computing 1 (1972), 146–160, with a stack of its own in place of recursion.
struct CycleRemoval {
    typealias Edge = (source: Int, target: Int)

    /// For each edge whether it is to be turned round.
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

    /// The place of each vertex when they are sorted by their distance from the first ones.
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

    /// The strongly connected component of each vertex, by number.
    private static func components(_ count: Int, _ edges: [Edge], _ outgoing: ReferenceLists) -> [Int] {
        var components = Array(repeating: -1, count: count)
        var numbers = components
        var lowest = components
        var componentCount = 0
        var number = 0
        var waiting: [Int] = []
        for first in 0..<count where numbers[first] < 0 {
            var stack: [(vertex: Int, rest: ArraySlice<UInt32>)] = []
            func meet(_ vertex: Int) {
                numbers[vertex] = number
                lowest[vertex] = number
                number += 1
                waiting.append(vertex)
                stack.append((vertex, outgoing[vertex]))
            }
            meet(first)
            while let last = stack.indices.last {
                let vertex = stack[last].vertex
                if let edge = stack[last].rest.popFirst() {
                    let target = edges[Int(edge)].target
                    if numbers[target] < 0 {
                        meet(target)
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
