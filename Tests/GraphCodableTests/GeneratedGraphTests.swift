import TestSupport
import Testing

@testable import GraphCodable

/// Graphs of every form up to a small size, then random ones: what comes back is the same graph.
@Suite struct GeneratedGraphTests {
    /// How one object refers to another.
    enum Edge: Int, CaseIterable {
        case none, strong, conditional, deferred
        /// Decoded at once where that is possible.
        case patient
    }

    class Node: GCodable {
        let name: Int
        var edges: [Edge] = []
        var targets: [Node?] = []

        enum Key: String { case name, edges }

        enum TargetKey: RawRepresentable {
            case target(Int)
            var rawValue: String {
                switch self {
                case .target(let index): "target\(index)"
                }
            }
            init?(rawValue: String) { nil }
        }

        init(_ name: Int) { self.name = name }

        required init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            let kinds: [Int] = try decoder.decode(for: Key.edges)
            edges = kinds.map { Edge(rawValue: $0) ?? .none }
            targets = Array(repeating: nil, count: edges.count)
            for (index, edge) in edges.enumerated() {
                let key = TargetKey.target(index)
                switch edge {
                case .none: break
                case .strong: targets[index] = try decoder.decode(for: key)
                case .conditional, .deferred: try decoder.deferDecode(for: key) { self.targets[index] = $0 }
                case .patient: try decoder.decodeOrDefer(for: key, into: self) { $0.targets[index] = $1 }
                }
            }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(edges.map(\.rawValue), for: Key.edges)
            for (index, edge) in edges.enumerated() {
                let key = TargetKey.target(index)
                switch edge {
                case .none: break
                case .strong, .deferred, .patient: try encoder.encode(targets[index], for: key)
                case .conditional: try encoder.encodeConditional(targets[index], for: key)
                }
            }
        }
    }

    final class Odd: Node {}

    /// A graph: the edge from each node to each node. The first node is the root.
    struct Plan: CustomStringConvertible {
        var size: Int
        var edges: [Edge]

        func edge(_ from: Int, _ to: Int) -> Edge { edges[from * size + to] }

        var description: String { "\(size) nodes, edges \(edges.map(\.rawValue))" }

        func reachable(by kinds: Set<Edge>) -> Set<Int> {
            var found: Set<Int> = [0]
            var pending = [0]
            while let node = pending.popLast() {
                for target in 0..<size where kinds.contains(edge(node, target)) && found.insert(target).inserted {
                    pending.append(target)
                }
            }
            return found
        }

        /// Whether objects that will be archived need each other without a way out.
        var hasStrongCycle: Bool {
            var isDone = Set<Int>()
            let alive = reachable(by: [.strong, .deferred, .patient])
            // Take away, again and again, the nodes all of whose strong targets have been taken away.
            var isChanged = true
            while isChanged {
                isChanged = false
                for node in alive where !isDone.contains(node) {
                    let needs = (0..<size).filter { edge(node, $0) == .strong }
                    if needs.allSatisfy({ isDone.contains($0) }) {
                        isDone.insert(node)
                        isChanged = true
                    }
                }
            }
            return isDone.count < alive.count
        }

        func makeNodes() -> [Node] {
            let nodes = (0..<size).map { $0.isMultiple(of: 2) ? Node($0) : Odd($0) }
            for node in nodes {
                node.edges = (0..<size).map { edge(node.name, $0) }
                node.targets = node.edges.enumerated().map { $1 == .none ? nil : nodes[$0] }
            }
            return nodes
        }

        /// What is wrong with a graph that came back, if anything.
        func difference(_ root: Node) -> String? {
            let alive = reachable(by: [.strong, .deferred, .patient])
            var known: [Int: Node] = [0: root]
            var pending = [root]
            while let node = pending.popLast() {
                guard type(of: node) == (node.name.isMultiple(of: 2) ? Node.self : Odd.self) else {
                    return "node \(node.name) is a \(type(of: node))"
                }
                for (target, found) in node.targets.enumerated() {
                    let isExpected = edge(node.name, target) != .none && alive.contains(target)
                    guard (found != nil) == isExpected else {
                        return "the edge from \(node.name) to \(target) is \(found == nil ? "gone" : "there")"
                    }
                    guard let found else { continue }
                    guard found.name == target else { return "the edge to \(target) leads to \(found.name)" }
                    if let earlier = known[target] {
                        guard earlier === found else { return "node \(target) is there twice" }
                    } else {
                        known[target] = found
                        pending.append(found)
                    }
                }
            }
            return known.count == alive.count ? nil : "\(known.count) nodes of \(alive.count) came back"
        }
    }

    private let encoder = GraphEncoder()
    private let decoder = GraphDecoder()

    /// - Returns: What is wrong, if anything.
    private func check(_ plan: Plan) -> String? {
        let nodes = plan.makeNodes()
        defer { nodes.forEach { $0.targets = [] } }
        do {
            let bytes = try encoder.encode(nodes[0]) as Bytes
            let root = try decoder.decode(Node.self, from: bytes)
            defer { takeApart(root) }
            if plan.hasStrongCycle {
                return "\(plan): a cycle of strong references was decoded"
            }
            return plan.difference(root).map { "\(plan): \($0)" }
        } catch let error as GraphCodableError where error.code == .unresolvableCycle && plan.hasStrongCycle {
            return nil
        } catch {
            return "\(plan): \(error)"
        }
    }

    /// Lets go of a graph with cycles.
    private func takeApart(_ root: Node) {
        var pending = [root]
        while let node = pending.popLast() {
            pending += node.targets.compactMap { $0 }
            node.targets = []
        }
    }

    @Test func graphsOfUpToThreeNodesComeBack() {
        var failures: [String] = []
        for size in 1...2 {
            var number = 0
            let kinds = Edge.allCases.count
            let powers = (0..<size * size).map { (0..<$0).reduce(1) { power, _ in power * kinds } }
            while number < kinds * (powers.last ?? 0) {
                let edges = powers.map { Edge(rawValue: number / $0 % kinds) ?? .none }
                failures += check(Plan(size: size, edges: edges)).map { [$0] } ?? []
                number += 1
            }
        }
        // Three nodes have 4⁹ graphs. Those that differ in the names of the other two nodes alone are tried once.
        for number in 0..<1 << 18 {
            let edges = (0..<9).map { Edge(rawValue: number >> (2 * $0) & 3) ?? .none }
            let swapped = [0, 2, 1, 6, 8, 7, 3, 5, 4].map { edges[$0].rawValue }
            guard !swapped.lexicographicallyPrecedes(edges.map(\.rawValue)) else { continue }
            // Without optimization all of them would take a minute: every eighth is tried, and some others.
            guard Self.isOptimized || number.isMultiple(of: 8) || number % 61 == 0 else { continue }
            // Both ways of breaking a cycle would be too many together.
            let isPatient = number & 8 != 0
            let plan = Plan(size: 3, edges: edges.map { $0 == .deferred && isPatient ? .patient : $0 })
            failures += check(plan).map { [$0] } ?? []
        }
        #expect(failures.prefix(5) == [])
    }

    /// Whether there is time for all of the graphs.
    private static var isOptimized: Bool {
        #if DEBUG
        false
        #else
        true
        #endif
    }

    @Test func randomGraphsComeBack() {
        let start = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: start)
        func next() -> UInt64 { generator.next() }
        var failures: [String] = []
        for _ in 0..<300 {
            let size = Int(next() % 24) + 4
            let edges = (0..<size * size).map { index -> Edge in
                let kind = next() % UInt64(3 * size)
                // Strong references mostly lead forwards, or nearly every graph had a cycle.
                let isForward = index % size > index / size
                switch kind {
                case 0, 1, 2: return isForward || next().isMultiple(of: 64) ? .strong : .patient
                case 3: return .conditional
                case 4: return .deferred
                case 5, 6: return .patient
                default: return .none
                }
            }
            failures += check(Plan(size: size, edges: edges)).map { [$0] } ?? []
        }
        #expect(failures.prefix(3) == [], "The seed was \(start).")
    }
}
