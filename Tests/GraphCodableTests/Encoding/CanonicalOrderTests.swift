import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// With `.canonical` the same graph gives the same bytes, whatever the order of its sets and dictionaries in memory.
struct CanonicalOrderTests {
    enum Key: String { case name, links, table, owner }

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

    // MARK: Values

    @Test(arguments: [GraphEncoder.Options(), .disableIdentity, .disableInheritance])
    func aValueGivesTheSameBytesInEachOrder(options: GraphEncoder.Options) throws {
        for seed in 0..<15 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let value = Value.random(depth: 3, using: &random)
            let bytes = try canonicalArchive(of: value, options)
            #expect(try GraphDecoder().decode(Value.self, from: bytes) == value, "seed \(seed)")
            for _ in 0..<2 {
                let copy = value.rebuilt(using: &random)
                #expect(try canonicalArchive(of: copy, options) == bytes, "seed \(seed)")
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
            for byte in try canonicalArchive(of: Set(nodes)) + canonicalArchive(of: value) {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
            nodes.forEach { ($0.links, $0.table) = ([], [:]) }
        }
        #expect(hash == 12_505_357_572_668_359_834)
    }

    @Test func numbersAndStringsAreSorted() throws {
        func order<Element: GCodable & Hashable>(_ elements: Set<Element>) throws -> [Element] {
            // A set is archived like an array.
            try GraphDecoder().decode([Element].self, from: canonicalArchive(of: elements))
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
        let pairs = try canonicalArchive(of: wide)
        #expect(
            pairs == (try canonicalArchive(of: [3: true, 1 << 63: true, 1 << 64: true, .max: true] as [UInt128: Bool])))
    }

    @Test func notNumbersHaveAPlace() throws {
        let first: Set<Double> = [.nan, 1, Double(bitPattern: 0xFFF8_0000_0000_0001), -.infinity]
        var second = Set<Double>(minimumCapacity: 500)
        for number in [-.infinity, Double(bitPattern: 0xFFF8_0000_0000_0001), 1, .nan] { second.insert(number) }
        #expect(try canonicalArchive(of: first) == canonicalArchive(of: second))
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
        let bytes = try canonicalArchive(of: [Binary(table), Binary(["": []])] as Set)
        for _ in 0..<5 {
            var copy: [String: Set<Int>] = Dictionary(minimumCapacity: .random(in: 0..<1_000, using: &random))
            for (key, value) in table.shuffled(using: &random) { copy[key] = Value.set(of: Array(value), &random) }
            #expect(try canonicalArchive(of: [Binary(["": []]), Binary(copy)] as Set) == bytes)
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
        #expect(try canonicalArchive(of: Root(table: table)) == canonicalArchive(of: Root(table: other)))
        let nested: [Int: [String: any Sendable]] = [1: table, 2: other, 3: [:]]
        #expect(
            try canonicalArchive(of: Root(table: ["": nested]))
                == canonicalArchive(of: Root(table: ["": [1: other, 2: table, 3: [:]]])))
    }

    @Test func foundationSetsAreInOrder() throws {
        let indices = IndexSet([5, 1, 100]), characters = CharacterSet(charactersIn: "zé🙂a")
        #expect(try canonicalArchive(of: indices) == canonicalArchive(of: IndexSet([100, 5, 1])))
        #expect(
            try canonicalArchive(of: [characters] as Set)
                == canonicalArchive(of: [CharacterSet(charactersIn: "a🙂éz")] as Set))
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
                if let bytes = try? canonicalArchive(of: nodes) { archives.insert(bytes) }
                for (name, node) in nodes.enumerated() { node.name = name }
                archives.insert(try canonicalArchive(of: Set(nodes)))
                nodes.forEach { ($0.links, $0.table) = ([], [:]) }
            }
            #expect(archives.count <= 2, "seed \(seed)")
            let copy = try GraphDecoder().decode(Set<Node>.self, from: archives.max { $0.count < $1.count } ?? [])
            copy.forEach { ($0.links, $0.table) = ([], [:]) }
        }
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
        let bytes = try canonicalArchive(of: sets[0])
        #expect(try canonicalArchive(of: sets[1]) == bytes && canonicalArchive(of: sets[2]) == bytes)
        #expect(try GraphDecoder().decode([Set<Label>].self, from: bytes) == sets[0])
        let texts = sets.map { $0.map { Set($0.map(\.text)) } }
        for option in [GraphEncoder.Options.tryHashableIdentityAtFirst, .tryHashableIdentityAtLast] {
            #expect(try canonicalArchive(of: texts[0], option) == canonicalArchive(of: texts[1], option))
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
}

/// The archive of a graph in canonical order.
func canonicalArchive(of root: some GEncodable, _ options: GraphEncoder.Options = []) throws -> Bytes {
    try GraphEncoder(options.union(.canonical)).encode(root)
}
