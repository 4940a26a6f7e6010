import GraphCodable

/// Finds the objects that have most fields in common.
struct FieldSimilarity {
    let graphs: Sides<ObjectGraph>
    let names: NameNumbering
    let fingerprints: Sides<ObjectFingerprints>

    /// Returns pairs of objects of the same type that have fields in common, those with most of them first. Of a long list,
    /// fields that many objects share don't count.
    func pairs(_ objects: Sides<[UInt32]>) -> [Sides<UInt32>] {
        guard !objects.old.isEmpty, !objects.new.isEmpty else { return [] }
        var holders: [UInt64: [Int]] = [:]
        for (place, object) in objects.new.enumerated() {
            for field in fieldFingerprints(.new, object) { holders[field, default: []].append(place) }
        }
        var scored: [(score: Int, old: Int, new: Int)] = []
        for (place, object) in objects.old.enumerated() {
            var scores: [Int: Int] = [:]
            let type = names.objectTypes.old[Int(object)]
            for field in fieldFingerprints(.old, object) {
                guard let those = holders[field], those.count <= 16 || objects.old.count * those.count <= 1_024 else {
                    continue
                }
                for other in those where names.objectTypes.new[Int(objects.new[other])] == type {
                    scores[other, default: 0] += 1
                }
            }
            scored += scores.map { ($0.value, place, $0.key) }
        }
        return scored.sorted { (-$0.score, $0.old, $0.new) < (-$1.score, $1.old, $1.new) }
            .map { Sides(old: objects.old[$0.old], new: objects.new[$0.new]) }
    }

    /// Returns the fingerprints of an object's fields, including their keys.
    private func fieldFingerprints(_ side: Side, _ object: UInt32) -> Set<UInt64> {
        var record = FingerprintedRecord(graphs[side], names, side: side)
        record.read(Int(object)) { fingerprints[side].own[$0] }
        guard record.values.first?.kind == .composite else { return [] }
        return Set(
            record.values.children(of: 0).map { field in
                Fingerprint.of(UInt64(names.keys[side][Int(record.values[field].key)]), record.fingerprints[field])
            })
    }
}
