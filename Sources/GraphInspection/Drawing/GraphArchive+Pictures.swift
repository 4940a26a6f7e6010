import GraphCodable

extension GraphArchive {
    /// Returns a picture of the objects in the archive, as an SVG document.
    ///
    /// Arrows are references; dashed arrows are conditional references. The first object has a thick border.
    ///
    /// ```swift
    /// let archive = try GraphArchive(GraphEncoder().encode(team) as Bytes)
    /// try archive.svg().write(toFile: "team.svg", atomically: true, encoding: .utf8)
    /// ```
    ///
    /// - Parameter selection: The objects to show; by default up to 40, those nearest to the root.
    /// - Returns: The SVG document.
    /// - Throws: `GraphCodableError` with the code `malformed` or `depthExceeded` if a record violates the rules of the
    ///   format.
    /// - Complexity: O(*n*) for *n* bytes of the archive, in addition to the layout; see ``GraphDiagram/svg()``.
    public func svg(_ selection: GraphSelection = GraphSelection()) throws(GraphCodableError) -> String {
        try diagram(selection).svg()
    }

    /// Returns the objects in the archive in the Graphviz language.
    ///
    /// ```swift
    /// print(try archive.dot(GraphSelection(maximumDepth: 3)))
    /// ```
    ///
    /// - Parameter selection: The objects to show; by default up to 40, those nearest to the root.
    /// - Returns: The Graphviz document.
    /// - Throws: The errors of ``svg(_:)``.
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    public func dot(_ selection: GraphSelection = GraphSelection()) throws(GraphCodableError) -> String {
        try diagram(selection).dot()
    }

    /// Returns the objects in the archive in the Mermaid language, for Markdown.
    ///
    /// ```swift
    /// print("```mermaid\n\(try archive.mermaid(GraphSelection(types: ["Person"])))```")
    /// ```
    ///
    /// - Parameter selection: The objects to show; by default up to 40, those nearest to the root.
    /// - Returns: The Mermaid document.
    /// - Throws: The errors of ``svg(_:)``.
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    public func mermaid(_ selection: GraphSelection = GraphSelection()) throws(GraphCodableError) -> String {
        try diagram(selection).mermaid()
    }

    private func diagram(_ selection: GraphSelection) throws(GraphCodableError) -> GraphDiagram {
        GraphDiagram(objectsOf: try ObjectGraph(self), selection: selection)
    }
}
