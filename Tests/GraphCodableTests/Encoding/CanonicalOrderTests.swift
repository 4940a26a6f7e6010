import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// With `.canonical` the same graph gives the same bytes, whatever the order of its sets and dictionaries in memory.
@Suite struct CanonicalOrderTests {
    enum Key: String { case name, links, owner, members, table, tags }

    /// A value that nests in any way.
    indirect enum Value: GCodable, Hashable {
        case number(Int)
        case text(String)
        case id(UUID)
        case set(Set<Value>)
        case numbers(Set<Double>)
        case table([Value: Value])
        case list([Value])

        init(from decoder: GDecoder) throws {
            switch try decoder.decode() as Int {
            case 0: self = .number(try decoder.decode())
            case 1: self = .text(try decoder.decode())
            case 2: self = .id(try decoder.decode())
            case 3: self = .set(try decoder.decode())
            case 4: self = .numbers(try decoder.decode())
            case 5: self = .table(try decoder.decode())
            default: self = .list(try decoder.decode())
            }
        }

        func encode(to encoder: GEncoder) throws {
            switch self {
            case .number(let number): try encode(0, number, encoder)
            case .text(let text): try encode(1, text, encoder)
            case .id(let id): try encode(2, id, encoder)
            case .set(let values): try encode(3, values, encoder)
            case .numbers(let numbers): try encode(4, numbers, encoder)
            case .table(let table): try encode(5, table, encoder)
            case .list(let list): try encode(6, list, encoder)
            }
        }

        private func encode(_ tag: Int, _ content: some GEncodable, _ encoder: GEncoder) throws {
            try encoder.encode(tag)
            try encoder.encode(content)
        }

        static func random(depth: Int, using random: inout SplitMix64) -> Value {
            let count = Int.random(in: 0..<5, using: &random)
            switch Int.random(in: 0..<(depth > 0 ? 7 : 3), using: &random) {
            case 0: return .number(.random(in: -300...300, using: &random))
            case 1: return .text(String("ab\u{E9}e\u{301}".shuffled(using: &random).prefix(3)))
            case 2: return .id(UUID(uuidString: "00000000-0000-0000-0000-0000000000\(10 + count)") ?? UUID())
            case 3: return .set(Set((0..<count).map { _ in self.random(depth: depth - 1, using: &random) }))
            case 4: return .numbers(Set((0..<count).map { _ in Double.random(in: -1...1, using: &random) }))
            case 5:
                let pairs = (0..<count).map { _ in
                    (self.random(depth: depth - 1, using: &random), self.random(depth: depth - 1, using: &random))
                }
                return .table(Dictionary(pairs) { $1 })
            default: return .list((0..<count).map { _ in self.random(depth: depth - 1, using: &random) })
            }
        }

        /// The same value, whose sets and dictionaries have other orders.
        func rebuilt(using random: inout SplitMix64) -> Value {
            switch self {
            case .number, .text, .id: return self
            case .numbers(let numbers): return .numbers(Self.set(of: Array(numbers), &random))
            case .set(let values): return .set(Self.set(of: values.map { $0.rebuilt(using: &random) }, &random))
            case .table(let table):
                var copy = [Value: Value](minimumCapacity: .random(in: 0..<1_000, using: &random))
                for (key, value) in table.shuffled(using: &random) {
                    copy[key.rebuilt(using: &random)] = value.rebuilt(using: &random)
                }
                return .table(copy)
            case .list(let list): return .list(list.map { $0.rebuilt(using: &random) })
            }
        }

        /// A set's order depends on its capacity.
        static func set<Element>(of elements: [Element], _ random: inout SplitMix64) -> Set<Element> {
            var set = Set<Element>(minimumCapacity: .random(in: 0..<1_000, using: &random))
            set.formUnion(elements.shuffled(using: &random))
            return set
        }
    }

    /// An object with an identity of its own, in sets that lead back to it.
    final class Node: GCodable, Hashable {
        var name: Int
        var links: Set<Node> = []
        var table: [Node: String] = [:]
        weak var owner: Node?

        init(_ name: Int) { self.name = name }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.decodeOrDefer(for: Key.links, into: self) { $0.links = $1 }
            try decoder.decodeOrDefer(for: Key.table, into: self) { $0.table = $1 }
            try decoder.decodeOrDefer(for: Key.owner, into: self) { $0.owner = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(links, for: Key.links)
            try encoder.encode(table, for: Key.table)
            try encoder.encodeConditional(owner, for: Key.owner)
        }

