import GraphCodable

/// Matches the objects of two archives.
///
/// Objects with the same identity are matched first. Then objects are matched whose contents and references, or whose
/// contents alone, are unique in both archives. Starting from these pairs, the references in the same field of matched
/// objects are matched if they are equal. Then equal objects are matched wherever they are; then, starting from all
/// pairs again, the most similar objects of the same type in the same field, and those in the same place. Objects that
/// are left, such as those that nothing refers to any more, are matched if they are equal but for lost references.
struct ObjectMatching {
    static let none = UInt32.max

    private let graphs: Sides<ObjectGraph>
    private let records: Sides<ArchiveRecords>
    private let fingerprints: Sides<ObjectFingerprints>
    private let names: NameNumbering
    /// The identity of each object, if it is unique in the archive; else 0. Empty if no object has one.
    private let identities: Sides<[UInt64]>
    /// For each object, the matching object of the other archive; ``none`` if there is none.
    private(set) var partners: Sides<[UInt32]>
    /// All matched pairs. The references of those up to `nextPair` have been matched if they are equal.
    private var pairs: [Sides<UInt32>] = []
    private var nextPair = 0

    /// - Complexity: O(*n* log *n*) for archives of *n* bytes, if few objects refer to the same objects without a partner.
    init(_ graphs: Sides<ObjectGraph>, _ names: NameNumbering, _ fingerprints: Sides<ObjectFingerprints>) {
        self.graphs = graphs
        records = graphs.map(\.records)
        self.names = names
        self.fingerprints = fingerprints
        identities = Self.uniqueIdentities(fingerprints)
        partners = graphs.map { Array(repeating: Self.none, count: $0.idCount) }
        run()
    }

    /// Returns the identities that are unique in their archive. Others don't identify an object.
    private static func uniqueIdentities(_ fingerprints: Sides<ObjectFingerprints>) -> Sides<[UInt64]> {
        var repeated: Set<UInt64> = []
        for side in [fingerprints.old, fingerprints.new] {
            var found: Set<UInt64> = []
            for identity in side.identities where identity != 0 && !found.insert(identity).inserted {
                repeated.insert(identity)
            }
        }
        return fingerprints.map { $0.identities.map { repeated.contains($0) ? 0 : $0 } }
    }

    private mutating func run() {
        match(0, 0)
        let roots = graphs.map(\.root)
        if roots.old != 0, roots.new != 0, commonType(.old, roots.old) == commonType(.new, roots.new),
            identity(.old, roots.old) == identity(.new, roots.new)
        {
            match(roots.old, roots.new)
        }
        if !identities.old.isEmpty, !identities.new.isEmpty {
            match(
                identities.map { side in
                    side.enumerated().compactMap { id, identity in identity == 0 ? nil : (UInt32(id), identity) }
                })
        }
        matchUnique(fingerprints.map(\.deep))
        matchUnique(fingerprints.map(\.own))
        followEqual()
        matchEverywhere(fingerprints.map(\.own))
        followEqual()
        followAlike()
        guard Side.allCases.allSatisfy({ side in partners[side].indices.contains { isOpen(side, $0) } }) else { return }
        let rest = Sides { contents($0) }
        matchEverywhere(rest)
        followEqual()
    }

    /// Matches the equal references of matched objects.
    private mutating func followEqual() {
        while nextPair < pairs.count {
            matchReferences(of: pairs[nextPair], onlyEqual: true)
            nextPair += 1
        }
    }

    /// Matches similar references of matched objects. New pairs may make others equal, which are preferred.
    private mutating func followAlike() {
        var next = 0
        while next < pairs.count {
            matchReferences(of: pairs[next], onlyEqual: false)
            followEqual()
            next += 1
        }
    }

    private mutating func match(_ old: UInt32, _ new: UInt32) {
        guard partners.old[Int(old)] == Self.none, partners.new[Int(new)] == Self.none else { return }
        partners.old[Int(old)] = new
        partners.new[Int(new)] = old
        pairs.append(Sides(old: old, new: new))
    }

