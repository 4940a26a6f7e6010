import GraphCodable

extension GraphDiagram {
    /// A diagram of classes, with a box for each type of object and an arrow for each field through which objects of one
    /// type refer to those of another.
    ///
    /// - Parameters:
    ///   - graph: The objects.
    ///   - maximumCount: The most types to show; those with the most bytes are taken.
    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references of the graph.
    public init(typesOf graph: ObjectGraph, maximumCount: Int = 100) {
        let census = TypeCensus(graph)
        let types = census.types.prefix(max(0, maximumCount))
        let omitted = census.types.count - types.count
        self.init(
            title: omitted == 0
                ? "The \(types.count) types of the objects" : "\(types.count) of \(census.types.count) types")
        let positions = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1.key, $0) })
        for type in types {
            nodes.append(
                Node(
                    title: type.name,
                    rows: [
                        "\(DecimalText.grouped(type.count)) \(type.count == 1 ? "object" : "objects")",
                        "\(DecimalText.grouped(type.byteCount)) bytes",
                    ], isEmphasized: type.isRoot))
        }
        for link in census.links {
            guard let source = positions[link.source], let target = positions[link.target] else { continue }
            let key = link.key.isEmpty ? "" : Self.cut(link.key, 32) + " "
            edges.append(
                Edge(
                    from: source, to: target, label: "\(key)×\(DecimalText.grouped(link.count))",
                    isDashed: link.isConditional))
        }
        if omitted > 0 {
            nodes.append(Node(title: "…", rows: ["\(omitted) more types"]))
        }
    }
}
