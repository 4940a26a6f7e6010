/// The values other than nil that the types of an archive write.
///
/// A property that has a value in the graph is not written as nil, so keys that are always nil do not count.
struct WrittenValues {
    /// What the instances of a type write.
    struct Fields {
        /// All keys, whatever their values are.
        var keys: Set<String> = []
        /// The keys with a value in some instance.
        var keysWithValue: Set<String> = []
        /// The positions among the unkeyed values at which some instance has a value.
        var positionsWithValue: Set<Int> = []
    }

    /// The fields by the qualified name of their type.
    private(set) var fields: [String: Fields] = [:]
    private let summary: GraphArchiveSummary
    /// The containers around the next value. Those that are not composites have no type.
    private var containers: [(typeName: String?, unkeyedCount: Int)] = []

    /// - Complexity: O(*n*) for *n* bytes of the archive.
    init(of archive: GraphArchive) throws {
        summary = archive.summary
        try archive.records.readPieces { _, values in
            for value in values { add(value) }
        }
    }

    private mutating func add(_ value: ArchivedValue) {
        guard value.kind != .end else {
            containers.removeLast()
            return
        }
        if let container = containers.last, let typeName = container.typeName {
            if value.key > 0 {
                let key = summary.keys[Int(value.key) - 1]
                fields[typeName]?.keys.insert(key)
                if value.kind != .nil { fields[typeName]?.keysWithValue.insert(key) }
            } else {
                if value.kind != .nil { fields[typeName]?.positionsWithValue.insert(container.unkeyedCount) }
                containers[containers.count - 1].unkeyedCount += 1
            }
        }
        guard value.isContainer else { return }
        let typeName = value.kind == .composite ? summary.types[value.number].name : nil
        if let typeName, fields[typeName] == nil { fields[typeName] = Fields() }
        containers.append((typeName, 0))
    }
}
