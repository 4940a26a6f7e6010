import GraphCodable

/// Shows values in one short line, as people write them: `Point(x: 1, y: 2)`, `["a", "b", …]`, `→ #12`.
struct ValueText {
    /// How deep values inside others are shown.
    private static let maximumDepth = 4

    private let graph: ObjectGraph
    private let limit: Int

    /// - Parameter limit: How many characters are shown, more or less.
    init(_ graph: ObjectGraph, limit: Int) {
        self.graph = graph
        self.limit = limit
    }

    /// The text of a value of a record, printable.
    func text(of position: Int, in values: [ArchivedValue]) -> String {
        var text = ""
        append(position, values, depth: 0, to: &text)
        return text
    }

    // The depth is limited, and so is the recursion.
    private func append(_ position: Int, _ values: [ArchivedValue], depth: Int, to text: inout String) {
        let value = values[position]
        switch value.kind {
        case .some, .typed:
            guard depth < Self.maximumDepth else { return text += "…" }
            append(position + 1, values, depth: depth + 1, to: &text)
        case .composite:
            text += graph.shortTypeName(value.number)
            appendList(position, values, depth, "(", ")", to: &text)
        case .sequence: appendList(position, values, depth, "[", "]", to: &text)
        case .map: appendList(position, values, depth, "[", "]", to: &text)
        case .reference, .conditionalReference:
            text +=
                graph.contains(UInt32(clamping: value.number))
                ? "→ #\(value.number)" : "→ #\(value.number), not archived"
        default:
            text += graph.records.text(of: value, limit: max(8, limit - text.utf8.count))
        }
    }

    private func appendList(
        _ position: Int, _ values: [ArchivedValue], _ depth: Int, _ open: String, _ close: String,
        to text: inout String
    ) {
        let container = values[position]
        text += open
        defer { text += close }
        if container.kind == .map, container.number == 0 {
            text += ":"
        }
        var next = position + 1
        var index = 0
        while next < container.next {
            if index > 0 {
                text += container.kind == .map && !index.isMultiple(of: 2) ? ": " : ", "
            }
            guard depth < Self.maximumDepth, text.utf8.count < limit else { return text += "…" }
            if values[next].key != 0 {
                text += graph.keyName(values[next].key) + ": "
            }
            append(next, values, depth: depth + 1, to: &text)
            next = values[next].next
            index += 1
        }
    }
}
