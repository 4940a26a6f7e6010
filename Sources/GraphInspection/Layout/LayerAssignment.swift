/// Gives each vertex of a graph without circles a layer below those of all vertices that lead to it.
///
/// The layer is the length of the longest way to the vertex. Vertices that nothing leads to are moved down to those that they
/// lead to, so that their edges are short. A layer takes so many vertices that the picture is about as wide as high; the
/// others go to the next ones, in the manner of E. G. Coffman and R. L. Graham, *Optimal scheduling for two-processor
/// systems*, Acta Informatica 1 (1972), 200–213.
struct LayerAssignment {
    /// Boxes of few lines are about as far from the next one below as half of that beside them.
    private static let widthFactor = 1.1
    private static let smallestWidth = 5

    /// The layer of each vertex, from 0.
    private(set) var layers: [Int]

    /// - Parameter edges: The edges; those from a vertex to itself do not count.
    /// - Complexity: O(*n* log *n* + *m*) for *n* vertices and *m* edges.
    init(vertexCount: Int, edges: [CycleRemoval.Edge]) {
        layers = Array(repeating: 0, count: vertexCount)
        let edges = edges.filter { $0.source != $0.target }
        let outgoing = ReferenceLists(positionsOf: edges.map { UInt32($0.source) }, count: vertexCount)
        followLongestWays(edges, outgoing)
        limitWidths(
            to: max(Self.smallestWidth, Int((Double(vertexCount).squareRoot() * Self.widthFactor).rounded(.up))),
            edges, outgoing)
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

    private mutating func limitWidths(to width: Int, _ edges: [CycleRemoval.Edge], _ outgoing: ReferenceLists) {
        var counts: [Int] = []
        // For each layer one below it, or itself, above which all are full.
        var firstWithRoom: [Int] = []
        func layerWithRoom(from layer: Int) -> Int {
            while firstWithRoom.count <= layer {
                firstWithRoom.append(firstWithRoom.count)
                counts.append(0)
            }
            var found = layer
            while found < firstWithRoom.count, firstWithRoom[found] != found {
                found = firstWithRoom[found]
            }
            if found == firstWithRoom.count {
                firstWithRoom.append(found)
                counts.append(0)
            }
            firstWithRoom[layer] = found
            counts[found] += 1
            if counts[found] == width {
                firstWithRoom[found] = found + 1
            }
            return found
        }
        // Those that lead to a vertex are in layers above it, and so come before it.
        for vertex in layers.indices.sorted(by: { (layers[$0], $0) < (layers[$1], $1) }) {
            layers[vertex] = layerWithRoom(from: layers[vertex])
            for edge in outgoing[vertex] {
                let target = edges[Int(edge)].target
                layers[target] = max(layers[target], layers[vertex] + 1)
            }
        }
    }
}
