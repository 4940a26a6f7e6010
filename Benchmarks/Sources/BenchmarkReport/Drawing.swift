import Foundation

/// The elements of a picture in SVG. It has its own background, which is dark where the reader's screen is.
struct Drawing {
    private var elements = ""

    mutating func text(_ text: String, x: Double, y: Double, style: String) {
        elements += "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(Self.escaped(text))</text>\n"
    }

    mutating func bar(x: Double, y: Double, width: Double, height: Double, style: String) {
        let size = "width=\"\(number(width))\" height=\"\(number(height))\""
        elements += "<rect class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" \(size) rx=\"2\"/>\n"
    }

    mutating func line(x: Double, from top: Double, to bottom: Double, style: String) {
        let ends = "x1=\"\(number(x))\" y1=\"\(number(top))\" x2=\"\(number(x))\" y2=\"\(number(bottom))\""
        elements += "<line class=\"\(style)\" \(ends)/>\n"
    }

    mutating func rule(y: Double, from left: Double, to right: Double) {
        let ends = "x1=\"\(number(left))\" y1=\"\(number(y))\" x2=\"\(number(right))\" y2=\"\(number(y))\""
        elements += "<line class=\"grid\" \(ends)/>\n"
    }

    mutating func dot(x: Double, y: Double, style: String) {
        elements += "<circle class=\"\(style)\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"5\"/>\n"
    }

    /// The picture.
    ///
    /// - Parameters:
    ///   - title: What it shows, for those who cannot see it.
    ///   - description: What can be read from it.
    func svg(width: Double, height: Double, title: String, description: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
        width="\(number(width))" height="\(number(height))" role="img">
        <title>\(Self.escaped(title))</title>
        <desc>\(Self.escaped(description))</desc>
        <style>\(Self.styles)</style>
        <rect class="card" x="0.5" y="0.5" width="\(number(width - 1))" height="\(number(height - 1))" rx="8"/>
        \(elements)</svg>

        """
    }

    /// The bars' colours can be told from both backgrounds.
    private static let styles = """

        text { font: 12px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328; }
        .title { font-size: 18px; font-weight: 600; }
        .strong { font-weight: 600; }
        .muted { fill: #59636e; }
        .card { fill: #ffffff; stroke: #d1d9e0; }
        .own { fill: #0969da; }
        .other { fill: #afb8c1; }
        .scale { fill: #59636e; font-size: 11px; text-anchor: middle; }
        .grid { stroke: #818b98; stroke-opacity: 0.25; }
        .graphz { fill: #0969da; }
        .raw { fill: #8c959f; }
        .JSON { fill: #bc4c00; }
        @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc; }
        .muted { fill: #9198a1; }
        .card { fill: #0d1117; stroke: #3d444d; }
        .own { fill: #388bfd; }
        .other { fill: #6e7681; }
        }

        """

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }

    /// A tenth of a pixel is enough.
    private func number(_ value: Double) -> String {
        let text = String(format: "%.1f", value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
