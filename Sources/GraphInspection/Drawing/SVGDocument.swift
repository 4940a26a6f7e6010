import GraphCodable

/// An SVG document under construction.
///
/// The colors are those of GitHub's pages, light or dark according to the reader's settings.
struct SVGDocument {
    private static let style = """
        .page{fill:#ffffff}.box{fill:#f6f8fa;stroke:#8c959f}.main{stroke:#0969da;stroke-width:2}
        .edge{fill:none;stroke:#57606a;stroke-width:1.2}.dashed{stroke-dasharray:4 3}.tip{fill:#57606a}
        text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;\
        font-size:12px;fill:#1f2328;white-space:pre}
        text.name{font-weight:600}text.label{font-size:11px;fill:#59636e}
        @media (prefers-color-scheme:dark){.page{fill:#0d1117}.box{fill:#161b22;stroke:#6e7681}.main{stroke:#58a6ff}
        .edge{stroke:#9198a1}.tip{fill:#9198a1}text{fill:#e6edf3}text.label{fill:#9198a1}}
        """

    let width: Double
    let height: Double
    let title: String
    private(set) var elements: [String] = []

    mutating func box(x: Double, y: Double, width: Double, height: Double, style: String) {
        elements.append(
            "<rect class=\"\(style)\" x=\"\(x.coordinate)\" y=\"\(y.coordinate)\" width=\"\(width.coordinate)\" "
                + "height=\"\(height.coordinate)\" rx=\"6\"/>")
    }

    /// - Parameter text: The unescaped text.
    mutating func text(_ text: some StringProtocol, x: Double, y: Double, style: String) {
        guard !text.isEmpty else { return }
        elements.append(
            "<text class=\"\(style)\" x=\"\(x.coordinate)\" y=\"\(y.coordinate)\">\(EscapedText.xml(text))</text>")
    }

    mutating func arrow(_ path: String, isDashed: Bool) {
        let style = isDashed ? "edge dashed" : "edge"
        elements.append("<path class=\"\(style)\" d=\"\(path)\" marker-end=\"url(#tip)\"/>")
    }

    var text: String {
        let (width, height) = (width.coordinate, height.coordinate)
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            role="img" aria-label="\(EscapedText.xml(title))">
            <title>\(EscapedText.xml(title))</title>
            <style>
            \(Self.style)
            </style>
            <defs><marker id="tip" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" \
            orient="auto"><path class="tip" d="M0 0L8 4L0 8Z"/></marker></defs>
            <rect class="page" width="\(width)" height="\(height)" rx="8"/>
            """
        return ([head] + elements).joined(separator: "\n") + "\n</svg>\n"
    }
}
