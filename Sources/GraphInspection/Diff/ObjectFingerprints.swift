import GraphCodable

/// The fingerprints by which the objects of an archive can be recognized in another one.
struct ObjectFingerprints {
    /// The number of references within which other objects contribute to an object's fingerprint.
    private static let roundCount = 3

    /// The fingerprints of each object's own values and the types of the objects that it refers to.
    private(set) var own: [UInt64]
    /// The fingerprints that also include objects to which an object refers directly or indirectly.
    private(set) var deep: [UInt64] = []
    /// The identity of each object; 0 for none.
    private(set) var identities: [UInt64] = []

    init(_ graph: ObjectGraph, _ names: NameNumbering, side: Side, options: GraphDiffOptions) {
        own = Array(repeating: 0, count: graph.idCount)
        if !options.identityKeys.isEmpty {
            identities = Array(repeating: 0, count: graph.idCount)
        }
        let wanted = options.identityKeys.compactMap { key in
            graph.archive.summary.keys.firstIndex { $0.utf8.elementsEqual(key.utf8) }.map { UInt32($0 + 1) }
        }
        var record = FingerprintedRecord(graph, names, side: side)
        var identified = FingerprintedRecord(graph, names, side: side, keepsOrder: !options.ignoresOrder)
        let types = names.objectTypes[side]
        for id in 0..<graph.idCount {
            record.read(id) { UInt64(types[$0]) }
            own[id] = record.fingerprint
            if let field = Self.field(of: record.values, keys: wanted) {
                let key = names.keys[side][Int(record.values[field].key)]
                identified.read(id) { UInt64(types[$0]) }
                identities[id] = Fingerprint.of(
                    Fingerprint.of(UInt64(types[id]), UInt64(key)), identified.fingerprints[field])
            }
        }
        deep = Self.deepened(own, graph, names.keys[side])
    }

    /// Returns the position of the object's field whose key comes first in `keys`.
    private static func field(of values: [ArchivedValue], keys: [UInt32]) -> Int? {
        guard !keys.isEmpty, values.first?.kind == .composite else { return nil }
        var found: (rank: Int, position: Int)?
        for field in values.children(of: 0) {
            if let rank = keys.firstIndex(of: values[field].key), rank < found?.rank ?? .max,
                values[field].kind != .nil, !values[field].isReference
            {
                found = (rank, field)
            }
        }
        return found?.position
    }

    /// Performs a few rounds of color refinement: B. Weisfeiler and A. Leman, *The reduction of a graph to canonical
    /// form* (1968).
    private static func deepened(_ own: [UInt64], _ graph: ObjectGraph, _ keys: [UInt32]) -> [UInt64] {
        var current = own
        let (targets, fieldKeys, isConditional) = (graph.targets, graph.fieldKeys, graph.isConditional)
        for _ in 0..<roundCount {
            var next = own
            for id in own.indices {
                var sum: UInt64 = 0
                for position in targets.range(id) where !isConditional[position] {
                    let key = UInt64(keys[Int(fieldKeys[position])])
                    sum &+= Fingerprint.of(key, current[Int(targets.elements[position])])
                }
                next[id] = Fingerprint.of(own[id], sum)
            }
            current = next
        }
        return current
    }

    /// Returns the identities that are unique in their archive. Others don't identify an object.
    static func uniqueIdentities(_ fingerprints: Sides<ObjectFingerprints>) -> Sides<[UInt64]> {
        var repeated: Set<UInt64> = []
        for side in [fingerprints.old, fingerprints.new] {
            var found: Set<UInt64> = []
            for identity in side.identities where identity != 0 && !found.insert(identity).inserted {
                repeated.insert(identity)
            }
        }
        return fingerprints.map { $0.identities.map { repeated.contains($0) ? 0 : $0 } }
    }
}
