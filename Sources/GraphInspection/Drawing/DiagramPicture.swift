/// Draws a diagram as SVG.
struct DiagramPicture {
    private static let margin = 20.0
    private static let padding = 10.0
    private static let rowHeight = 17.0
    private static let fontSize = 12.0
    private static let labelFontSize = 11.0
    private static let labelHeight = 15.0

    private let diagram: GraphDiagram
    private let edges: [GraphDiagram.Edge]
    private let layout: LayeredLayout

    init(_ diagram: GraphDiagram) {
        self.diagram = diagram
        edges = diagram.soundEdges
        layout = LayeredLayout(
            boxes: diagram.nodes.map(Self.size),
            links: edges.map { edge in
                LayeredLayout.Link(source: edge.source, target: edge.target, label: Self.labelSize(edge.lines))
            })
    }

    private static func size(_ node: GraphDiagram.Node) -> LayeredLayout.Size {
        let widths =
            [TextMetrics.width(of: node.title, size: fontSize * 1.03)]
            + node.rows.map { TextMetrics.width(of: $0, size: fontSize) }
        return LayeredLayout.Size(
            width: (widths.max() ?? 0) + 2 * padding,
            height: Double(1 + node.rows.count) * rowHeight + 2 * padding - 4)
    }

    private static func labelSize(_ lines: [Substring]) -> LayeredLayout.Size? {
        guard let width = lines.map({ TextMetrics.width(of: $0, size: labelFontSize) }).max() else { return nil }
        return LayeredLayout.Size(width: width + 8, height: Double(lines.count) * labelHeight)
    }

    var svg: String {
        let noteWidth = TextMetrics.width(of: diagram.note, size: Self.labelFontSize)
        let noteHeight = diagram.note.isEmpty ? 0 : Self.rowHeight
        let height = max(layout.size.height, 1) + 2 * Self.margin + noteHeight
        var document = SVGDocument(
            width: max(layout.size.width, noteWidth, 1) + 2 * Self.margin, height: height, title: diagram.title)
        for (index, edge) in edges.enumerated() {
            draw(edge, layout.routes[index], layout.labels[index], into: &document)
        }
        drawLoops(into: &document)
        for (index, node) in diagram.nodes.enumerated() {
            draw(node, layout.frames[index], into: &document)
        }
        document.text(diagram.note, x: Self.margin, y: height - Self.margin, style: "label")
        return document.text
    }

    private func draw(_ node: GraphDiagram.Node, _ frame: LayeredLayout.Frame, into document: inout SVGDocument) {
        let (x, y) = (frame.x + Self.margin, frame.y + Self.margin)
        document.box(
            x: x, y: y, width: frame.width, height: frame.height, style: node.isEmphasized ? "box main" : "box")
        document.text(node.title, x: x + Self.padding, y: y + Self.padding + 10, style: "name")
        for (row, text) in node.rows.enumerated() {
            document.text(
                text, x: x + Self.padding, y: y + Self.padding + 10 + Double(row + 1) * Self.rowHeight, style: "row")
        }
    }

    private func draw(
        _ edge: GraphDiagram.Edge, _ points: [LayeredLayout.Point], _ label: LayeredLayout.Frame?,
        into document: inout SVGDocument
    ) {
        guard !points.isEmpty else { return }
        let shifted = points.map { LayeredLayout.Point(x: $0.x + Self.margin, y: $0.y + Self.margin) }
        document.arrow(SVGPath.curve(through: shifted), isDashed: edge.isDashed)
        if let label {
            drawLabel(edge, x: label.x + Self.margin + 7, y: label.y + Self.margin + 11, into: &document)
        }
    }

    private func drawLabel(_ edge: GraphDiagram.Edge, x: Double, y: Double, into document: inout SVGDocument) {
        for (number, line) in edge.lines.enumerated() {
            document.text(line, x: x, y: y + Double(number) * Self.labelHeight, style: "label")
        }
    }

    /// Draws the arrows from boxes to themselves, one below the other on the right of their box.
    private func drawLoops(into document: inout SVGDocument) {
        var nextPlaces: [Int: Double] = [:]
        for edge in edges where edge.source == edge.target {
            let frame = layout.frames[edge.source]
            let right = frame.x + frame.width + Self.margin
            // If there are too many, the last ones overlap.
            let place = min(nextPlaces[edge.source] ?? frame.y + 10, frame.y + frame.height - 14)
            nextPlaces[edge.source] = place + Double(max(1, edge.lines.count)) * Self.labelHeight + 2
            document.arrow(
                SVGPath.loop(x: right, y: place + Self.margin, width: 16, height: 9), isDashed: edge.isDashed)
            drawLabel(edge, x: right + 20, y: place + Self.margin + 8, into: &document)
        }
    }
}
