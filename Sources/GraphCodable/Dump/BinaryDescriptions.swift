/// What the values that only their types can read look like, kept while a graph is encoded to be dumped.
struct BinaryDescriptions {
    /// For each record, the descriptions in the order in which the values stand in it.
    private(set) var byRecord: [UInt32: [String]] = [:]
    /// The record that is being written.
    var record: UInt32 = 0
    /// How many characters of a description are kept.
    let limit: Int?

    init(limit: Int?) {
        self.limit = limit
    }

    mutating func add(_ text: String) {
        byRecord[record, default: []].append(DumpText.truncated(text, limit: limit))
    }
}

extension EncodingSession {
    /// Keeps a description of a value that is about to be written with ``Tag/binary``, if the archive is to be dumped.
    func describeBinary<Value>(_ value: Value) throws {
        guard binaryDescriptions != nil else { return }
        let text = try callOut { String(describing: value) }
        binaryDescriptions?.add(text)
    }
}
