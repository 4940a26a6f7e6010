import GraphCodable

/// The positions of the values directly inside another one, in the list of a record's values.
struct ChildPositions: Sequence, IteratorProtocol {
    private let values: [ArchivedValue]
    private var position: Int
    private let end: Int

    fileprivate init(_ values: [ArchivedValue], in container: Int) {
        (self.values, position, end) = (values, container + 1, values[container].next)
    }

    mutating func next() -> Int? {
        guard position < end else { return nil }
        defer { position = values[position].next }
        return position
    }
}

extension [ArchivedValue] {
    /// Returns the positions of the values directly inside the one at a position.
    func children(of container: Int) -> ChildPositions { ChildPositions(self, in: container) }

    /// The positions of the fields of a record: of the value itself, unless that is a composite.
    var fields: [Int] { first?.kind == .composite ? Array<Int>(children(of: 0)) : Array<Int>(indices.prefix(1)) }
}
