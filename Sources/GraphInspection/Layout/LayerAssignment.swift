/// Assigns each vertex of an acyclic graph to a layer below those of all its predecessors.
///
/// The layer is the length of the longest path to the vertex. Vertices without predecessors are moved down to just
/// above their successors, so that their edges are short. A layer with many vertices is divided into several, to which
/// the vertices are assigned in turn. This leaves room for edges to the layers below, and keeps the picture from
/// becoming much wider than high.
struct LayerAssignment {
    /// Boxes are wider than high, and links between layers need additional room.
    private static let widthFactor = 1.1
    private static let smallestWidth = 5

    /// The layer of each vertex, beginning with 0.
    private(set) var layers: [Int]

    /// - Parameter edges: The edges. Those from a vertex to itself are ignored.
    init(vertexCount: Int, edges: [CycleRemoval.Edge]) {
        layers = Array(repeating: 0, count: vertexCount)
        let edges = edges.filter { $0.source != $0.target }
        let outgoing = ReferenceLists(positionsOf: edges.map { UInt32($0.source) }, count: vertexCount)
        followLongestWays(edges, outgoing)
        divide(by: max(Self.smallestWidth, Int((Double(vertexCount).squareRoot() * Self.widthFactor).rounded(.up))))
    }

    private mutating func followLongestWays(_ edges: [CycleRemoval.Edge], _ outgoing: ReferenceLists) {
        var missing = Array(repeating: 0, count: layers.count)
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
        for vertex in sources where vertex > 0 {
            if let below = outgoing[vertex].map({ layers[edges[Int($0)].target] }).min() {
                layers[vertex] = below - 1
            }
        }
    }

    /// Divides layers so that each has at most `width` vertices.
    private mutating func divide(by width: Int) {
        var counts = Array(repeating: 0, count: (layers.max() ?? -1) + 1)
        for layer in layers {
            counts[layer] += 1
        }
        let parts = counts.map { ($0 + width - 1) / width }
        let starts = parts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        var next = Array(repeating: 0, count: counts.count)
        for (vertex, layer) in layers.enumerated() {
            layers[vertex] = starts[layer] + next[layer] % parts[layer]
            next[layer] += 1
        }
    }
}