    /// Matches objects with equal keys, in their order.
    private mutating func match(_ keyed: Sides<[Keyed]>) {
        var waiting: [UInt64: [UInt32]] = [:]
        for (object, key) in keyed.new.reversed() {
            waiting[key, default: []].append(object)
        }
        for (object, key) in keyed.old {
            if let partner = waiting[key]?.popLast() { match(object, partner) }
        }
    }

    private typealias Keyed = (object: UInt32, key: UInt64)

    /// Returns those of some objects that may match by their contents or place and have a fingerprint; 0 is none.
    private func open(_ side: Side, _ objects: some Sequence<UInt32>, _ fingerprints: [UInt64]) -> [Keyed] {
        objects.compactMap { object in
            let fingerprint = fingerprints[Int(object)]
            return fingerprint != 0 && isOpen(side, Int(object)) ? (object, fingerprint) : nil
        }
    }

    /// The objects of an archive without the root value.
    private func objects(_ side: Side) -> Range<UInt32> { 1..<max(1, UInt32(partners[side].count)) }

    /// Returns the identity of an object; 0 for none.
    private func identity(_ side: Side, _ object: UInt32) -> UInt64 {
        identities[side].isEmpty ? 0 : identities[side][Int(object)]
    }

    private func commonType(_ side: Side, _ object: UInt32) -> UInt32 {
        names.objectTypes[side][Int(object)]
    }

    /// Whether an object has no partner yet, and may match by its contents or place.
    private func isOpen(_ side: Side, _ id: Int) -> Bool {
        partners[side][id] == Self.none && identity(side, UInt32(id)) == 0 && records[side].byteRange(of: id) != nil
    }

    /// Matches the objects whose fingerprint is unique in each archive. 0 is no fingerprint.
    private mutating func matchUnique(_ fingerprints: Sides<[UInt64]>) {
        let unique = Sides { side in
            // Objects with the same fingerprint are ambiguous.
            let found = open(side, objects(side), fingerprints[side]).map { ($0.key, $0.object) }
            return Dictionary(found, uniquingKeysWith: { _, _ in Self.none })
        }
        for (id, fingerprint) in fingerprints.old.enumerated().dropFirst() where unique.old[fingerprint] == UInt32(id) {
            if let new = unique.new[fingerprint], new != Self.none { match(UInt32(id), new) }
        }
    }

    /// Matches objects with equal fingerprints wherever they are: those with the same number first, then in order. 0 is
    /// no fingerprint.
    private mutating func matchEverywhere(_ fingerprints: Sides<[UInt64]>) {
        for (id, fingerprint) in open(.new, objects(.new), fingerprints.new)
        where id < partners.old.count && isOpen(.old, Int(id)) && fingerprints.old[Int(id)] == fingerprint {
            match(id, id)
        }
        match(Sides { open($0, objects($0), fingerprints[$0]) })
    }

    /// Returns the fingerprints of the objects without a partner, without what they refer to; 0 for all others, and for
    /// those of nothing but references.
    private func contents(_ side: Side) -> [UInt64] {
        var found: [UInt64] = Array(repeating: 0, count: partners[side].count)
        var maker = ValueFingerprints(names, side: side, ignoresReferences: true)
        var values: [ArchivedValue] = []
        records[side].withBytes { archive in
            for id in found.indices.dropFirst() where isOpen(side, id) {
                try? records[side].readValues(of: id, into: &values)
                guard !values.isEmpty else { continue }
                maker.make(of: values, archive) { _ in 0 }
                found[id] = maker.fingerprints[0]
            }
        }
        return found
    }

    /// Matches the references of two matched objects.
    private mutating func matchReferences(of pair: Sides<UInt32>, onlyEqual: Bool) {
        guard Side.allCases.allSatisfy({ hasOpenTarget($0, pair[$0]) }) else { return }
        let (old, new) = (openTargets(.old, pair.old), openTargets(.new, pair.new))
        for (field, oldTargets) in old.sorted(by: { $0.key < $1.key }) {
            guard let newTargets = new[field] else { continue }
            if onlyEqual {
                let targets = Sides(old: oldTargets, new: newTargets)
                match(Sides { open($0, targets[$0], fingerprints[$0].deep) })
                match(Sides { open($0, targets[$0], fingerprints[$0].own) })
            } else {
                matchAlike(oldTargets, newTargets)
            }
        }
    }

