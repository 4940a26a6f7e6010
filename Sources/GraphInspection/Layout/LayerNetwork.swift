/// The boxes and links of a picture as vertices in layers. Each link becomes a chain of vertices from layer to layer.
struct LayerNetwork {
    /// A box, a label, or a point of a link in a layer.
    struct Vertex {
        var layer: Int
        var width: Double
        var height: Double
        var isBox: Bool
        /// The horizontal distance of the link from the center.
        var anchor = 0.0
        /// The linked vertices in the layers above and below.
        var upper: [Int] = []
        var lower: [Int] = []
    }

    /// The maximum number of bends and labels. Further links, those across the most layers, are straight and have no label.
    private static let bendLimit = 20_000
    /// The width of a link from a box to itself.
    static let loopWidth = 26.0

    /// The vertices; the boxes come first, in their order.
    private(set) var vertices: [Vertex]
    /// The vertices of each layer, from left to right.
    var layers: [[Int]] = []
    /// The vertices of each link between its boxes, from top to bottom.
    private(set) var chains: [[Int]]
    /// The boxes of each link; `nil` for a link from a box to itself.
    private(set) var ends: [(upper: Int, lower: Int)?]
    /// For each link, whether it points up.
    let isReversed: [Bool]
    /// The vertex of each link's label.
    private(set) var labelVertices: [Int?]

    init(boxes: [LayeredLayout.Size], links: [LayeredLayout.Link]) {
        let edges = links.map { (source: $0.source, target: $0.target) }
        let isReversed = CycleRemoval(vertexCount: boxes.count, edges: edges).isReversed
        self.isReversed = isReversed
        let directed = zip(edges, isReversed).map { $1 ? (source: $0.target, target: $0.source) : $0 }
        let boxLayers = LayerAssignment(vertexCount: boxes.count, edges: directed).layers
        // Labels have their own layers, between those of boxes.
        let scale = links.contains { $0.label != nil } ? 2 : 1
        vertices = zip(boxes, boxLayers).map {
            Vertex(layer: $1 * scale, width: $0.width, height: $0.height, isBox: true)
        }
        chains = Array(repeating: [], count: links.count)
        labelVertices = Array(repeating: nil, count: links.count)
        ends = directed.map { $0.source == $0.target ? nil : (upper: $0.source, lower: $0.target) }
        addLoops(links)
        for link in Self.bentLinks(spans: directed.map { (boxLayers[$0.target] - boxLayers[$0.source]) * scale }) {
            addChain(link, label: links[link].label)
        }
        layers = Array(repeating: [], count: (vertices.map(\.layer).max() ?? -1) + 1)
        for (index, vertex) in vertices.enumerated() {
            layers[vertex.layer].append(index)
        }
    }

    /// Returns the links that get bends, in their order, in which they are then placed side by side. If there are too
    /// many bends, the shortest links are chosen.
    private static func bentLinks(spans: [Int]) -> [Int] {
        var left = bendLimit
        let chosen = spans.indices.sorted { (spans[$0], $0) < (spans[$1], $1) }.filter { link in
            left -= max(0, spans[link] - 1)
            return spans[link] > 0 && left >= 0
        }
        return chosen.sorted()
    }

    /// Reserves room beside the boxes for links to themselves, and for the longest of their labels.
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
