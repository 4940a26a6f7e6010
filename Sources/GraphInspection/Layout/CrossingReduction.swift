/// Orders the vertices of each layer so that few links cross.
///
/// Layers are sorted by the barycenters of their neighbors, downward and upward in turn, and the best order is kept:
/// the method of Sugiyama, Tagawa and Toda. Crossings are counted with the tree of W. Barth, P. Mutzel and M. Jünger,
/// *Simple and efficient bilayer cross counting*, Journal of Graph Algorithms and Applications 8 (2004), 179–194.
struct CrossingReduction {
    private static let sweepCount = 24

    private let vertices: [LayerNetwork.Vertex]
    /// The vertices of each layer, in the best order.
    private(set) var layers: [[Int]]
    private var places: [Int]

    /// - Complexity: O(*m* log *n*) for *m* segments of links between *n* vertices.
    init(_ network: LayerNetwork) {
        vertices = network.vertices
        layers = network.layers
        places = Array(repeating: 0, count: network.vertices.count)
        layers = initialOrder()
        for layer in layers.indices { number(layer) }
        var best = layers
        var fewest = crossingCount()
        for sweep in 0..<Self.sweepCount where fewest > 0 {
            if sweep.isMultiple(of: 2) {
                for layer in layers.indices.dropFirst() { sort(layer, by: \.upper) }
            } else {
                for layer in layers.indices.dropLast().reversed() { sort(layer, by: \.lower) }
            }
            let count = crossingCount()
            if count < fewest {
                fewest = count
                best = layers
            }
        }
        layers = best
    }

    /// Returns the vertices in the order of a depth-first search along the links, so that linked vertices are close
    /// together.
    private func initialOrder() -> [[Int]] {
        var order: [[Int]] = layers.map { _ in [] }
        var isMet = Array(repeating: false, count: vertices.count)
        for first in vertices.indices where !isMet[first] {
            isMet[first] = true
            var stack = [first]
            while let vertex = stack.popLast() {
                order[vertices[vertex].layer].append(vertex)
                for next in (vertices[vertex].lower + vertices[vertex].upper).reversed() where !isMet[next] {
                    isMet[next] = true
                    stack.append(next)
                }
            }
        }
        return order
    }

    private mutating func number(_ layer: Int) {
        for (place, vertex) in layers[layer].enumerated() {
            places[vertex] = place
        }
    }

    /// Sorts a layer by the mean place of each vertex's neighbors. Vertices without neighbors keep their places.
    private mutating func sort(_ layer: Int, by neighbors: KeyPath<LayerNetwork.Vertex, [Int]>) {
        var keys: [(key: Double, vertex: Int)] = []
        var movable: [Int] = []
        for (place, vertex) in layers[layer].enumerated() {
            let around = vertices[vertex][keyPath: neighbors]
            guard !around.isEmpty else { continue }
            keys.append((Double(around.reduce(0) { $0 + places[$1] }) / Double(around.count), vertex))
            movable.append(place)
        }
        keys.sort { ($0.key, places[$0.vertex]) < ($1.key, places[$1.vertex]) }
        for (place, entry) in zip(movable, keys) {
            layers[layer][place] = entry.vertex
        }
        number(layer)
    }

    private func crossingCount() -> Int {
        layers.indices.dropLast().reduce(0) { $0 + crossingCount(below: $1) }
    }

    /// Returns the number of crossings between a layer and the next one.
    private func crossingCount(below layer: Int) -> Int {
        let targets = layers[layer].flatMap { vertices[$0].lower.map { places[$0] }.sorted() }
        var leafCount = 1
        while leafCount < layers[layer + 1].count { leafCount *= 2 }
        var tree = Array(repeating: 0, count: 2 * leafCount)
        var crossings = 0
        for target in targets {
            var node = target + leafCount
            tree[node] += 1
            while node > 1 {
                if node.isMultiple(of: 2) {
                    crossings += tree[node + 1]
                }
                node /= 2
                tree[node] += 1
            }
        }
        return crossings
    }
}
