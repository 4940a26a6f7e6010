/// Places boxes in layers without overlaps, so that arrows point down except in cycles.
///
/// The four steps are those of K. Sugiyama, S. Tagawa and M. Toda, *Methods for visual understanding of hierarchical
/// system structures*, IEEE Transactions on Systems, Man, and Cybernetics 11 (1981), 109–125: ``CycleRemoval``,
/// ``LayerAssignment``, ``CrossingReduction``, ``CoordinateAssignment``.
///
/// The label of an arrow gets a place in a layer of its own, as in E. R. Gansner, E. Koutsofios, S. C. North and K.-P.
/// Vo, *A technique for drawing directed graphs*, IEEE Transactions on Software Engineering 19 (1993), 214–230. So
/// labels don't overlap, and arrows between the same boxes are apart.
struct LayeredLayout {
    struct Size {
        var width: Double
        var height: Double
    }

    struct Link {
        let source: Int
        let target: Int
        /// The size of the label; `nil` for none.
        var label: Size?
    }

    struct Point: Equatable {
        var x: Double
        var y: Double
    }

    struct Frame: Equatable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    private static let layerGap = 26.0

    private(set) var frames: [Frame] = []
    /// The points of each link, from its source to its target; no two in a row are equal. A segment is straight if both
    /// of its points have the same x, and a curve otherwise. Empty for a link from a box to itself.
    private(set) var routes: [[Point]] = []
    /// The frame of each link's label.
    private(set) var labels: [Frame?] = []
    private(set) var size = Size(width: 0, height: 0)

    /// - Parameter links: The arrows. An arrow from a box to itself is placed to the right of the box.
    init(boxes: [Size], links: [Link]) {
        var network = LayerNetwork(boxes: boxes, links: links)
        network.layers = CrossingReduction(network).layers
        place(network, CoordinateAssignment(network).centers, boxes, links)
    }

    private mutating func place(_ network: LayerNetwork, _ centers: [Double], _ boxes: [Size], _ links: [Link]) {
        let tops = Self.layerTops(network, centers)
        let bottoms = zip(tops, network.layers).map { top, layer in
            top + (layer.map { network.vertices[$0].height }.max() ?? 0)
        }
        let left = network.vertices.indices.map { centers[$0] - network.vertices[$0].width / 2 }.min() ?? 0
        let right = network.vertices.indices.map { centers[$0] + network.vertices[$0].width / 2 }.max() ?? 0
        size = Size(width: right - left, height: bottoms.last ?? 0)
        frames = boxes.indices.map { box in
            let vertex = network.vertices[box]
            // The box is at the left of its place, which includes room for links to itself.
            return Frame(
                x: centers[box] - left - vertex.width / 2, y: tops[vertex.layer], width: boxes[box].width,
                height: boxes[box].height)
        }
        let shifted = centers.map { $0 - left }
        let ports = PortAssignment(network, frames: frames, centers: shifted)
        routes = links.indices.map { link in
            let points = route(link, network, ports, shifted, tops, bottoms)
            return network.isReversed[link] ? points.reversed() : points
        }
        labels = links.indices.map { link in
            guard let vertex = network.labelVertices[link] else { return nil }
            let size = network.vertices[vertex]
            return Frame(
                x: centers[vertex] - left - size.width / 2, y: tops[size.layer], width: size.width, height: size.height)
        }
    }

    /// Returns the points of a link, from top to bottom.
    private func route(
        _ link: Int, _ network: LayerNetwork, _ ports: PortAssignment, _ centers: [Double], _ tops: [Double],
        _ bottoms: [Double]
    ) -> [Point] {
        guard let ends = network.ends[link] else { return [] }
        let start = frames[ends.upper]
        let x = ports.lower[link] ?? start.x + start.width / 2
        var points = [
            Point(x: x, y: start.y + start.height), Point(x: x, y: bottoms[network.vertices[ends.upper].layer]),
        ]
        for vertex in network.chains[link] {
            let layer = network.vertices[vertex].layer
            let x = centers[vertex] + network.vertices[vertex].anchor
            points += [Point(x: x, y: tops[layer]), Point(x: x, y: bottoms[layer])]
        }
        let end = frames[ends.lower]
        points.append(Point(x: ports.upper[link] ?? end.x + end.width / 2, y: end.y))
        // A segment without a length has no direction, in which an arrowhead could point.
        return points.enumerated().filter { $0 == 0 || $1 != points[$0 - 1] }.map(\.element)
    }

    /// Returns the top of each layer. The distance between layers is larger if links between them lead far to a side.
    private static func layerTops(_ network: LayerNetwork, _ centers: [Double]) -> [Double] {
        var tops: [Double] = []
        var y = 0.0
        for layer in network.layers {
            tops.append(y)
            let height = layer.map { network.vertices[$0].height }.max() ?? 0
            let distance =
                layer.flatMap { vertex in
                    network.vertices[vertex].lower.map { abs(centers[$0] - centers[vertex]) }
                }.max() ?? 0
            y += height + layerGap + min(distance / 14, 40)
        }
        return tops
    }
}
