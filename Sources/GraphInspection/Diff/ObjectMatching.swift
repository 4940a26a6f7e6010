import GraphCodable

/// Matches the objects of two archives.
///
/// Objects with the same identity are matched first. Then objects are matched whose contents and references, or whose
/// contents alone, are unique in both archives. Starting from these pairs, the references in the same field of matched
/// objects are matched: equal objects first, then the most similar objects of the same type, then those in the same
/// place.
struct ObjectMatching {
    static let none = UInt32.max

    private let graphs: [ObjectGraph]
    private let records: [ArchiveRecords]
    private let targets: [ReferenceLists]
    private let prints: [ObjectFingerprints]
    /// The common type number of each object.
    private let types: [[UInt32]]
    private let names: CommonNames
    /// The identity of each object, if it is unique in the archive.
    private let identities: [[UInt64?]]
    /// For each object of the old and the new archive, the matching object.
    private(set) var partners: [[UInt32]]
    /// Matched pairs whose references have not been matched yet.
    private var fresh: [(old: UInt32, new: UInt32)] = []

    init(_ graphs: [ObjectGraph], _ names: CommonNames, _ prints: [ObjectFingerprints]) {
        self.graphs = graphs
        records = graphs.map(\.records)
        targets = graphs.map(\.targets)
        self.names = names
        self.prints = prints
        identities = Self.uniqueIdentities(prints)
        types = (0...1).map { side in
            graphs[side].types.map { $0 == ObjectGraph.noType ? 0 : names.types[side][Int($0)] }
        }
        partners = graphs.map { Array(repeating: Self.none, count: $0.idCount) }
    }

    /// Returns the identities that are unique in their archive. Others don't identify an object.
    private static func uniqueIdentities(_ prints: [ObjectFingerprints]) -> [[UInt64?]] {
        var repeated: Set<UInt64> = []
        for side in prints {
            var found: Set<UInt64> = []
            for identity in side.identities.lazy.compactMap(\.self) where !found.insert(identity).inserted {
                repeated.insert(identity)
            }
        }
        return prints.map { $0.identities.map { $0.flatMap { repeated.contains($0) ? nil : $0 } } }
    }

    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references.
    mutating func run() {
        join(0, 0)
        let roots = graphs.map(\.root)
        if roots[0] != 0, roots[1] != 0, types[0][Int(roots[0])] == types[1][Int(roots[1])],
            identities[0][Int(roots[0])] == identities[1][Int(roots[1])]
        {
            join(roots[0], roots[1])
        }
        let (prints, identities) = (prints, identities)
        joinUnique { side, id in identities[side][id] }
        joinUnique { side, id in identities[side][id] == nil ? prints[side].deep[id] : nil }
        joinUnique { side, id in identities[side][id] == nil ? prints[side].own[id] : nil }
        var surveyed: [(old: UInt32, new: UInt32)] = []
        var nextFresh = 0
        var nextSurveyed = 0
        while true {
            if nextFresh < fresh.count {
                let pair = fresh[nextFresh]
                nextFresh += 1
                joinReferences(of: pair, onlyEqual: true)
                surveyed.append(pair)
            } else if nextSurveyed < surveyed.count {
                // Similar objects are matched only when no equal ones are left.
                joinReferences(of: surveyed[nextSurveyed], onlyEqual: false)
                nextSurveyed += 1
            } else {
                return
            }
        }
    }

    private mutating func join(_ old: UInt32, _ new: UInt32) {
        guard partners[0][Int(old)] == Self.none, partners[1][Int(new)] == Self.none else { return }
        partners[0][Int(old)] = new
        partners[1][Int(new)] = old
        fresh.append((old, new))
    }

    /// Matches the objects whose fingerprint is unique in each archive.
    private mutating func joinUnique(_ fingerprint: (Int, Int) -> UInt64?) {
        let unique = (0...1).map { side in
            var found: [UInt64: UInt32] = [:]
            for id in partners[side].indices.dropFirst() where partners[side][id] == Self.none {
                guard records[side].byteRange(of: id) != nil, let print = fingerprint(side, id) else {
                    continue
                }
                // Objects with the same fingerprint are ambiguous.
                found[print] = found[print] == nil ? UInt32(id) : Self.none
            }
            return found
        }
        for id in partners[0].indices.dropFirst() where partners[0][id] == Self.none {
            guard let print = fingerprint(0, id), unique[0][print] == UInt32(id), let new = unique[1][print],
                new != Self.none
            else { continue }
            join(UInt32(id), new)
        }
    }

