/// A path of an SVG document.
struct SVGPath {
    private(set) var text: String
    private var last: LayeredLayout.Point

    init(at point: LayeredLayout.Point) {
        text = "M\(Self.pair(point.x, point.y))"
        last = point
    }

    /// Continues to a point: vertically, or with a curve that begins and ends vertically.
    mutating func curveDown(to point: LayeredLayout.Point) {
        defer { last = point }
        guard abs(point.x - last.x) > 0.5 else {
            text += "L\(Self.pair(point.x, point.y))"
            return
        }
        let middle = (last.y + point.y) / 2
        text += "C\(Self.pair(last.x, middle)) \(Self.pair(point.x, middle)) \(Self.pair(point.x, point.y))"
    }

    /// Draws a loop on the right that returns to a point below.
    mutating func loop(width: Double, height: Double) {
        let (right, below) = (last.x + width, last.y + height)
        text += "C\(Self.pair(right, last.y)) \(Self.pair(right, below)) \(Self.pair(last.x, below))"
        last.y = below
    }

    private static func pair(_ x: Double, _ y: Double) -> String {
        "\(x.coordinate) \(y.coordinate)"
    }
}

extension Double {
    /// A coordinate rounded to a tenth, without trailing zeros, and equal on every platform.
    var coordinate: String {
        let tenths = Int((self * 10).rounded())
        let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10)"
        return tenths.isMultiple(of: 10) ? whole : "\(whole).\(abs(tenths) % 10)"
    }
}
