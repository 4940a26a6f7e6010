/// Gives each vertex of a graph without circles a layer below those of all vertices that lead to it.
///
/// The layer is the length of the longest way to the vertex. Vertices that nothing leads to are then moved down to those
/// that they lead to, so that their edges are short.
struct LayerAssignment {
    /// The layer of each vertex, from 0.
    private(set) var layers: [Int]

    /// - Parameter edges: The edges; those from a vertex to itself do not count.
    /// - Complexity: O(*n* + *m*) for *n* vertices and *m* edges.
    init(vertexCount: Int, edges: [CycleRemoval.Edge]) {
        layers = Array(repeating: 0, count: vertexCount)
        let edges = edges.filter { $0.source != $0.target }
        let outgoing = ReferenceLists(positionsOf: edges.map { UInt32($0.source) }, count: vertexCount)
        var missing = Array(repeating: 0, count: vertexCount)
        for edge in edges {
            missing[edge.target] += 1
        }
        let sources = missing.indices.filter { missing[$0] == 0 }
        var queue = sources
        var next = 0
        while next < queue.count {
            let vertex = queue[next]
            next += 1
            for edge in outgoing[vertex] {
                let target = edges[Int(edge)].target
                layers[target] = max(layers[target], layers[vertex] + 1)
                missing[target] -= 1
                if missing[target] == 0 {
                    queue.append(target)
                }
            }
        }
        for vertex in sources {
            let below = outgoing[vertex].map { layers[edges[Int($0)].target] }.min()
            if let below, vertex > 0 {
                layers[vertex] = below - 1
            }
        }
    }
}
