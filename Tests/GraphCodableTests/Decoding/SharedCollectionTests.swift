import TestSupport
import Testing

@testable import GraphCodable

/// Collections that are equal and therefore shared, in graphs whose elements defer values.
struct SharedCollectionTests {
    final class Node: GCodable, Hashable {
        let number: Int
        /// Whether the node is hashed by its members.
        let isTeam: Bool
        var members: Set<Node> = []
        var partners: [Node: Node] = [:]
        var groups: [Node: Set<Node>] = [:]
        var others: [Node] = []

        enum Key: String { case number, isTeam, members, partners, groups, others }

        init(_ number: Int, isTeam: Bool = false) {
            self.number = number
            self.isTeam = isTeam
        }

        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            isTeam = try decoder.decode(for: Key.isTeam)
            try decoder.decodeOrDefer(for: Key.members, into: self) { $0.members = $1 }
            try decoder.decodeOrDefer(for: Key.partners, into: self) { $0.partners = $1 }
            try decoder.decodeOrDefer(for: Key.groups, into: self) { $0.groups = $1 }
            try decoder.decodeOrDefer(for: Key.others, into: self) { $0.others = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(isTeam, for: Key.isTeam)
            try encoder.encode(members, for: Key.members)
            try encoder.encode(partners, for: Key.partners)
            try encoder.encode(groups, for: Key.groups)
            try encoder.encode(others, for: Key.others)
        }

        static func == (left: Node, right: Node) -> Bool { left.number == right.number }

        func hash(into hasher: inout Hasher) {
            hasher.combine(isTeam ? Set(members.map(\.number)) : [number])
        }

        var findsEverything: Bool {
            members.allSatisfy(members.contains) && partners.allSatisfy { partners[$0.key] === $0.value }
                && groups.allSatisfy { groups[$0.key] == $0.value && $0.value.allSatisfy($0.value.contains) }
        }

        /// Breaks the cycles.
        func clear() {
            members = []
            partners = [:]
            groups = [:]
            others = []
        }
    }

    private func description(_ nodes: [Node]) -> [String] {
        func numbers(_ nodes: some Sequence<Node>) -> [Int] { nodes.map(\.number).sorted() }
        return nodes.map { node in
            let partners = node.partners.map { "\($0.key.number): \($0.value.number)" }.sorted()
            let groups = node.groups.map { "\($0.key.number): \(numbers($0.value))" }.sorted()
            return "\(node.number) \(numbers(node.members)) \(partners) \(groups) \(node.others.map(\.number))"
        }
    }

    /// Small graphs in which many collections are equal, and everything leads to everything. Nodes are hashed by nodes with
    /// higher numbers, and the first two by nobody, so an order exists.
    @Test func sharedCollectionsOfAnyGraphComeBack() throws {
        let start = UInt64.random(in: 0...UInt64.max >> 1)
        for seed in start..<start + UInt64(Torture.count(200, torture: 50_000)) {
            var generator = SplitMix64(seed: seed)
            let nodes = (0..<9).map { Node($0, isTeam: (2..<5).contains($0)) }
            defer { nodes.forEach { $0.clear() } }
            func pick(_ range: Range<Int>) -> Node { nodes[Int.random(in: range, using: &generator)] }
            for node in nodes {
                // Few collections to choose from, so that many are equal.
                if node.number < 5 { node.members = [pick(5..<7)] }
                if (5..<8).contains(node.number), Bool.random(using: &generator) {
                    node.partners = [nodes[8]: pick(0..<9)]
                }
                if Bool.random(using: &generator) { node.others = [pick(0..<9), pick(0..<9)] }
            }
            for node in nodes.prefix(2) { node.groups = [pick(2..<9): [pick(2..<4), pick(2..<4), pick(5..<7)]] }
            let root = [pick(0..<9)]
            let bytes: Bytes = try GraphEncoder(.tryHashableIdentityAtLast).encode(root)
            do {
                let back = try GraphDecoder().decode([Node].self, from: bytes)
                let (copies, originals) = (reached(back), reached(root))
                defer { copies.forEach { $0.clear() } }
                #expect(description(copies) == description(originals), "seed \(seed)")
                let areFound = copies.allSatisfy { $0.findsEverything }
                #expect(areFound, "seed \(seed)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    /// Each set is built before the next one, for which the whole ring is looked at.
    @Test(arguments: [(50, true), (400, false)])
    func lookingAtTheSameObjectsAgainCosts(count: Int, isAllowed: Bool) throws {
        let nodes = (0..<count).map { Node($0) }
        defer { nodes.forEach { $0.clear() } }
        for (index, node) in nodes.enumerated() {
            node.others = [nodes[(index + 1) % count]]
            node.members = [nodes[(index + 3) % count], nodes[(index + 4) % count]]
        }
        let bytes: Bytes = try GraphEncoder(.tryHashableIdentityAtLast).encode([nodes[0]])
        let result = Result {
            try GraphDecoder(policy: GraphDecodingPolicy(maximumCostPerByte: 1)).decode([Node].self, from: bytes)
        }
        guard isAllowed else {
            let error = #expect(throws: GraphCodableError.self) { try result.get() }
            #expect(error?.code == .limitExceeded)
            return
        }
        let copies = reached(try result.get())
        defer { copies.forEach { $0.clear() } }
        #expect(description(copies) == description(nodes))
    }

    private func reached(_ root: [Node]) -> [Node] {
        var found: [Int: Node] = [:]
        var pending = root
        while let node = pending.popLast() {
            guard found.updateValue(node, forKey: node.number) == nil else { continue }
            pending += node.members + node.others
            pending += node.partners.flatMap { [$0, $1] } + node.groups.flatMap { [$0] + $1 }
        }
        return found.values.sorted { $0.number < $1.number }
    }
}
