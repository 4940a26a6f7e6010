import GraphCodable

/// A type that cannot be hashed. It is decoded as a value, an element of an array, and an optional.
struct PlainSubject<Value: GCodable>: ValueSubject {
    let keys: [String]
    let likely: [ArchiveWriter.Kind]

    var name: String { "\(Value.self)" }

    init(_ likely: ArchiveWriter.Kind..., keys: [String] = []) {
        self.keys = keys
        self.likely = likely
    }

    func run(_ writer: inout ArchiveWriter, _ policy: GraphDecodingPolicy) {
        switch writer.choose(3) {
        case 0: Self.decode(Value.self, writer.archive(), policy)
        case 1: Self.decode([Value].self, writer.archiveOfSequence(), policy)
        default: Self.decode(Value?.self, writer.archive(), policy)
        }
    }
}
