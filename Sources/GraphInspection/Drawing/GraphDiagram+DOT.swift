import GraphCodable

extension GraphDiagram {
    /// Returns the diagram in the Graphviz language, `https://graphviz.org/doc/info/lang.html`.
    ///
    /// ```
    /// graphz graph --format dot team.graphz | dot -Tpdf -o team.pdf
    /// ```
    ///
    /// - Returns: The Graphviz document.
    /// - Complexity: O(*n*) for *n* characters.
    public func dot() -> String {
        var lines = [
            "digraph graph_of_objects {",
            "  graph [label=\"\(Self.dotText(note.isEmpty ? title : "\(title). \(note)"))\", labelloc=t];",
            "  node [shape=box, style=rounded, fontname=\"monospace\", fontsize=11];",
            "  edge [fontname=\"monospace\", fontsize=10];",
        ]
        for (index, node) in nodes.enumerated() {
            let text = ([node.title] + node.rows).map { Self.dotText($0) + "\\l" }.joined()
            lines.append("  n\(index) [label=\"\(text)\"\(node.isEmphasized ? ", penwidth=2" : "")];")
        }
        for edge in soundEdges {
            lines.append(
                "  n\(edge.source) -> n\(edge.target) [label=\"\(edge.lines.map(Self.dotText).joined(separator: "\\n"))\""
                    + "\(edge.isDashed ? ", style=dashed" : "")];")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    /// Escapes text for quotation marks. Graphviz has its own escapes, which begin with a backslash, and replaces HTML entities
    /// everywhere.
    private static func dotText(_ text: some StringProtocol) -> String {
        EscapedText.printable(text, replacing: ["\"": "\\\"", "\\": "\\\\", "&": "&amp;"])
    }
}
