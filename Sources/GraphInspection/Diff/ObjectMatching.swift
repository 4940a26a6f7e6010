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
        self.names = names
        self.fingerprints = fingerprints
        identities = ObjectFingerprints.uniqueIdentities(fingerprints)
        partners = graphs.map { Array(repeating: Self.none, count: $0.idCount) }
        run()
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
        let all = Sides { Array(objects($0)) }
        matchUnique(fingerprints.map(\.deep), among: all)
        matchUnique(fingerprints.map(\.own), among: all)
        followEqual()
        follow(.equalInMaps)
        matchEverywhere(fingerprints.map(\.own))
        followEqual()
        follow(.alike)
        guard Side.allCases.allSatisfy({ side in partners[side].indices.contains { isOpen(side, $0) } }) else { return }
        let rest = Sides { contents($0) }
        matchEverywhere(rest)
        followEqual()
    }

    /// Matches the equal references of matched objects.
    private mutating func followEqual() {
        while nextPair < pairs.count {
            matchReferences(of: pairs[nextPair], .equal)
            nextPair += 1
        }
    }

    /// Matches other references of matched objects. New pairs may make others equal, which are preferred.
    private mutating func follow(_ rule: Rule) {
        var next = 0
        while next < pairs.count {
            matchReferences(of: pairs[next], rule)
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
        partners[side][id] == Self.none && identity(side, UInt32(id)) == 0 && graphs[side].contains(UInt32(id))
    }

    /// Matches those of some objects whose fingerprint is unique among those of each archive. 0 is no fingerprint.
    private mutating func matchUnique(_ fingerprints: Sides<[UInt64]>, among objects: Sides<[UInt32]>) {
        let found = Sides { open($0, objects[$0], fingerprints[$0]) }
        // Objects with the same fingerprint are ambiguous.
        let unique = found.map { found in
            Dictionary(found.map { ($0.key, $0.object) }, uniquingKeysWith: { _, _ in Self.none })
        }
        for (old, fingerprint) in found.old where unique.old[fingerprint] == old {
            if let new = unique.new[fingerprint], new != Self.none { match(old, new) }
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
        var record = FingerprintedRecord(graphs[side], names, side: side, ignoresReferences: true)
        return partners[side].indices.map { id in
            guard id > 0, isOpen(side, id) else { return 0 }
            record.read(id) { _ in 0 }
            return record.fingerprint
        }
    }

    /// Which references of matched objects are matched.
    private enum Rule {
        /// Those to equal objects, in maps only if the other half of the pair tells which they are.
        case equal
        /// Those in maps to equal objects.
        case equalInMaps
        /// Those to objects of the same type.
        case alike
    }

    /// Matches the references of two matched objects.
    private mutating func matchReferences(of pair: Sides<UInt32>, _ rule: Rule) {
        guard Side.allCases.allSatisfy({ hasOpenTarget($0, pair[$0]) }) else { return }
        if rule == .equal {
            matchUniqueInMaps(of: pair)
        } else {
            matchInMaps(of: pair) { $0.match($1, rule) }
        }
        let all = Sides { openReferences($0, pair[$0]) }
        let places = rule == .equal ? all.map { $0.filter { !$0.isInMap } } : all
        for targets in ReferencePlace.grouped(places, by: \.field) { match(targets, rule) }
    }

    private mutating func match(_ targets: Sides<[UInt32]>, _ rule: Rule) {
        guard rule != .alike else { return matchAlike(targets) }
        match(Sides { open($0, targets[$0], fingerprints[$0].deep) })
        match(Sides { open($0, targets[$0], fingerprints[$0].own) })
    }

    /// Calls a closure with the objects to which maps refer, of pairs whose other halves are equal: first of those with the same
    /// order, then of those with any, as sets may have another one.
    private mutating func matchInMaps(of pair: Sides<UInt32>, _ body: (inout Self, Sides<[UInt32]>) -> Void) {
        for keepsOrder in [true, false] {
            let inMaps = Sides { openReferences($0, pair[$0], keepsOrder: keepsOrder).filter(\.isInMap) }
            for targets in ReferencePlace.grouped(inMaps, by: \.pair) { body(&self, targets) }
        }
    }

    /// Matches the equal references in maps of which the other half of the pair tells which they are.
    private mutating func matchUniqueInMaps(of pair: Sides<UInt32>) {
        for _ in 0..<Self.roundCount {
            let count = pairs.count
            matchInMaps(of: pair) {
                $0.matchUnique($0.fingerprints.map(\.deep), among: $1)
                $0.matchUnique($0.fingerprints.map(\.own), among: $1)
            }
            // What has been matched now may tell other pairs apart.
            guard pairs.count > count else { return }
        }
    }

    /// How often the pairs of maps are compared to tell more of them apart.
    private static let roundCount = 3

    private func hasOpenTarget(_ side: Side, _ object: UInt32) -> Bool {
        graphs[side].targets[Int(object)].contains { partners[side][Int($0)] == Self.none }
    }

    /// Returns the references of an object to unmatched objects.
    private func openReferences(_ side: Side, _ object: UInt32, keepsOrder: Bool = false) -> [ReferencePlace] {
        var record = FingerprintedRecord(graphs[side], names, side: side, keepsOrder: keepsOrder)
        record.read(Int(object)) { target in
            let partner = partners[side][target]
            guard partner != Self.none else { return fingerprints[side].own[target] }
            return Fingerprint.of(1, side == .old ? UInt64(target) : UInt64(partner))
        }
        return ReferencePlace.all(in: record, keys: names.keys[side]).filter { place in
            graphs[side].contains(place.target) && partners[side][Int(place.target)] == Self.none
        }
    }

    /// Matches objects of the same type, the most similar ones first.
    private mutating func matchAlike(_ objects: Sides<[UInt32]>) {
        var candidates = Sides { side in objects[side].filter { isOpen(side, Int($0)) } }
        // Only objects of one type match, and reading the others could take long.
        let types = Set(candidates.old.map { commonType(.old, $0) }).intersection(
            candidates.new.map { commonType(.new, $0) })
        candidates = Sides { side in candidates[side].filter { types.contains(commonType(side, $0)) } }
        if candidates.old.count != candidates.new.count {
            let similarity = FieldSimilarity(graphs: graphs, names: names, fingerprints: fingerprints)
            for pair in similarity.pairs(candidates) { match(pair.old, pair.new) }
            candidates = Sides { side in candidates[side].filter { partners[side][Int($0)] == Self.none } }
        }
        match(Sides { side in candidates[side].map { ($0, UInt64(commonType(side, $0))) } })
    }
}
