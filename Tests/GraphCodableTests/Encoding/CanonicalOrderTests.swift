import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// With `.canonical` the same graph gives the same bytes, whatever the order of its sets and dictionaries in memory.
@Suite struct CanonicalOrderTests {
    enum Key: String { case name, links, owner, members, table, more, other, last }

    /// A value that nests in any way.
    indirect enum Value: GCodable, Hashable {
        case number(Int)
        case text(String)
        case id(UUID)
        case set(Set<Value>)
        case numbers(Set<Double>)
        case table([Value: Value])
        case list([Value])
        case optionals(Set<Int?>)
        /// A set that encodes its elements without a collection of its own.
        case elements(Set<Value>)
        case pairs([Value: Value])

        init(from decoder: GDecoder) throws {
            switch try decoder.decode() as Int {
            case 0: self = .number(try decoder.decode())
            case 1: self = .text(try decoder.decode())
            case 2: self = .id(try decoder.decode())
            case 3: self = .set(try decoder.decode())
            case 4: self = .numbers(try decoder.decode())
            case 5: self = .table(try decoder.decode())
            case 6: self = .list(try decoder.decode())
            case 7: self = .optionals(try decoder.decode())
            case 8: self = .elements(try Set(from: decoder))
            default: self = .pairs(try Dictionary(from: decoder))
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
            case .optionals(let optionals): try encode(7, optionals, encoder)
            case .elements(let elements):
                try encoder.encode(8)
                try elements.encode(to: encoder)
            case .pairs(let table):
                try encoder.encode(9)
                try table.encode(to: encoder)
            }
        }

        private func encode(_ tag: Int, _ content: some GEncodable, _ encoder: GEncoder) throws {
            try encoder.encode(tag)
            try encoder.encode(content)
        }

        static func random(depth: Int, using random: inout SplitMix64) -> Value {
            let count = Int.random(in: 0..<5, using: &random)
            func values() -> [Value] { (0..<4 * count).map { _ in self.random(depth: depth - 1, using: &random) } }
            func table() -> [Value: Value] { Dictionary(zip(values(), values())) { first, _ in first } }
            switch Int.random(in: 0..<(depth > 0 ? 10 : 3), using: &random) {
            case 0: return .number(.random(in: -300...300, using: &random))
            case 1: return .text(String("ab\u{E9}e\u{301}".shuffled(using: &random).prefix(3)))
            case 2: return .id(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(count))))
            case 3: return .set(Set(values()))
            case 4: return .numbers(Set((0..<count).map { _ in Double.random(in: -1...1, using: &random) }))
            case 5: return .table(table())
            case 6: return .list(values())
            case 7: return .optionals(Set((0..<count).map { $0 == 0 ? nil : 1 << (20 * $0) }))
            case 8: return .elements(Set(values()))
            default: return .pairs(table())
            }
        }

        /// The same value, whose sets and dictionaries have other orders.
        func rebuilt(using random: inout SplitMix64) -> Value {
            switch self {
            case .number, .text, .id: return self
            case .numbers(let numbers): return .numbers(Self.set(of: Array(numbers), &random))
            case .optionals(let optionals): return .optionals(Self.set(of: Array(optionals), &random))
            case .set(let values): return .set(Self.set(of: values.map { $0.rebuilt(using: &random) }, &random))
            case .elements(let values):
                return .elements(Self.set(of: values.map { $0.rebuilt(using: &random) }, &random))
            case .table(let table): return .table(Self.table(of: table, &random))
            case .pairs(let table): return .pairs(Self.table(of: table, &random))
            case .list(let list): return .list(list.map { $0.rebuilt(using: &random) })
            }
        }

        /// A set's order depends on its capacity.
        static func set<Element>(of elements: [Element], _ random: inout SplitMix64) -> Set<Element> {
            var set = Set<Element>(minimumCapacity: .random(in: 0..<300, using: &random))
            set.formUnion(elements.shuffled(using: &random))
            return set
        }

        private static func table(of table: [Value: Value], _ random: inout SplitMix64) -> [Value: Value] {
            var copy = [Value: Value](minimumCapacity: .random(in: 0..<300, using: &random))
            for (key, value) in table.shuffled(using: &random) {
                copy[key.rebuilt(using: &random)] = value.rebuilt(using: &random)
            }
            return copy
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

    struct Sparse: GCodable, Equatable {
        var fields: [Int?]
        init(_ fields: [Int?]) { self.fields = fields }
        init(from decoder: GDecoder) throws {
            fields = try [Key.name, .links, .owner, .more].map { try decoder.decodeIfPresent(for: $0) }
        }
        func encode(to encoder: GEncoder) throws {
            for (field, key) in zip(fields, [Key.name, .links, .owner, .more]) {
                try encoder.encodeIfPresent(field, for: key)
            }
        }
    }

    final class Page: GCodable {
        var next: Page?
        var text: String
        var sparse: [Sparse]
        var bytes: [UInt8]
        init(_ number: Int, _ next: Page?) {
            (self.next, text) = (next, String(repeating: "x", count: number * 397))
            sparse = (0..<number).map { index in Sparse((0..<4).map { index >> $0 & 1 == 0 ? nil : $0 }) }
            bytes = Array(repeating: 255, count: number * 301)
        }
        init(from decoder: GDecoder) throws {
            next = try decoder.decode()
            (text, sparse, bytes) = (try decoder.decode(), try decoder.decode(), try decoder.decode())
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(next)
            try encoder.encode(text)
            try encoder.encode(sparse)
            try encoder.encode(bytes)
        }
    }

    final class Holder: GEncodable {
        let set: Set<Node>
        init(_ set: Set<Node>) { self.set = set }
        func encode(to encoder: GEncoder) throws { try encoder.encode(set) }
    }

    final class Keeper: GEncodable {
        nonisolated(unsafe) static var kept: (any GEncoder)?
        func encode(to encoder: GEncoder) throws {
            Self.kept = encoder
            #expect(encoder.userInfo.count == 1)
            try encoder.encode([1: "a", 2: "b"])
        }
    }

    /// An object without contents.
    final class Link: GEncodable, Hashable {
        func encode(to encoder: GEncoder) throws {}
        static func == (left: Link, right: Link) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private func encode(_ root: some GEncodable, _ options: GraphEncoder.Options = []) throws -> Bytes {
        try GraphEncoder(options.union(.canonical)).encode(root)
    }

    private func refusal(of root: some GEncodable) throws -> String {
        try #require(throws: GraphCodableError.self) { try encode(root) }.description
    }

    // MARK: Values

    @Test(arguments: [GraphEncoder.Options(), .disableIdentity, .disableInheritance])
    func aValueGivesTheSameBytesInEachOrder(options: GraphEncoder.Options) throws {
        for seed in 0..<15 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let value = Value.random(depth: 3, using: &random)
            let bytes = try encode(value, options)
            #expect(try GraphDecoder().decode(Value.self, from: bytes) == value, "seed \(seed)")
            for _ in 0..<2 {
                let copy = value.rebuilt(using: &random)
                #expect(try encode(copy, options) == bytes, "seed \(seed)")
                #expect(copy == value)
            }
        }
    }

    /// The test's process has another order of sets than that for which the number was noted.
    @Test func everyProcessGivesTheSameBytes() throws {
        var hash: UInt64 = 0
        for seed in 0..<20 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let count = Int.random(in: 1..<20, using: &random)
            let links = (0..<count).map { _ in (0..<4).map { _ in Int.random(in: 0..<count, using: &random) } }
            let nodes = graph(of: count, links, &random)
            let value = Value.random(depth: 3, using: &random)
            for byte in try encode(Set(nodes)) + encode(value) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            nodes.forEach { ($0.links, $0.table) = ([], [:]) }
        }
        #expect(hash == 12_505_357_572_668_359_834)
    }

    @Test func numbersAndStringsAreSorted() throws {
        func order<Element: GCodable & Hashable>(_ elements: Set<Element>) throws -> [Element] {
            // A set is archived like an array.
            try GraphDecoder().decode([Element].self, from: encode(elements))
        }
        #expect(try order([300, -1, 7, .min, .max, 0]) == [.min, -1, 0, 7, 300, .max])
        #expect(try order([2.5, -0.5, -7, .infinity, 0, -.infinity]) == [-.infinity, -7, -0.5, 0, 2.5, .infinity])
        #expect(try order([2.5, -0.5, 7] as Set<Float>) == [-0.5, 2.5, 7])
        #expect(try order([true, false]) == [false, true])
        #expect(try order([0x1_00 as UInt16, 2, 0xFFFF]) == [2, 0x1_00, 0xFFFF])
        #expect(try order([1 << 100 as Int128, -1, 5]) == [-1, 5, 1 << 100])
        #expect(try order(["b", "a", "", "ab", "a\0"]) == ["", "a", "a\0", "ab", "b"])
        #expect(try order([nil, 3, -1, 1 << 40, .min] as Set<Int?>) == [.min, -1, 3, 1 << 40, nil])
        #expect(try order([[3], [1, 2], [1]] as Set<Set<Int>>) == order([[1], [3], [2, 1]] as Set<Set<Int>>))
        let wide: [UInt128: Bool] = [.max: true, 1 << 64: true, 3: true, 1 << 63: true]
        let pairs = try encode(wide)
        #expect(pairs == (try encode([3: true, 1 << 63: true, 1 << 64: true, .max: true] as [UInt128: Bool])))
    }

    @Test func notNumbersHaveAPlace() throws {
        let first: Set<Double> = [.nan, 1, Double(bitPattern: 0xFFF8_0000_0000_0001), -.infinity]
        var second = Set<Double>(minimumCapacity: 500)
        for number in [-.infinity, Double(bitPattern: 0xFFF8_0000_0000_0001), 1, .nan] { second.insert(number) }
        #expect(try encode(first) == encode(second))
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
        let bytes = try encode([Binary(table), Binary(["": []])] as Set)
        for _ in 0..<5 {
            var copy: [String: Set<Int>] = Dictionary(minimumCapacity: .random(in: 0..<1_000, using: &random))
            for (key, value) in table.shuffled(using: &random) { copy[key] = Value.set(of: Array(value), &random) }
            #expect(try encode([Binary(["": []]), Binary(copy)] as Set) == bytes)
        }
        #expect(try GraphDecoder().decode(Set<Binary>.self, from: bytes).contains(Binary(table)))
    }

    @Test func protocolValuesAreSorted() throws {
        struct Root: GEncodable {
            let table: [String: any Sendable]
            func encode(to encoder: GEncoder) throws { try encoder.encode(any: table) }
        }
        let pairs: [(String, any Sendable)] = [("a", 1), ("b", "x"), ("c", [2, 1] as Set), ("d", [3])]
        var table: [String: any Sendable] = [:]
        for (key, value) in pairs { table[key] = value }
        var other: [String: any Sendable] = Dictionary(minimumCapacity: 500)
        for (key, value) in pairs.reversed() { other[key] = value }
        #expect(try encode(Root(table: table)) == encode(Root(table: other)))
        let nested: [Int: [String: any Sendable]] = [1: table, 2: other, 3: [:]]
        #expect(try encode(Root(table: ["": nested])) == encode(Root(table: ["": [1: other, 2: table, 3: [:]]])))
    }

    @Test func foundationSetsAreInOrder() throws {
        let indices = IndexSet([5, 1, 100]), characters = CharacterSet(charactersIn: "zé🙂a")
        #expect(try encode(indices) == encode(IndexSet([100, 5, 1])))
        #expect(try encode([characters] as Set) == encode([CharacterSet(charactersIn: "a🙂éz")] as Set))
    }

    // MARK: Objects

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
        for seed in 0..<10 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let count = Int.random(in: 1..<40, using: &random)
            let links = (0..<count).map { _ in (0..<4).map { _ in Int.random(in: 0..<count, using: &random) } }
            var archives: Set<Bytes> = []
            for _ in 0..<3 {
                let nodes = graph(of: count, links, &random)
                // Only some have a name of their own.
                for node in nodes { node.name %= 7 }
                if let bytes = try? encode(nodes) { archives.insert(bytes) }
                for (name, node) in nodes.enumerated() { node.name = name }
                archives.insert(try encode(Set(nodes)))
                nodes.forEach { ($0.links, $0.table) = ([], [:]) }
            }
            #expect(archives.count <= 2, "seed \(seed)")
            let copy = try GraphDecoder().decode(Set<Node>.self, from: archives.max { $0.count < $1.count } ?? [])
            copy.forEach { ($0.links, $0.table) = ([], [:]) }
        }
    }

    @Test func withoutSetsTheBytesAreTheUsualOnes() throws {
        let page = (0..<150).reduce(nil) { Page($1, $0) }
        let bytes = try encode(page)
        #expect(try bytes == GraphEncoder().encode(page))
        #expect(try GraphDecoder().decode(Page.self, from: bytes).sparse == page?.sparse)
        var pieces: Bytes = []
        try GraphEncoder(.canonical).encode(page) { pieces.append(contentsOf: $0) }
        #expect(pieces == bytes)
    }

    @Test func largeCompositesDoNotDependOnWhereChunksEnd() throws {
        struct Large: GCodable, Hashable {
            var name: Int
            var text: String
            init(_ name: Int) { (self.name, text) = (name, String(repeating: "\(name % 10)", count: 5_000 + name)) }
            init(from decoder: GDecoder) throws {
                (name, text) = (try decoder.decode(for: Key.name), try decoder.decode(for: Key.members))
                _ = try decoder.decode(for: Key.last) as Int
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(name, for: Key.name)
                try encoder.encodeIfPresent(name % 3 == 0 ? 1 : nil as Int?, for: Key.more)
                try encoder.encode(text, for: Key.members)
                try encoder.encodeIfPresent(name % 2 == 0 ? 1 : nil as Int?, for: Key.other)
                try encoder.encode(1, for: Key.last)
            }
        }
        var random = SplitMix64(seed: 3)
        let elements = (0..<60).map(Large.init)
        let bytes = try encode(Set(elements))
        for _ in 0..<2 { #expect(try encode(Value.set(of: elements, &random)) == bytes) }
        #expect(try GraphDecoder().decode(Set<Large>.self, from: bytes) == Set(elements))
    }

    @Test func valuesWithIdentityAreOrdered() throws {
        struct Label: GCodable, GIdentifiable, Hashable {
            let gcodableID: Int?
            let text: String
            init(_ id: Int) { (gcodableID, text) = (id, "label \(id % 5)") }
            init(from decoder: GDecoder) throws { (gcodableID, text) = (try decoder.decode(), try decoder.decode()) }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(gcodableID)
                try encoder.encode(text)
            }
        }
        var random = SplitMix64(seed: 5)
        let labels = (0..<30).map(Label.init)
        let sets = (0..<3).map { _ in [Value.set(of: labels, &random), Value.set(of: Array(labels[..<9]), &random)] }
        let bytes = try encode(sets[0])
        #expect(try encode(sets[1]) == bytes && encode(sets[2]) == bytes)
        #expect(try GraphDecoder().decode([Set<Label>].self, from: bytes) == sets[0])
        let texts = sets.map { $0.map { Set($0.map(\.text)) } }
        for option in [GraphEncoder.Options.tryHashableIdentityAtFirst, .tryHashableIdentityAtLast] {
            #expect(try encode(texts[0], option) == encode(texts[1], option))
        }
    }

    // MARK: Ties

    @Test func objectsWithTheSameContentsAreRefused() throws {
        let pair = Node(1)
        pair.links = [Node(2), Node(2)]
        #expect(
            try refusal(of: [pair]) == """
                notEncodable at GraphCodableTests.CanonicalOrderTests.Node.links: Elements of a set or a dictionary lead to \
                different objects of type GraphCodableTests.CanonicalOrderTests.Node with the same contents, as far as 32 \
                references away. So they have no canonical order. Give the objects something by which they differ, such as an \
                id, or encode an array.
                """)
        // Different contents behind them are enough.
        for (index, node) in pair.links.enumerated() { node.links = [Node(index)] }
        let copy = try GraphDecoder().decode([Node].self, from: encode([pair]))
        #expect(Set(copy[0].links.flatMap(\.links).map(\.name)) == [0, 1])
        for node in copy[0].links { node.links = [] }
    }

    @Test func aTieInASetWithinAnElementIsRefused() throws {
        /// An element with a number, and a set of objects that nothing distinguishes.
        struct Element: GEncodable, Hashable {
            let number: Int
            let nodes: Set<Node>
            let links: Set<Link>
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(number)
                try encoder.encode(nodes)
                try encoder.encode(links)
            }
        }
        let elements = (0..<10).map { number in
            let isNode = number.isMultiple(of: 2)
            return Element(
                number: number, nodes: isNode ? [Node(7), Node(7)] : [], links: isNode ? [] : [Link(), Link()])
        }
        var random = SplitMix64(seed: 1)
        let errors = try (0..<10).map { _ in try refusal(of: Value.set(of: elements, &random)) }
        #expect(Set(errors).count == 1 && errors[0].contains("Link with the same contents"), "\(errors)")
    }

    @Test func objectsThatAreArchivedBeforeAreInTheOrderOfTheirNumbers() throws {
        let twins = [Node(7), Node(7)]
        struct Root: GEncodable {
            let twins: [Node], sets: [Set<Node>]
            func encode(to encoder: GEncoder) throws {
                // A list in another object or in an earlier property tells them apart.
                try encoder.encode(twins)
                try encoder.encode(sets)
            }
        }
        struct Before: GEncodable {
            let twins: [Node], holder: Holder
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(twins)
                try encoder.encode(holder)
            }
        }
        let first = try encode(Before(twins: twins, holder: Holder(Set(twins))))
        #expect(try encode(Before(twins: twins.reversed(), holder: Holder(Set(twins)))) == first)
        #expect(try refusal(of: Root(twins: twins, sets: [Set(twins)])).contains("canonical order"))
    }

    @Test func symmetricCyclesAreRefused() throws {
        let ring = (0..<6).map { _ in Node(1) }
        for (index, node) in ring.enumerated() { node.owner = ring[(index + 1) % 6] }
        #expect(try refusal(of: Set(ring)).contains("canonical order"))
        // One that differs tells all apart, by how far they are from it.
        ring[0].name = 2
        var random = SplitMix64(seed: 2)
        #expect(try encode(Set(ring)) == encode(Value.set(of: ring, &random)))
    }

    @Test func objectsThatDifferTooFarAwayAreRefused() throws {
        for (distance, isRefused) in [
            (CanonicalOrder.maximumDistance - 2, false), (CanonicalOrder.maximumDistance, true),
        ] {
            let chains = (0..<2).map { end in (0..<distance).reduce(Node(end)) { next, _ in Node(9, next) } }
            if isRefused {
                #expect(try refusal(of: Set(chains)).contains("canonical order"))
            } else {
                #expect(try encode(Set(chains)) == encode(Set(chains.reversed())))
            }
        }
    }

    // MARK: Work

    /// A value with sets of its own type.
    struct Tree: GEncodable, Hashable {
        var children: Set<Tree>
        var name: Int
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name)
            try encoder.encode(children)
        }

        static func nested(_ depth: Int) -> Tree {
            (1..<depth).reduce(Tree(children: [], name: 0)) { tree, name in
                Tree(children: [tree, Tree(children: [], name: name)], name: 0)
            }
        }
    }

    /// Counts how often it is encoded.
    final class Counter: GCodable, Hashable {
        nonisolated(unsafe) static var count = 0
        let name: Int
        var members: Set<Counter> = []
        init(_ name: Int) { self.name = name }
        init(from decoder: GDecoder) throws {
            name = try decoder.decode()
            try decoder.deferDecode { self.members = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            Self.count += 1
            try encoder.encode(name)
            try encoder.encode(members)
        }
        static func == (left: Counter, right: Counter) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    @Test func eachObjectIsEncodedOnce() throws {
        let owner = Counter(0)
        var last = owner
        // Sets in objects in sets, each of which leads to all others.
        for name in 1..<1_000 {
            let next = Counter(name)
            last.members = [next, owner]
            last = next
        }
        Counter.count = 0
        let copy = try GraphDecoder().decode(Counter.self, from: encode(owner))
        #expect(Counter.count == 1_000)
        for root in [owner, copy] {
            var nodes = [root]
            while let node = nodes.popLast() {
                nodes += node.members
                node.members = []
            }
        }
    }

    @Test func theWorkOfNestedSetsIsBounded() throws {
        func work(_ depth: Int) throws -> (size: Int, work: Int) {
            let tree = Tree.nested(depth)
            let session = EncodingSession(.init(options: .canonical, policy: GraphDecodingPolicy()))
            defer { session.end() }
            try session.run({ try tree._encode(into: $0) }, [:], sink: nil, descriptions: nil)
            let archive = try MarkedArchive(session)
            let storage = archive.records
            let size = storage.withBytes { $0.count }
            let work = storage.withWalker { walker in
                Result {
                    var form = CanonicalOrder(storage, walker)
                    try form.sort(try #require(storage.byteRange(of: 0)))
                    return form.work
                }
            }
            return (size, try work.get())
        }
        // Each level sorts what is in it: twice the depth, four times the work, with at most 512 levels.
        let (small, large) = (try work(100), try work(200))
        #expect(large.work < 5 * small.work)
        #expect(large.work < 200 * 8 * large.size)
    }

    @Test func setsThatNestTooDeeplyAreRefused() throws {
        for depth in [255, 256, 257, 300] {
            let deep = Tree.nested(depth)
            try onThread(stackSize: 512 << 10) {
                let errors = [GraphEncoder.Options(), .canonical].map { options -> GraphCodableError.Code? in
                    do {
                        _ = try GraphEncoder(options).encode(deep) as Bytes
                        return nil
                    } catch {
                        return (error as? GraphCodableError)?.code
                    }
                }
                #expect(errors[0] == errors[1], "\(depth)")
            }
        }
    }

    // MARK: Numbers inside elements

    struct Sample<Number: GCodable & Hashable>: GCodable, Hashable {
        let number: Number
        init(_ number: Number) { self.number = number }
        init(from decoder: GDecoder) throws { number = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
    }

    /// Returns the numbers in the order in which a set of structs with them is archived.
    private func order<Number: GCodable & Hashable>(of numbers: [Number]) throws -> [Number] {
        var random = SplitMix64(seed: 1)
        let archives = try (0..<20).map { _ in
            try GraphEncoder(.canonical).encode(Value.set(of: numbers.map { Sample($0) }, &random)) as Bytes
        }
        #expect(Set(archives).count == 1)
        return try GraphDecoder().decode([Sample<Number>].self, from: archives[0]).map(\.number)
    }

    @Test func elementsAreInTheOrderOfTheNumbersInThem() throws {
        let doubles = [-.infinity, -1e300, -2.5, -1, -0.1, 0, .leastNonzeroMagnitude, 0.1, 1, 1.5, 1e300, .infinity]
        #expect(try order(of: doubles.shuffled()) == doubles)
        let floats: [Float] = [-.greatestFiniteMagnitude, -1.5, -0.1, 0, 0.1, 1, 3.25, .infinity]
        #expect(try order(of: floats.shuffled()) == floats)
        let integers: [Int128] = [
            .min, -(1 << 100), Int128(Int64.min) - 1, Int128(Int64.min), -70_000, -300, -1, 0, 63, 64, 300, 70_000,
            Int128(Int64.max), 1 << 63, Int128(UInt64.max), 1 << 64, .max,
        ]
        #expect(try order(of: integers.shuffled()) == integers)
        let large: [UInt128] = [0, UInt128(UInt64.max), UInt128(Int128.max), UInt128(Int128.max) + 1, .max]
        #expect(try order(of: large.shuffled()) == large)
    }

    @Test func nestedOptionalsInElementsHaveAnOrder() throws {
        let optionals: [Int??] = [1, 2, .some(nil), nil]
        #expect(try order(of: optionals.shuffled()) == optionals)
    }

    // MARK: Limits, errors and encoders

    @Test func theLimitsAreThoseOfTheArchive() throws {
        var policy = GraphDecodingPolicy()
        let set = Set((0..<50).map { ["\($0)"] })
        let size = try encode(set).count
        policy.maximumPlainByteCount = UInt64(size)
        #expect(try GraphEncoder(.canonical, policy: policy).encode(set) == encode(set))
        policy.maximumPlainByteCount = UInt64(size) - 1
        let error = #expect(throws: GraphCodableError.self) {
            try GraphEncoder(.canonical, policy: policy).encode(set) as Bytes
        }
        #expect(error?.code == .limitExceeded)
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
        let errors = [GraphEncoder.Options(), .canonical].map { options in
            #expect(throws: GraphCodableError.self) { try GraphEncoder(options).encode(Root()) as Bytes }?.description
        }
        #expect(errors[0] != nil && errors[0] == errors[1])
    }

    @Test func theErrorOfASinkIsThrown() throws {
        struct Full: Error {}
        #expect(throws: Full.self) {
            try GraphEncoder(.canonical).encode(Set((0..<30_000).map { "\($0)" })) { _ in throw Full() }
        }
    }

    @Test func anEncoderThatWasKeptIsNotUsedAgain() throws {
        let encoder = GraphEncoder(.canonical)
        encoder.userInfo = [CodingUserInfoKey(rawValue: "key").unsafelyUnwrapped: 1]
        let bytes = try encoder.encode(Keeper()) as Bytes
        let kept = try #require(Keeper.kept)
        let error = #expect(throws: GraphCodableError.self) { try Set([1, 2]).encode(to: kept) }
        #expect(error?.code == .misuse)
        #expect(try encoder.encode(Keeper()) == bytes)
        Keeper.kept = nil
    }
}

extension CanonicalOrderTests.Node {
    convenience init(_ name: Int, _ link: CanonicalOrderTests.Node) {
        self.init(name)
        links = [link]
    }
}
