import GraphCodable

/// A type that is decoded as a value, an element of an array and of a set, a key, and an optional.
struct HashableSubject<Value: GCodable & Hashable>: ValueSubject {
    let keys: [String]
    let likely: [ArchiveWriter.Kind]

    var name: String { "\(Value.self)" }

    init(_ likely: ArchiveWriter.Kind..., keys: [String] = []) {
        self.keys = keys
        self.likely = likely
    }

    func run(_ writer: inout ArchiveWriter, _ policy: GraphDecodingPolicy) {
        switch writer.choose(6) {
        case 0: compare(Self.decode(Value.self, writer.archive(), policy))
        case 1: compare(Self.decode([Value].self, writer.archiveOfSequence(), policy))
        case 2: compare(Self.decode(Value?.self, writer.archive(), policy))
        case 3: Self.decode(Set<Value>.self, writer.archiveOfSequence(), policy)
        case 4: Self.decode([Value: Int].self, writer.archiveOfMap(), policy)
        default: compare(Self.decode([Value?].self, writer.archiveOfSequence(), policy))
        }
    }

    private func compare<Root: GCodable & Equatable>(_ values: (first: Root, second: Root)?) {
        guard let values, values.first != values.second else { return }
        // What holds a NaN equals nothing. Its archives are the same. Descriptions are not asked for: that of a `Date` traps then.
        let archives = [values.first, values.second].map { try? GraphEncoder().encode($0) as Bytes }
        // Sorted, because the elements of a set come in any order.
        guard archives[0]?.sorted() != archives[1]?.sorted() else { return }
        fatalError("A value of \(Root.self) has become another one.")
    }
}
