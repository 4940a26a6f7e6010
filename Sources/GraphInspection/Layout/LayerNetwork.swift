/// The boxes and links of a picture as places in layers: each link becomes a chain of places from layer to layer.
struct LayerNetwork {
    /// A place in a layer: a box, a label, or where a link passes through.
    struct Vertex {
        var layer: Int
        var width: Double
        var height: Double
        /// Whether it is a box.
        var isBox: Bool
        /// Where its link passes through, to the right of its centre.
        var anchor = 0.0
        /// The places in the layers above and below that it is linked with.
        var upper: [Int] = []
        var lower: [Int] = []
    }

    /// The room for one link from a box to itself.
    static let loopWidth = 26.0

    /// The boxes first, in their order.
    private(set) var vertices: [Vertex]
    /// The places of each layer, from left to right.
    var layers: [[Int]] = []
    /// The places of each link between its boxes, downwards.
    private(set) var chains: [[Int]]
    /// The boxes of each link; `nil` for a link from a box to itself.
    private(set) var ends: [(upper: Int, lower: Int)?]
    /// Whether a link points up.
    let isReversed: [Bool]
    /// The place of each link's label.
    private(set) var labelVertices: [Int?]

    init(boxes: [LayeredLayout.Size], links: [LayeredLayout.Link], bendLimit: Int) {
        let edges = links.map { (source: $0.source, target: $0.target) }
        let isReversed = CycleRemoval(vertexCount: boxes.count, edges: edges).isReversed
        self.isReversed = isReversed
        let directed = zip(edges, isReversed).map { $1 ? (source: $0.target, target: $0.source) : $0 }
        let boxLayers = LayerAssignment(vertexCount: boxes.count, edges: directed).layers
        // Labels stand in layers of their own, between those of boxes.
        let scale = links.contains { $0.label != nil } ? 2 : 1
        vertices = zip(boxes, boxLayers).map {
            Vertex(layer: $1 * scale, width: $0.width, height: $0.height, isBox: true)
        }
        chains = Array(repeating: [], count: links.count)
        labelVertices = Array(repeating: nil, count: links.count)
        ends = directed.map { $0.source == $0.target ? nil : (upper: $0.source, lower: $0.target) }
        addLoops(links)
        for link in Self.bentLinks(
            spans: directed.map { (boxLayers[$0.target] - boxLayers[$0.source]) * scale }, bendLimit)
        {
            addChain(link, label: links[link].label)
        }
        layers = Array(repeating: [], count: (vertices.map(\.layer).max() ?? -1) + 1)
        for (index, vertex) in vertices.enumerated() {
            layers[vertex.layer].append(index)
        }
    }

    /// The links that get bends, in their order, in which they then stand side by side: the shortest ones if there are too many.
    private static func bentLinks(spans: [Int], _ limit: Int) -> [Int] {
        var left = limit
        let chosen = spans.indices.sorted { (spans[$0], $0) < (spans[$1], $1) }.filter { link in
            left -= max(0, spans[link] - 1)
            return spans[link] > 0 && left >= 0
        }
        return chosen.sorted()
    }

    /// Makes room beside the boxes for the links to themselves, and for the longest of their labels.
    private mutating func addLoops(_ links: [LayeredLayout.Link]) {
        let loops = Dictionary(grouping: links.filter { $0.source == $0.target }, by: \.source)
        for (box, loops) in loops {
            let label = loops.compactMap { $0.label?.width }.max() ?? 0
            vertices[box].width += Self.loopWidth + label
            vertices[box].height = max(
                vertices[box].height, loops.reduce(0) { $0 + ($1.label?.height ?? 0) + 2 } + 8)
        }
    }

    private mutating func addChain(_ link: Int, label: LayeredLayout.Size?) {
        guard let (upper, lower) = ends[link] else { return }
        let layers = vertices[upper].layer + 1..<vertices[lower].layer
        let middle = (vertices[upper].layer + vertices[lower].layer) / 2
        let labelLayer = middle.isMultiple(of: 2) ? middle + 1 : middle
        var last = upper
        for layer in layers {
            var vertex = Vertex(layer: layer, width: 2, height: 0, isBox: false)
            if let label, layer == labelLayer {
                vertex.width = label.width
                vertex.height = label.height
                vertex.anchor = 2 - label.width / 2
                labelVertices[link] = vertices.count
            }
            vertex.upper = [last]
            vertices[last].lower.append(vertices.count)
            last = vertices.count
            chains[link].append(last)
            vertices.append(vertex)
        }
        vertices[last].lower.append(lower)
        vertices[lower].upper.append(last)
    }
}
