import GraphCodable

/// Formats values in one short line, similar to source code: `Point(x: 1, y: 2)`, `["a", "b", …]`, `→ #12`.
struct ValueText {
    /// The maximum depth of nested values to show.
    private static let maximumDepth = 4

    let labels: ArchiveLabels
    /// The approximate number of characters to show.
    let limit: Int

    /// Returns the text of a value of a record, escaped for display.
    func text(of position: Int, in values: [ArchivedValue]) -> String {
        var text = ""
        append(position, values, depth: 0, to: &text)
        return text
    }

    // The depth limit also limits the recursion.
    private func append(_ position: Int, _ values: [ArchivedValue], depth: Int, to text: inout String) {
        let value = values[position]
        switch value.kind {
        case .some, .typed:
            // What is inside may be missing if only the first values of the record were read.
            guard depth < Self.maximumDepth, position + 1 < value.next else { return text += "…" }
            append(position + 1, values, depth: depth + 1, to: &text)
        case .composite:
            text += labels.typeName(value.number)
            appendList(position, values, depth, "(", ")", to: &text)
            if let color = labels.records.color(position, in: values) { text += " " + color }
        case .sequence, .map: appendList(position, values, depth, "[", "]", to: &text)
        case .reference, .conditionalReference:
            text +=
                labels.records.byteRange(of: value.number) != nil
                ? "→ #\(value.number)" : "→ #\(value.number), not archived"
        default:
            text += labels.records.text(of: value, limit: max(8, limit - text.utf8.count))
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
        for (index, child) in values.children(of: position).enumerated() {
            if index > 0 {
                text += container.kind == .map && !index.isMultiple(of: 2) ? ": " : ", "
            }
            guard depth < Self.maximumDepth, text.utf8.count < limit else { return text += "…" }
            if values[child].key != 0 {
                text += ShortText.label(labels.keyName(values[child].key)) + ": "
            }
            append(child, values, depth: depth + 1, to: &text)
        }
    }
}
