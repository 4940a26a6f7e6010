/// Descriptions of values that only their types can read, collected while a graph is encoded to be dumped.
struct BinaryDescriptions {
    /// For each record, the descriptions in the order of the values.
    private(set) var byRecord: [UInt32: [String]] = [:]
    /// The record that is being written.
    var record: UInt32 = 0
    /// The maximum number of characters to keep of a description.
    let limit: Int?

    mutating func add(_ text: String) {
        byRecord[record, default: []].append(truncated(text))
    }

    private func truncated(_ text: String) -> String {
        guard let limit, let shown = EscapedText.beginning(of: text, characters: limit) else {
            return EscapedText.escaped(text)
        }
        return EscapedText.escaped(shown) + "…"
    }
}

extension EncodingSession {
    /// Keeps a description of a value that is about to be written with ``Tag/binary``, if the archive will be dumped.
    func describeBinary<Value>(_ value: Value) throws {
        guard binaryDescriptions != nil else { return }
        let text = try callUserCode { String(describing: value) }
        binaryDescriptions?.add(text)
    }
}
