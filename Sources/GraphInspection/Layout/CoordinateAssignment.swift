/// Determines horizontal positions, so that links are short and straight and nothing overlaps.
///
/// Each vertex is drawn to the mean of its neighbors, layer by layer, downward and upward in turn. Within a layer, the
/// positions minimize the squared distances under the condition that vertices keep their order and spacing. This is
/// isotonic regression, which the pool-adjacent-violators algorithm solves in linear time: M. Ayer, H. D. Brunk, G. M.
/// Ewing, W. T. Reid and E. Silverman, *An empirical distribution function for sampling with incomplete information*,
/// Annals of Mathematical Statistics 26 (1955), 641–647.
struct CoordinateAssignment {
    private static let sweepCount = 12
    private static let boxGap = 28.0
    private static let bendGap = 14.0
    /// The weights for the straightness of a segment: between two boxes, a box and a bend, or two bends.
    private static let boxWeight = 1.0
    private static let mixedWeight = 2.0
    private static let bendWeight = 8.0

    private let vertices: [LayerNetwork.Vertex]
    private let layers: [[Int]]
    /// The minimum distance between the center of each vertex and the center of the first vertex in its layer.
    private var offsets: [Double]
    private(set) var centers: [Double]

    /// - Complexity: O(*n* + *m*) for *n* vertices and *m* segments of links.
    init(_ network: LayerNetwork) {
        vertices = network.vertices
        layers = network.layers
        offsets = Array(repeating: 0, count: vertices.count)
        for layer in layers {
            for (left, right) in zip(layer, layer.dropFirst()) {
                let gap = vertices[left].isBox && vertices[right].isBox ? Self.boxGap : Self.bendGap
                offsets[right] = offsets[left] + (vertices[left].width + vertices[right].width) / 2 + gap
            }
        }
        centers = offsets
        for sweep in 0..<Self.sweepCount {
            // In the first sweeps a layer follows the previous one; in the last ones it lies between both neighbors.
            let isLate = sweep >= Self.sweepCount / 2
            if sweep.isMultiple(of: 2) {
                for layer in layers.indices { place(layer, usingUpper: true, usingLower: isLate) }
            } else {
                for layer in layers.indices.reversed() { place(layer, usingUpper: isLate, usingLower: true) }
            }
        }
        // Vertices without links are placed beside their neighbor.
        for layer in layers {
            for (left, right) in zip(layer, layer.dropFirst())
            where vertices[right].upper.isEmpty && vertices[right].lower.isEmpty {
                centers[right] = centers[left] + offsets[right] - offsets[left]
            }
        }
    }

    /// Moves the vertices of a layer as close to their preferred positions as the others permit.
    private mutating func place(_ layer: Int, usingUpper: Bool, usingLower: Bool) {
        /// Adjacent vertices with minimum spacing.
        struct Block {
            var weight: Double
            var sum: Double
            var count: Int
            var mean: Double { sum / weight }
        }
        var blocks: [Block] = []
        for vertex in layers[layer] {
            let (wish, weight) = wish(of: vertex, usingUpper, usingLower)
            blocks.append(Block(weight: weight, sum: weight * (wish - offsets[vertex]), count: 1))
            while let last = blocks.last, blocks.count > 1, blocks[blocks.count - 2].mean > last.mean {
                blocks.removeLast()
                blocks[blocks.count - 1].weight += last.weight
                blocks[blocks.count - 1].sum += last.sum
                blocks[blocks.count - 1].count += last.count
            }
        }
        var next = layers[layer].startIndex
        for block in blocks {
            for vertex in layers[layer][next..<next + block.count] {
                centers[vertex] = block.mean + offsets[vertex]
            }
            next += block.count
        }
    }

    /// Returns the preferred center of a vertex, and its weight.
    private func wish(of vertex: Int, _ usingUpper: Bool, _ usingLower: Bool) -> (place: Double, weight: Double) {
        var sum = 0.0
        var weight = 0.0
        let own = vertices[vertex]
        for neighbor in (usingUpper ? own.upper : []) + (usingLower ? own.lower : []) {
            let other = vertices[neighbor]
            let share =
                own.isBox && other.isBox
                ? Self.boxWeight : own.isBox || other.isBox ? Self.mixedWeight : Self.bendWeight
            sum += share * (centers[neighbor] + other.anchor - own.anchor)
            weight += share
        }
        // Vertices without neighbors keep their position, with a low weight.
        return weight > 0 ? (sum / weight, weight) : (centers[vertex], 0.01)
    }
}
