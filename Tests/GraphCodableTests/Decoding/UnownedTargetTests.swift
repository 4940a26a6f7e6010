import TestSupport
import Testing

@testable import GraphCodable

/// Reading an unowned property ends the program if its object has been released, so decoding must not let that happen.
struct UnownedTargetTests {
    enum Key: String { case number, boss, kids, hidden }

    enum New {
        final class Node: GCodable {
            let number: Int
            unowned var boss: Node?
            var kids: [Node] = []
            /// What older programs do not know.
            var hidden: [Node] = []

            init(_ number: Int) { self.number = number }
            init(from decoder: GDecoder) throws { throw CancellationError() }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(number, for: Key.number)
                try encoder.encodeConditional(boss, for: Key.boss)
                try encoder.encode(kids, for: Key.kids)
                try encoder.encode(hidden, for: Key.hidden)
            }
        }
    }

    class Older: GCodable {
        let number: Int
        unowned var boss: Older?
        var kids: [Older] = []
        var isComplete = false

        required init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            try decoder.deferDecode(for: Key.boss) { self.boss = $0 }
            if number % 3 == 1 {
                try decoder.deferDecode(for: Key.kids) { self.kids = $0 }
            } else {
                try decoder.decodeOrDefer(for: Key.kids, into: self) { $0.kids = $1 }
            }
            if number % 2 == 1 { try decoder.whenDecoded { self.isComplete = true } }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encodeConditional(boss, for: Key.boss)
            try encoder.encode(kids, for: Key.kids)
        }
    }

    enum Old {
        /// Drops what it does not know.
        final class Node: Older {}
    }

    enum Odd {
        /// Keeps it.
        final class Node: Older, GKeepsUnknown {
            var unknownFields = GUnknownFields()
        }
    }

    private func decode(_ root: New.Node, keeping: Bool) throws -> Older {
        let bytes: Bytes = try GraphEncoder().encode(root)
        let decoder = GraphDecoder()
        if keeping { return try decoder.decode(Odd.Node.self, from: TypesOfTwoVersions.rename(bytes, "New", "Odd")) }
        return try decoder.decode(Old.Node.self, from: TypesOfTwoVersions.old(bytes))
    }

    /// Returns what a node leads to.
    private func closure<Node: AnyObject>(of node: Node, _ next: (Node) -> [Node]) -> [Node] {
        var (found, known) = ([node], Set([ObjectIdentifier(node)]))
        var index = 0
        while index < found.count {
            for other in next(found[index]) where known.insert(ObjectIdentifier(other)).inserted { found.append(other) }
            index += 1
        }
        return found
    }

    @Test(arguments: [false, true]) func anObjectThatOnlyAnUnknownFieldHoldsIsAnError(keeping: Bool) throws {
        let (root, kid, boss) = (New.Node(0), New.Node(2), New.Node(4))
        (root.kids, root.hidden, kid.boss) = ([kid], [boss], boss)
        let error = expectError(GraphCodableError.self, .valueNotFound) { try decode(root, keeping: keeping) }
        let name = "UnownedTargetTests.\(keeping ? "Odd" : "Old").Node"
        #expect(
            error.map { "\($0)" }?.contains(
                """
                valueNotFound at Node.hidden[0] (in GraphCodableTests.\(name), byte 30): An unowned reference leads to object 3, \
                which nothing holds that has been decoded. Perhaps its owner is in a field of a newer program, or was lost when \
                a damaged archive was salvaged. Decode its owner, or make the property weak.
                """) == true, "\(error as Any)")
        root.kids.append(boss)
        let copy = try decode(root, keeping: keeping)
        withExtendedLifetime(copy) { #expect(copy.kids[0].boss?.number == 4) }
    }

    @Test func everyGraphCanBeUsedOrIsRefused() throws {
        var refused = 0
        let count = Torture.count(300, torture: 30_000)
        for seed in 0..<UInt64(count) {
            var random = SplitMix64(seed: seed)
            let nodes = (0..<Int.random(in: 1...9, using: &random)).map(New.Node.init)
            for (index, node) in nodes.enumerated() {
                // Strong references lead forward, so that nothing leaks.
                for other in nodes[(index + 1)...] {
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: node.kids.append(other)
                    case 1: node.hidden.append(other)
                    default: break
                    }
                }
                node.boss = Bool.random(using: &random) ? nodes.randomElement(using: &random) : nil
            }
            let archived = Set(closure(of: nodes[0]) { $0.kids + $0.hidden }.map(\.number))
            let alive = closure(of: nodes[0]) { $0.kids }
            let held = Set(alive.map(\.number))
            let isLost = alive.compactMap(\.boss?.number).contains { archived.contains($0) && !held.contains($0) }
            refused += isLost ? 1 : 0
            for keeping in [false, true] {
                let result = Result { try decode(nodes[0], keeping: keeping) }
                guard !isLost else {
                    #expect((result.error as? GraphCodableError)?.code == .valueNotFound, "seed \(seed), \(result)")
                    continue
                }
                let copies = closure(of: try result.get()) { $0.kids }
                #expect(copies.map(\.number) == alive.map(\.number), "seed \(seed)")
                for (copy, node) in zip(copies, alive) {
                    let boss = node.boss.flatMap { archived.contains($0.number) ? $0.number : nil }
                    #expect(copy.boss?.number == boss && copy.isComplete == (copy.number % 2 == 1), "seed \(seed)")
                }
                // What older programs save they can load.
                let saved: Bytes = try GraphCodableUti.checkEncoder(root: copies[0])
                #expect(throws: Never.self, "seed \(seed)") { try GraphDecoder().decode(Older.self, from: saved) }
            }
        }
        #expect(refused > count / 10 && refused < count * 9 / 10)
    }

    struct Holder: GCodable {
        let kid: New.Node
        init(_ kid: New.Node) { self.kid = kid }
        init(from decoder: GDecoder) throws { throw CancellationError() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(kid, for: Key.kids) }
    }

    /// The same, in a program where something else is to hold it.
    struct Observer: GCodable {
        weak var kid: Older?
        init(from decoder: GDecoder) throws { kid = try decoder.decode(for: Key.kids) as Older }
        func encode(to encoder: GEncoder) throws {}
    }

    /// Objects without an owner are released with those that refer to them, in whatever order they were created.
    @Test(arguments: 0..<6) func objectsThatAreReleasedTogetherAreNoError(number: Int) throws {
        let parent = New.Node(number)
        parent.kids = (6..<12).map(New.Node.init)
        parent.kids.forEach { $0.boss = parent }
        parent.kids[0].boss = parent.kids[1]
        let bytes: Bytes = try GraphEncoder().encode(Holder(parent))
        #expect(try GraphDecoder().decode(Observer.self, from: TypesOfTwoVersions.old(bytes)).kid == nil)
    }

    /// The error must not let a long chain be released recursively.
    @Test func aLongChainIsReleasedAfterTheError() throws {
        let (root, boss) = (New.Node(0), New.Node(2))
        root.hidden = [boss]
        var chain = [root]
        for number in 1..<20_000 {
            let node = New.Node(6 * number)
            chain[chain.count - 1].kids = [node]
            chain.append(node)
        }
        chain[chain.count - 1].boss = boss
        defer { chain.forEach { $0.kids = [] } }
        for keeping in [false, true] {
            expectError(GraphCodableError.self, .valueNotFound) { try decode(root, keeping: keeping) }
        }
    }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
