/// A value of a plan: what a field holds, with the numbers of vertices in place of references.
indirect enum PlanValue: Hashable, Sendable {
    /// A string, number or another value without references, made from a number.
    case leaf(Int)
    /// An object, or a value that the plan describes: the number of its vertex.
    case ref(Int)
    /// An array, an optional, or the associated values of a case.
    case list([PlanValue])
    /// A set, in the order of ``isBefore(_:)``.
    case set([PlanValue])
    case pair(PlanValue, PlanValue)
    /// A dictionary: pairs, in the order of their keys.
    case map([PlanValue])

    static func sortedSet(_ terms: [PlanValue]) -> PlanValue { .set(terms.sorted { $0.isBefore($1) }) }
    static func sortedMap(_ pairs: [PlanValue]) -> PlanValue { .map(pairs.sorted { $0.isBefore($1) }) }

    func isBefore(_ other: PlanValue) -> Bool {
        switch (self, other) {
        case (.leaf(let left), .leaf(let right)), (.ref(let left), .ref(let right)): return left < right
        default:
            var (left, right): ([Int], [Int]) = ([], [])
            flatten(into: &left)
            other.flatten(into: &right)
            return left.lexicographicallyPrecedes(right)
        }
    }

    /// The numbers of the references, not followed any further.
    var references: [Int] {
        var found: [Int] = []
        forEachReference { vertex, _ in found.append(vertex) }
        return found
    }

    private func flatten(into numbers: inout [Int]) {
        func add(_ kind: Int, _ terms: [PlanValue]) {
            numbers += [kind, terms.count]
            terms.forEach { $0.flatten(into: &numbers) }
        }
        switch self {
        case .leaf(let number): numbers += [0, number]
        case .ref(let number): numbers += [1, number]
        case .list(let terms): add(2, terms)
        case .set(let terms): add(3, terms)
        case .pair(let key, let value): add(4, [key, value])
        case .map(let pairs): add(5, pairs)
        }
    }

    /// Calls a closure with each reference, and whether it is hashed: within an element of a set, or a key.
    func forEachReference(isHashed: Bool = false, _ body: (Int, Bool) -> Void) {
        switch self {
        case .leaf: break
        case .ref(let vertex): body(vertex, isHashed)
        case .list(let terms): terms.forEach { $0.forEachReference(isHashed: isHashed, body) }
        case .set(let terms): terms.forEach { $0.forEachReference(isHashed: true, body) }
        case .pair(let key, let value):
            key.forEachReference(isHashed: isHashed, body)
            value.forEachReference(isHashed: isHashed, body)
        case .map(let pairs):
            for case .pair(let key, let value) in pairs {
                key.forEachReference(isHashed: true, body)
                value.forEachReference(isHashed: isHashed, body)
            }
        }
    }

    /// Whether there is a set or a dictionary in the value itself.
    var hasCollection: Bool {
        switch self {
        case .leaf, .ref: false
        case .set, .map: true
        case .list(let terms): terms.contains(where: \.hasCollection)
        case .pair(let key, let value): key.hasCollection || value.hasCollection
        }
    }

    /// The largest number of elements that a set or dictionary has here.
    var largestCollection: Int {
        switch self {
        case .leaf, .ref: 0
        case .list(let terms): terms.map(\.largestCollection).max() ?? 0
        case .set(let terms), .map(let terms): max(terms.count, terms.map(\.largestCollection).max() ?? 0)
        case .pair(let key, let value): max(key.largestCollection, value.largestCollection)
        }
    }

    /// The value without the elements that refer to a vertex, or `nil` if nothing is left of it.
    func removing(_ vertex: Int) -> PlanValue? {
        switch self {
        case .leaf: self
        case .ref(let number): number == vertex ? nil : self
        case .list(let terms): .list(terms.compactMap { $0.removing(vertex) })
        case .set(let terms): .sortedSet(Array(Set(terms.compactMap { $0.removing(vertex) })))
        case .map(let pairs): .sortedMap(Self.withoutEqualKeys(pairs.compactMap { $0.removing(vertex) }))
        case .pair(let key, let value):
            key.removing(vertex).flatMap { key in value.removing(vertex).map { .pair(key, $0) } }
        }
    }

    /// The forms of the value with one element fewer.
    var smaller: [PlanValue] {
        func shorter(_ terms: [PlanValue]) -> [[PlanValue]] {
            terms.indices.map { index in
                var rest = terms
                rest.remove(at: index)
                return rest
            }
        }
        return switch self {
        case .leaf, .ref, .pair: []
        case .list(let terms): shorter(terms).map { .list($0) }
        case .set(let terms): shorter(terms).map { .set($0) }
        case .map(let pairs): shorter(pairs).map { .map($0) }
        }
    }

    static func withoutEqualKeys(_ pairs: [PlanValue]) -> [PlanValue] {
        var keys = Set<PlanValue>()
        return pairs.filter { pair in
            if case .pair(let key, _) = pair { keys.insert(key).inserted } else { false }
        }
    }
}

extension PlanValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .leaf(let number): "\(number)"
        case .ref(let vertex): "v\(vertex)"
        case .list(let terms): "[\(terms.map(\.description).joined(separator: ", "))]"
        case .set(let terms): "{\(terms.map(\.description).joined(separator: ", "))}"
        case .pair(let key, let value): "\(key): \(value)"
        case .map(let pairs): pairs.isEmpty ? "[:]" : "[\(pairs.map(\.description).joined(separator: ", "))]"
        }
    }
}
