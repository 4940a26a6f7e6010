import GraphCodable

/// Creates the content of an object's box.
struct ObjectBox {
    private let graph: ObjectGraph
    private let maximumRowCount: Int
    private let maximumTextLength: Int

    init(_ graph: ObjectGraph, maximumRowCount: Int, maximumTextLength: Int) {
        self.graph = graph
        self.maximumRowCount = max(0, maximumRowCount)
        self.maximumTextLength = max(4, maximumTextLength)
    }

    /// - Parameters:
    ///   - values: The values of the object's record.
    ///   - isFirst: Whether the picture begins with the object.
    ///   - omittedReferenceCount: The number of references without an arrow.
    func node(
        _ object: UInt32, _ values: [ArchivedValue], isFirst: Bool, omittedReferenceCount: Int
    ) -> GraphDiagram.Node {
        // References and lists of references are shown as arrows.
        let fields = graph.fields(in: values, limit: maximumTextLength).filter { !$0.hasReferences }
        var rows = fields.prefix(maximumRowCount).map { field in
            ShortText.cut((field.key.map { "\($0): " } ?? "") + field.text, maximumTextLength + 8)
        }
        if fields.count > maximumRowCount {
            rows.append("… \(DecimalText.grouped(fields.count - maximumRowCount)) more fields")
        }
        if omittedReferenceCount > 0 {
            rows.append("→ \(DecimalText.grouped(omittedReferenceCount)) not shown")
        }
        let title = object == 0 ? graph.typeName(of: object) : "\(graph.typeName(of: object)) #\(object)"
        return GraphDiagram.Node(title: title, rows: rows, isEmphasized: isFirst)
    }
}
