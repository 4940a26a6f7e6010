/// A path of an SVG document.
struct SVGPath {
    private(set) var text: String
    private var last: LayeredLayout.Point

    init(at point: LayeredLayout.Point) {
        text = "M\(Self.pair(point))"
        last = point
    }

    /// Continues to a point: vertically, or with a curve that begins and ends vertically.
    mutating func curveDown(to point: LayeredLayout.Point) {
        defer { last = point }
        guard abs(point.x - last.x) > 0.5 else {
            text += "L\(Self.pair(point))"
            return
        }
        let middle = (last.y + point.y) / 2
        let (first, second) = (LayeredLayout.Point(x: last.x, y: middle), LayeredLayout.Point(x: point.x, y: middle))
        text += "C\(Self.pair(first)) \(Self.pair(second)) \(Self.pair(point))"
    }

    /// Draws a loop on the right that returns to a point below.
    mutating func loop(width: Double, height: Double) {
        let (first, second, end) = (
            LayeredLayout.Point(x: last.x + width, y: last.y),
            LayeredLayout.Point(x: last.x + width, y: last.y + height),
            LayeredLayout.Point(x: last.x, y: last.y + height)
        )
        text += "C\(Self.pair(first)) \(Self.pair(second)) \(Self.pair(end))"
        last = end
    }

    private static func pair(_ point: LayeredLayout.Point) -> String {
        "\(DecimalText.coordinate(point.x)) \(DecimalText.coordinate(point.y))"
    }
}
