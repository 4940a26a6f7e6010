/// The values of a composite that have not been decoded.
struct UndecodedValues {
    /// Whether there are values, and none of the composite's has been decoded.
    let areAll: Bool
    private let extents: [(start: UnsafeRawPointer, end: UnsafeRawPointer)]

    init(_ table: FieldTable) {
        let present = table.fields.filter { !$0.isAbsent }
        let ends = present.dropFirst().map(\.position) + [table.end]
        extents = zip(present, ends).lazy.filter { !$0.0.isDecoded }.map { ($0.0.position, $0.1) }
        areAll = !present.isEmpty && extents.count == present.count
    }

    /// Returns whether a position lies in one of the values.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of values.
    func contains(_ position: UnsafeRawPointer) -> Bool {
        let index = extents.indices.bisect { extents[$0].end > position }
        return index < extents.count && extents[index].start <= position
    }
}
