import GraphCodable

extension GraphDiagram {
    private struct Ends: Hashable {
        let source: Int32
        let target: Int32
    }

    /// Creates a diagram of types, with a box for each type of object.
    ///
    /// An arrow connects two types if objects of the first refer to objects of the second. It is labeled with the
    /// fields and the numbers of references.
    ///
    /// - Parameters:
    ///   - graph: The objects.
    ///   - maximumCount: The maximum number of types to show; the types with the most bytes are preferred.
    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references of the graph.
    public init(typesOf graph: ObjectGraph, maximumCount: Int = 100) {
        let census = TypeCensus(graph)
        let types = census.types.prefix(max(0, maximumCount))
        let omitted = census.types.count - types.count
        self.init(
            title: omitted == 0
                ? "Types of the objects: \(types.count)" : "\(types.count) of \(census.types.count) types",
            note: Self.note(omitting: omitted, "type"))
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
        let links = Dictionary(grouping: census.links) { Ends(source: $0.source, target: $0.target) }
        for (ends, links) in links.sorted(by: { ($0.key.source, $0.key.target) < ($1.key.source, $1.key.target) }) {
            guard let source = positions[ends.source], let target = positions[ends.target] else { continue }
            let lines = links.map { link in
                (link.key.isEmpty ? "" : ShortText.cut(link.key, 32) + " ") + "×\(DecimalText.grouped(link.count))"
            }
            edges.append(
                Edge(
                    from: source, to: target, label: lines.joined(separator: "\n"),
                    isDashed: links.allSatisfy(\.isConditional)))
        }
    }
}
