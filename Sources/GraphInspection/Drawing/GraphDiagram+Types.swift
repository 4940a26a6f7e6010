import GraphCodable

extension GraphDiagram {
    /// Creates a diagram of types, with a box for each type of object.
    ///
    /// An arrow connects two types if objects of the first refer to objects of the second. It is labeled with up to six
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
                        DecimalText.counted(type.count, "object"), "\(DecimalText.grouped(type.byteCount)) bytes",
                    ], isEmphasized: type.isRoot))
        }
        // The fields of the last arrow.
        var lines: [String] = []
        for (link, count) in census.links {
            guard let source = positions[link.source], let target = positions[link.target] else { continue }
            let key = link.key == 0 ? "" : ShortText.label(graph.labels.keyName(link.key))
            let line = (key.isEmpty ? "" : ShortText.cut(key, 32) + " ") + "×\(DecimalText.grouped(count))"
            if let last = edges.indices.last, edges[last].source == source, edges[last].target == target {
                lines.append(line)
                edges[last].label = Self.label(lines)
                edges[last].isDashed = edges[last].isDashed && link.isConditional
            } else {
                lines = [line]
                edges.append(Edge(from: source, to: target, label: line, isDashed: link.isConditional))
            }
        }
    }

    /// Returns the first lines, and how many more there are.
    private static func label(_ lines: [String]) -> String {
        let shown = lines.prefix(maximumFieldCount)
        let more = lines.count - shown.count
        return (shown + (more > 0 ? ["… and \(DecimalText.grouped(more)) more"] : [])).joined(separator: "\n")
    }

    /// The maximum number of fields at an arrow.
    private static let maximumFieldCount = 6
}