        static func == (left: Node, right: Node) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private func encode(_ root: some GEncodable, _ options: GraphEncoder.Options = []) throws -> Bytes {
        try GraphEncoder(options.union(.canonical)).encode(root)
    }

    @Test(arguments: [GraphEncoder.Options(), .tryHashableIdentityAtLast, .disableIdentity, .disableInheritance])
    func aValueGivesTheSameBytesInEachOrder(options: GraphEncoder.Options) throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let value = Value.random(depth: 4, using: &random)
            let bytes = try encode(value, options)
            #expect(try GraphDecoder().decode(Value.self, from: bytes) == value, "seed \(seed)")
            for _ in 0..<3 {
                let copy = value.rebuilt(using: &random)
                #expect(try encode(copy, options) == bytes, "seed \(seed)")
                #expect(copy == value)
            }
        }
    }

    /// The nodes of a graph, each linked to some, in sets of other orders for each call.
    private func graph(of count: Int, _ links: [[Int]], _ random: inout SplitMix64) -> [Node] {
        let nodes = (0..<count).map(Node.init)
        for (node, links) in zip(nodes, links) {
            node.links = Value.set(of: links.map { nodes[$0] }, &random)
            node.owner = nodes[links.first ?? 0]
            for link in links.shuffled(using: &random) { node.table[nodes[link]] = "\(link)" }
        }
        return nodes
    }

    @Test func aCyclicGraphGivesTheSameBytesInEachOrder() throws {
        for seed in 0..<20 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let count = Int.random(in: 1..<40, using: &random)
            let links = (0..<count).map { _ in (0..<4).map { _ in Int.random(in: 0..<count, using: &random) } }
            var archives: Set<Bytes> = []
            for _ in 0..<3 {
                let nodes = graph(of: count, links, &random)
                archives.insert(try encode(Set(nodes)))
                nodes.forEach { ($0.links, $0.table) = ([], [:]) }
            }
            #expect(archives.count == 1, "seed \(seed)")
            let copy = try GraphDecoder().decode(Set<Node>.self, from: archives.first ?? [])
            #expect(Set(copy.map(\.name)) == Set(0..<count))
            #expect(copy.allSatisfy { Set(links[$0.name]) == Set($0.links.map(\.name)) })
            copy.forEach { ($0.links, $0.table) = ([], [:]) }
        }
    }

    @Test func numbersAndStringsAreSorted() throws {
        func order<Element: GCodable & Hashable>(_ elements: Set<Element>) throws -> [Element] {
            // A set is archived like an array.
            try GraphDecoder().decode([Element].self, from: encode(elements))
        }
        #expect(try order([300, -1, 7, .min, .max, 0]) == [.min, -1, 0, 7, 300, .max])
        #expect(try order([2.5, -0.5, -7, .infinity, 0, -.infinity]) == [-.infinity, -7, -0.5, 0, 2.5, .infinity])
        #expect(try order([true, false]) == [false, true])
        #expect(try order([0x1_00 as UInt16, 2, 0xFFFF]) == [2, 0x1_00, 0xFFFF])
        #expect(try order(["b", "a", "", "ab"]) == ["", "a", "ab", "b"])
        let keys = try GraphDecoder().decode([[Int]].self, from: encode([[3], [1, 2], [1]] as Set))
        #expect(Set(keys) == [[3], [1, 2], [1]])
    }

    @Test func aProcessGivesTheBytesOfEveryOther() throws {
        // Sets have another order in each process, unless hashing is deterministic.
        let root: [Value: Value] = [
            .text("a"): .set([.number(1), .text("b"), .numbers([0.5, -1])]),
            .number(2): .table([.text("c"): .list([])]),
        ]
        let hexadecimal = try encode(root).map { String(format: "%02x", $0) }.joined()
        #expect(
            hexadecimal == """
                8947524150480d0a01cf026000026005cf01600141636006ce00600141616003ce03600001600141626004dd02000000\
                000000f0bf000000000000e03f0101680001002b4772617068436f6461626c6554657374732e43616e6f6e6963616c4f\
                7264657254657374732e56616c7565010a0000090334524789
                """)
    }

    @Test func objectsWithTheSameContentsAreRefused() throws {
        let pair = Node(1)
        pair.links = [Node(2), Node(2)]
        let error = #expect(throws: GraphCodableError.self) { try encode([pair]) }
        #expect(
            error?.description == """
                notEncodable at GraphCodableTests.CanonicalOrderTests.Node.links: Two elements or keys of type \
                GraphCodableTests.CanonicalOrderTests.Node have the same contents, so a set or dictionary of them has no canonical \
                order. Give them something by which they differ, such as an id, or encode an array.
                """)
        // Different contents behind them are enough.
        for (index, node) in pair.links.enumerated() { node.links = [Node(index)] }
        let copy = try GraphDecoder().decode([Node].self, from: encode([pair]))
        #expect(Set(copy[0].links.flatMap(\.links).map(\.name)) == [0, 1])
        for node in copy[0].links { node.links = [] }
    }

    /// Counts how often it is encoded.
    final class Counter: GCodable, Hashable {
        nonisolated(unsafe) static var count = 0
        let name: Int
        var owner: Owner?
        init(_ name: Int, _ owner: Owner) { (self.name, self.owner) = (name, owner) }
        init(from decoder: GDecoder) throws {
            name = try decoder.decode()
            try decoder.deferDecode { self.owner = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            Self.count += 1
            try encoder.encode(name)
            try encoder.encode(owner)
        }
        static func == (left: Counter, right: Counter) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
    final class Owner: GCodable {
        var members: Set<Counter> = []
        init() {}
        init(from decoder: GDecoder) throws { try decoder.deferDecode { self.members = $0 } }
        func encode(to encoder: GEncoder) throws { try encoder.encode(members) }
    }

    @Test func theWorkIsLinear() throws {
        let owner = Owner()
        owner.members = Set((0..<3_000).map { Counter($0, owner) })
        let copy = try GraphDecoder().decode(Owner.self, from: encode(owner))
        #expect(Set(copy.members.map(\.name)) == Set(0..<3_000) && copy.members.allSatisfy { $0.owner === copy })
        #expect(Counter.count == 6_000)
        (owner.members, copy.members) = ([], [])
    }

    @Test func anErrorHasTheWholePath() throws {
        struct Refusing: GEncodable, Hashable {
            let number: Int
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(number, for: Key.name)
                try encoder.encode(number, for: Key.name)
            }
        }
        struct Root: GEncodable {
            func encode(to encoder: GEncoder) throws {
                try encoder.encode([Refusing(number: 1), Refusing(number: 2)] as Set, for: Key.members)
            }
        }
        let error = #expect(throws: GraphCodableError.self) { try encode([Root()]) }
        #expect(
            error?.description == """
                duplicateKey at GraphCodableTests.CanonicalOrderTests.Root.members(GraphCodableTests.CanonicalOrderTests.\
                Refusing).name: The key 'name' was encoded twice. Give each value of a type, its superclasses included, a key of \
                its own.
                """)
    }

    @Test func setsThatNestTooDeeplyAreRefused() throws {
        struct Tree: GEncodable, Hashable {
            var children: Set<Tree>
            var name: Int
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(name)
                try encoder.encode(children)
            }
        }
        var tree = Tree(children: [], name: 0)
        for name in 1..<300 { tree = Tree(children: [tree, Tree(children: [], name: name)], name: 0) }
        let deep = tree
        try onThread(stackSize: 512 << 10) {
            let error = #expect(throws: GraphCodableError.self) { try encode(deep) }
            #expect(error?.code == .depthExceeded)
        }
    }

    @Test func binaryValuesAreSorted() throws {
        struct Binary: GBinaryCodable, Hashable {
            var table: [String: Set<Int>]
            init(_ table: [String: Set<Int>]) { self.table = table }
            init(from buffer: inout BinaryReadBuffer) throws { table = try .init(from: &buffer) }
            func write(to buffer: inout BinaryWriteBuffer) throws { try table.write(to: &buffer) }
        }
        var random = SplitMix64(seed: 1)
        let table = Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0)", Set(0..<$0)) })
        let bytes = try encode(Binary(table))
        for _ in 0..<5 {
            var copy: [String: Set<Int>] = Dictionary(minimumCapacity: .random(in: 0..<1_000, using: &random))
            for (key, value) in table.shuffled(using: &random) { copy[key] = Value.set(of: Array(value), &random) }
            #expect(try encode(Binary(copy)) == bytes)
        }
        #expect(try GraphDecoder().decode(Binary.self, from: bytes).table == table)
    }
}
