/// The paths of an SVG document.
enum SVGPath {
    /// Returns a path through points: vertical lines, and curves that begin and end vertically.
    static func curve(through points: [LayeredLayout.Point]) -> String {
        let start = points.first.map { "M\(pair($0.x, $0.y))" } ?? ""
        return zip(points, points.dropFirst()).reduce(into: start) { text, ends in
            let (last, point) = ends
            let middle = (last.y + point.y) / 2
            text +=
                abs(point.x - last.x) > 0.5
                ? "C\(pair(last.x, middle)) \(pair(point.x, middle)) \(pair(point.x, point.y))"
                : "L\(pair(point.x, point.y))"
        }
    }

    /// Returns a loop on the right of a point that ends below it.
    static func loop(x: Double, y: Double, width: Double, height: Double) -> String {
        let (right, below) = (x + width, y + height)
        return "M\(pair(x, y))C\(pair(right, y)) \(pair(right, below)) \(pair(x, below))"
    }

    private static func pair(_ x: Double, _ y: Double) -> String { "\(x.coordinate) \(y.coordinate)" }
}

extension Double {
    /// A coordinate rounded to a tenth, without trailing zeros, and equal on every platform.
    var coordinate: String {
        let tenths = Int((self * 10).rounded())
        let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10)"
        return tenths.isMultiple(of: 10) ? whole : "\(whole).\(abs(tenths) % 10)"
    }
}