    /// Matches the references of two matched objects.
    private mutating func joinReferences(of pair: (old: UInt32, new: UInt32), onlyEqual: Bool) {
        let old = openTargets(0, pair.old)
        guard !old.isEmpty else { return }
        let new = openTargets(1, pair.new)
        for (field, oldTargets) in old.sorted(by: { $0.key < $1.key }) {
            guard let newTargets = new[field] else { continue }
            if onlyEqual {
                joinEqual(oldTargets, newTargets, prints.map(\.deep))
                joinEqual(oldTargets, newTargets, prints.map(\.own))
            } else {
                joinAlike(oldTargets, newTargets)
            }
        }
    }

    /// Returns the unmatched objects to which an object refers, by field, each once and in order.
    private func openTargets(_ side: Int, _ object: UInt32) -> [UInt32: [UInt32]] {
        var found: [UInt32: [UInt32]] = [:]
        var seen: Set<UInt32> = []
        for position in targets[side].range(Int(object)) {
            let target = targets[side].elements[position]
            guard partners[side][Int(target)] == Self.none, seen.insert(target).inserted else { continue }
            found[names.keys[side][Int(graphs[side].fieldKeys[position])], default: []].append(target)
        }
        return found
    }

    private mutating func joinEqual(_ old: [UInt32], _ new: [UInt32], _ fingerprints: [[UInt64]]) {
        var waiting: [UInt64: [UInt32]] = [:]
        for object in new.reversed() where partners[1][Int(object)] == Self.none && canJoinByPlace(1, object) {
            waiting[fingerprints[1][Int(object)], default: []].append(object)
        }
        for object in old where partners[0][Int(object)] == Self.none && canJoinByPlace(0, object) {
            if let partner = waiting[fingerprints[0][Int(object)]]?.popLast() {
                join(object, partner)
            }
        }
    }

    /// Matches objects of the same type.
    private mutating func joinAlike(_ old: [UInt32], _ new: [UInt32]) {
        var candidates = (
            old: old.filter { partners[0][Int($0)] == Self.none && canJoinByPlace(0, $0) },
            new: new.filter { partners[1][Int($0)] == Self.none && canJoinByPlace(1, $0) }
        )
        if candidates.old.count != candidates.new.count {
            joinMostAlike(candidates.old, candidates.new)
            candidates.old.removeAll { partners[0][Int($0)] != Self.none }
            candidates.new.removeAll { partners[1][Int($0)] != Self.none }
        }
        var waiting: [UInt32: [UInt32]] = [:]
        for object in candidates.new.reversed() {
            waiting[types[1][Int(object)], default: []].append(object)
        }
        for object in candidates.old {
            if let partner = waiting[types[0][Int(object)]]?.popLast() {
                join(object, partner)
            }
        }
    }

    /// An object with an identity only matches one with the same identity.
    private func canJoinByPlace(_ side: Int, _ object: UInt32) -> Bool {
        identities[side][Int(object)] == nil
    }

    /// Matches the objects of short lists that have most fields in common.
    private mutating func joinMostAlike(_ old: [UInt32], _ new: [UInt32]) {
        guard old.count * new.count <= 1_024, old.count > 0 else { return }
        let oldFields = old.map { fieldFingerprints(0, $0) }
        let newFields = new.map { fieldFingerprints(1, $0) }
        var pairs: [(score: Int, old: Int, new: Int)] = []
        for (i, oldObject) in old.enumerated() {
            for (j, newObject) in new.enumerated() where types[0][Int(oldObject)] == types[1][Int(newObject)] {
                let score = oldFields[i].intersection(newFields[j]).count
                if score > 0 {
                    pairs.append((score, i, j))
                }
            }
        }
        for pair in pairs.sorted(by: { (-$0.score, $0.old, $0.new) < (-$1.score, $1.old, $1.new) }) {
            join(old[pair.old], new[pair.new])
        }
    }

    /// Returns the fingerprints of an object's fields, including their keys.
    private func fieldFingerprints(_ side: Int, _ object: UInt32) -> Set<UInt64> {
        let values = graphs[side].values(of: object)
        guard let first = values.first, first.kind == .composite else { return [] }
        var maker = ValueFingerprints(names, side: side)
        records[side].withBytes { archive in
            maker.make(of: values, archive) { target in
                target < prints[side].own.count ? prints[side].own[target] : 0
            }
        }
        var found: Set<UInt64> = []
        var next = 1
        while next < first.next {
            found.insert(Fingerprint.of(UInt64(names.keys[side][Int(values[next].key)]), maker.fingerprints[next]))
            next = values[next].next
        }
        return found
    }
}
