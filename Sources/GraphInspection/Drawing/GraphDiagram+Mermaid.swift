import GraphCodable

extension GraphDiagram {
    /// Returns the diagram in the Mermaid language, `https://mermaid.js.org/syntax/flowchart.html`. GitHub, GitLab and
    /// many editors draw it in Markdown.
    ///
    /// - Returns: The Mermaid document.
    /// - Complexity: O(*n*) for *n* characters.
    public func mermaid() -> String {
        // A comment would not be seen. Mermaid shows a title above the diagram.
        var lines =
            note.isEmpty ? [] : ["---", "title: \"\(Self.mermaidText(title)). \(Self.mermaidText(note))\"", "---"]
        lines.append("flowchart TD")
        for (index, node) in nodes.enumerated() {
            let rows = node.rows.map { "<br>" + Self.mermaidText($0) }.joined()
            lines.append("  n\(index)[\"<b>\(Self.mermaidText(node.title))</b>\(rows)\"]")
        }
        for edge in soundEdges {
            let arrow = edge.isDashed ? "-.->" : "-->"
            let text = edge.lines.map { Self.mermaidText($0) }.joined(separator: "<br>")
            let label = text.isEmpty ? "" : "|\"\(text)\"|"
            lines.append("  n\(edge.source) \(arrow)\(label) n\(edge.target)")
        }
        for (index, node) in nodes.enumerated() where node.isEmphasized {
            lines.append("  style n\(index) stroke-width:3px")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Escapes the text of a label. Any character that may be special in Mermaid, Markdown or HTML is written as its
    /// number.
    private static func mermaidText(_ text: some StringProtocol) -> String {
        EscapedText.printable(text).unicodeScalars.reduce(into: "") { result, scalar in
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || " .:,-()[]+/→×…".unicodeScalars.contains(scalar)
            result += isPlain || scalar.value > 0x7F ? String(scalar) : "#\(scalar.value);"
        }
    }
}
