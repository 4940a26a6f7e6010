import GraphCodable

extension GraphDiagram {
    /// Creates a diagram of objects, with a box for each object and an arrow for each reference.
    ///
    /// Dashed arrows are conditional references. The first object has a thick border.
    ///
    /// ```swift
    /// let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(team) as Bytes))
    /// try GraphDiagram(objectsOf: graph).svg().write(toFile: "team.svg", atomically: true, encoding: .utf8)
    /// ```
    ///
    /// - Parameters:
    ///   - graph: The objects.
    ///   - selection: The objects to show.
    ///   - maximumRowCount: The number of fields to show for each object.
    ///   - maximumTextLength: The number of characters to show of a field's value, at least 4.
    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references of the graph.
    public init(
        objectsOf graph: ObjectGraph, selection: GraphSelection = GraphSelection(), maximumRowCount: Int = 8,
        maximumTextLength: Int = 32
    ) {
        let (objects, omittedCount) = selection.objects(of: graph)
        self.init(
            title: omittedCount == 0
                ? "A graph of \(DecimalText.counted(objects.count, "object"))"
                : "\(DecimalText.grouped(objects.count)) of \(DecimalText.counted(objects.count + omittedCount, "object"))",
            note: Self.note(omitting: omittedCount, "object"))
        let positions = Dictionary(uniqueKeysWithValues: objects.enumerated().map { ($1, $0) })
        let maximumTextLength = min(max(4, maximumTextLength), 1 << 30)
        for (position, object) in objects.enumerated() {
            let values = graph.labels.values(of: object, limit: Self.maximumValueCount)
            let drawn = graph.references(from: object, in: values).filter { positions[$0.target] != nil }
            var rows = Self.rows(
                graph.fields(in: values, limit: maximumTextLength), maximumRowCount, maximumTextLength)
            let hiddenCount = graph.targets.range(Int(object)).count - drawn.count
            if hiddenCount > 0 {
                rows.append("→ \(DecimalText.grouped(hiddenCount)) not shown")
            }
            let number = object == 0 ? "" : " #\(object)"
            nodes.append(
                Node(
                    title: graph.typeName(of: object) + number, rows: rows,
                    isEmphasized: object == selection.root ?? graph.root))
            addEdges(drawn, from: position, positions, maximumTextLength)
        }
    }

    /// Returns the fields that are no references, which are shown as arrows.
    private static func rows(_ fields: [ObjectField], _ maximumCount: Int, _ maximumLength: Int) -> [String] {
        let fields = fields.filter { !$0.hasReferences }
        let count = max(0, maximumCount)
        let rows = fields.prefix(count).map { field in
            ShortText.cut((field.key.map { "\(ShortText.label($0)): " } ?? "") + field.text, maximumLength + 8)
        }
        return fields.count > count ? rows + ["… \(DecimalText.grouped(fields.count - count)) more fields"] : rows
    }

    /// Adds an arrow for each reference, or a single one if there are many to the same object.
    private mutating func addEdges(
        _ references: [ObjectReference], from position: Int, _ positions: [UInt32: Int], _ maximumTextLength: Int
    ) {
        struct Bundle: Hashable {
            let target: UInt32
            let isConditional: Bool
        }
        let bundles = references.map { Bundle(target: $0.target, isConditional: $0.isConditional) }
        let counts = Dictionary(bundles.map { ($0, 1) }, uniquingKeysWith: +)
        var drawn: Set<Bundle> = []
        for (reference, bundle) in zip(references, bundles) {
            let count = counts[bundle] ?? 1
            var label = ShortText.cut(reference.path, maximumTextLength)
            if count > Self.maximumParallelCount {
                guard drawn.insert(bundle).inserted else { continue }
                label += ", … ×\(DecimalText.grouped(count))"
            }
            edges.append(
                Edge(
                    from: position, to: positions[reference.target] ?? position, label: label,
                    isDashed: reference.isConditional))
        }
    }

    /// How many values of an object are looked at. Each takes 32 bytes of memory.
    private static let maximumValueCount = 1 << 20

    /// The maximum number of arrows between two boxes.
    private static let maximumParallelCount = 4
}
