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
            withBytes { archive in
                let payload = UnsafeRawBufferPointer(rebasing: archive[value.payloadStart..<value.end])
                return RecognizedValue.text(value.tag, payload, isDate: RecognizedValue.isDate(key(of: value)))
                    ?? ValueFormatter.value(value.tag, payload, limit: limit)
            }
        }
    }

    /// Returns a color as the web writes it, for a value of a record with the fields of one; `nil` for all others.
    package func color(_ position: Int, in values: [ArchivedValue]) -> String? {
        RecognizedValue.color(position, in: values) { (key(of: $0), text(of: $0, limit: nil)) }
    }

    /// Returns a value with a known form that is not in the archive, such as that of a UUID; `nil` for all others.
    package func readableText(of value: ArchivedValue) -> String? {
        withBytes { archive in
            RecognizedValue.text(
                value.tag, UnsafeRawBufferPointer(rebasing: archive[value.payloadStart..<value.end]),
                isDate: RecognizedValue.isDate(key(of: value)))
        }
    }

    private func key(of value: ArchivedValue) -> String {
        value.key == 0 ? "" : directory.keys[Int(value.key) - 1]
    }
}
