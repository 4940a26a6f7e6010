import GraphCodable

extension [ArchivedValue] {
    /// Returns the positions of the values directly inside the one at a position of a record's list.
    func children(of container: Int) -> UnfoldSequence<Int, Int> {
        let end = self[container].next
        return sequence(state: container + 1) { next in
            guard next < end else { return nil }
            defer { next = self[next].next }
            return next
        }
    }

    /// The positions of the fields of a record: of the value itself, unless that is a composite.
    var fields: [Int] { first?.kind == .composite ? Array<Int>(children(of: 0)) : Array<Int>(indices.prefix(1)) }
}
