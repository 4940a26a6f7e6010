// The values of an archive as text, for programs that inspect all of them.

extension ArchiveRecords {
    /// Returns a value that contains no other values as printable text, with strings in quotation marks, and dates and UUIDs
    /// in their usual form.
    package func text(of value: ArchivedValue, limit: Int?) -> String {
        switch value.kind {
        case .nil: "nil"
        case .end: ""
        case .binary: "<\(value.end - value.payloadStart) bytes>"
        case .reference, .conditionalReference: "#\(value.number)"
        case .composite, .sequence, .map, .some, .typed: ""
        case .boolean, .number, .string, .packed:
            readableText(of: value)
                ?? withPayload(of: value) { ValueFormatter.value(value.tag, $0, limit: limit) }
        }
    }

    /// Returns a value with the fields `red`, `green` and `blue`, from 0 to 1, as the web writes colors: `#FF8000`; `nil` for
    /// all others.
    package func color(_ position: Int, in values: [ArchivedValue]) -> String? {
        var parts: [String: Double] = [:]
        var next = position + 1
        for _ in 0..<RecognizedValue.colorValueCount where next < values[position].next {
            if values[next].kind == .number {
                parts[key(of: values[next])] = Double(text(of: values[next], limit: nil))
            }
            next = values[next].next
        }
        let levels = ["red", "green", "blue"].compactMap { parts[$0] }
        guard levels.count == 3, levels.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
        return "#"
            + levels.map { String(0x100 + Int(($0 * 255).rounded()), radix: 16, uppercase: true).dropFirst() }.joined()
    }

    /// Returns a value with a known form that is not in the archive, such as that of a UUID; `nil` for all others.
    package func readableText(of value: ArchivedValue) -> String? {
        withPayload(of: value) { RecognizedValue.text(value.tag, $0, isDate: RecognizedValue.isDate(key(of: value))) }
    }

    private func withPayload<Result>(of value: ArchivedValue, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withBytes { body(UnsafeRawBufferPointer(rebasing: $0[value.payloadStart..<value.end])) }
    }

    private func key(of value: ArchivedValue) -> String { directory.key(value.key) ?? "" }
}
