/// Distributes the ends of links along the upper and lower edges of boxes, in the order of their other ends.
struct PortAssignment {
    /// For each link, the x coordinate on the lower edge of its upper box.
    private(set) var lower: [Int: Double] = [:]
    /// For each link, the x coordinate on the upper edge of its lower box.
    private(set) var upper: [Int: Double] = [:]

    private static let distance = 18.0

    init(_ network: LayerNetwork, frames: [LayeredLayout.Frame], centers: [Double]) {
        var below: [Int: [(x: Double, link: Int)]] = [:]
        var above: [Int: [(x: Double, link: Int)]] = [:]
        for (link, ends) in network.ends.enumerated() {
            guard let ends else { continue }
            let chain = network.chains[link]
            func x(_ vertex: Int) -> Double { centers[vertex] + network.vertices[vertex].anchor }
            below[ends.upper, default: []].append((x(chain.first ?? ends.lower), link))
            above[ends.lower, default: []].append((x(chain.last ?? ends.upper), link))
        }
        for (box, ends) in below {
            Self.spread(ends, along: frames[box]) { lower[$0] = $1 }
        }
        for (box, ends) in above {
            Self.spread(ends, along: frames[box]) { upper[$0] = $1 }
        }
    }

    private static func spread(
        _ ends: [(x: Double, link: Int)], along frame: LayeredLayout.Frame, _ set: (Int, Double) -> Void
    ) {
        let step = min(distance, frame.width * 0.8 / Double(ends.count))
        let start = frame.x + frame.width / 2 - step * Double(ends.count - 1) / 2
        for (place, end) in ends.sorted(by: { ($0.x, $0.link) < ($1.x, $1.link) }).enumerated() {
            set(end.link, start + step * Double(place))
        }
    }
}
