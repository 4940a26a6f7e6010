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
        followLongestWays(ReferenceLists(targetsOf: edges, count: vertexCount))
        divide(by: max(Self.smallestWidth, Int((Double(vertexCount).squareRoot() * Self.widthFactor).rounded(.up))))
    }

    private mutating func followLongestWays(_ targets: ReferenceLists) {
        // A search leaves a vertex after those below it.
        let positions = targets.search().positions
        for vertex in layers.indices.sorted(by: { positions[$0] > positions[$1] }) {
            for target in targets[vertex].map(Int.init) {
                layers[target] = max(layers[target], layers[vertex] + 1)
            }
        }
        for vertex in layers.indices.dropFirst() where layers[vertex] == 0 {
            if let below = targets[vertex].map({ layers[Int($0)] }).min() {
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