    private func hasOpenTarget(_ side: Side, _ object: UInt32) -> Bool {
        graphs[side].targets[Int(object)].contains { partners[side][Int($0)] == Self.none }
    }

    /// Returns the unmatched objects to which an object refers, by field, each once for a field and in order.
    private func openTargets(_ side: Side, _ object: UInt32) -> [UInt32: [UInt32]] {
        var found: [UInt32: [UInt32]] = [:]
        var seen: Set<UInt64> = []
        let (targets, fieldKeys) = (graphs[side].targets, graphs[side].fieldKeys)
        for position in targets.range(Int(object)) {
            let target = targets.elements[position]
            let field = names.keys[side][Int(fieldKeys[position])]
            guard partners[side][Int(target)] == Self.none,
                seen.insert(UInt64(field) << 32 | UInt64(target)).inserted
            else { continue }
            found[field, default: []].append(target)
        }
        return found
    }

    /// Matches objects of the same type.
    private mutating func matchAlike(_ old: [UInt32], _ new: [UInt32]) {
        var candidates = Sides(
            old: old.filter { isOpen(.old, Int($0)) },
            new: new.filter { isOpen(.new, Int($0)) }
        )
        // Only objects of one type match, and reading the others could take long.
        let types = Set(candidates.old.map { commonType(.old, $0) }).intersection(
            candidates.new.map { commonType(.new, $0) })
        candidates.old.removeAll { !types.contains(commonType(.old, $0)) }
        candidates.new.removeAll { !types.contains(commonType(.new, $0)) }
        if candidates.old.count != candidates.new.count {
            matchMostAlike(candidates.old, candidates.new)
            candidates.old.removeAll { partners.old[Int($0)] != Self.none }
            candidates.new.removeAll { partners.new[Int($0)] != Self.none }
        }
        match(Sides { side in candidates[side].map { ($0, UInt64(commonType(side, $0))) } })
    }

    /// Matches the objects that have most fields in common. Of a long list, fields that many objects share don't count.
    private mutating func matchMostAlike(_ old: [UInt32], _ new: [UInt32]) {
        guard !old.isEmpty, !new.isEmpty else { return }
        var holders: [UInt64: [Int]] = [:]
        for (place, object) in new.enumerated() {
            for field in fieldFingerprints(.new, object) { holders[field, default: []].append(place) }
        }
        var scored: [(score: Int, old: Int, new: Int)] = []
        for (place, object) in old.enumerated() {
            var scores: [Int: Int] = [:]
            let type = commonType(.old, object)
            for field in fieldFingerprints(.old, object) {
                guard let those = holders[field], those.count <= 16 || old.count * those.count <= 1_024 else {
                    continue
                }
                for other in those where commonType(.new, new[other]) == type {
                    scores[other, default: 0] += 1
                }
            }
            scored += scores.map { ($0.value, place, $0.key) }
        }
        for pair in scored.sorted(by: { (-$0.score, $0.old, $0.new) < (-$1.score, $1.old, $1.new) }) {
            match(old[pair.old], new[pair.new])
        }
    }

    /// Returns the fingerprints of an object's fields, including their keys.
    private func fieldFingerprints(_ side: Side, _ object: UInt32) -> Set<UInt64> {
        let values = graphs[side].labels.values(of: object)
        guard values.first?.kind == .composite else { return [] }
        var maker = ValueFingerprints(names, side: side)
        records[side].withBytes { archive in
            maker.make(of: values, archive) { target in
                target < fingerprints[side].own.count ? fingerprints[side].own[target] : 0
            }
        }
        return Set(
            values.children(of: 0).map { field in
                Fingerprint.of(UInt64(names.keys[side][Int(values[field].key)]), maker.fingerprints[field])
            })
    }
}
