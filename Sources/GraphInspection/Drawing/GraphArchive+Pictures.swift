import GraphCodable

extension GraphArchive {
    /// A picture of the objects in the archive, as an SVG document.
    ///
    /// Arrows are references, dashed ones conditional references. The root has a thick border.
    ///
    /// ```swift
    /// let archive = try GraphArchive(GraphEncoder().encode(team) as Bytes)
    /// try archive.svg().write(toFile: "team.svg", atomically: true, encoding: .utf8)
    /// ```
    ///
    /// - Parameter selection: Which objects to show; up to 300, those nearest to the root, by default.
    /// - Throws: `GraphCodableError` with the code `malformed` or `depthExceeded` when a record breaks the rules of the format.
    /// - Complexity: O(*n*) for *n* bytes of the archive, and the layout of what is shown; see ``GraphDiagram/svg()``.
    public func svg(_ selection: GraphSelection = GraphSelection()) throws(GraphCodableError) -> String {
        try diagram(selection).svg()
    }

    /// The objects in the archive in the language of Graphviz.
    ///
    /// ```swift
    /// print(try archive.dot(GraphSelection(maximumDepth: 3)))
    /// ```
    ///
    /// - Parameter selection: Which objects to show; up to 300, those nearest to the root, by default.
    /// - Throws: As ``svg(_:)``.
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    public func dot(_ selection: GraphSelection = GraphSelection()) throws(GraphCodableError) -> String {
        try diagram(selection).dot()
    }

    /// The objects in the archive in the language of Mermaid, for Markdown.
    ///
    /// ```swift
    /// print("```mermaid\n\(try archive.mermaid(GraphSelection(types: ["Person"])))```")
    /// ```
    ///
    /// - Parameter selection: Which objects to show; up to 300, those nearest to the root, by default.
    /// - Throws: As ``svg(_:)``.
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    public func mermaid(_ selection: GraphSelection = GraphSelection()) throws(GraphCodableError) -> String {
        try diagram(selection).mermaid()
    }

    private func diagram(_ selection: GraphSelection) throws(GraphCodableError) -> GraphDiagram {
        GraphDiagram(objectsOf: try ObjectGraph(self), selection: selection)
    }
}
