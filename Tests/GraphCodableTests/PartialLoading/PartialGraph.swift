import TestSupport

@testable import GraphCodable

/// A random graph that is changed and saved twice: loaded whole, and opened in parts.
struct PartialGraph {
    /// Counts the vertices that are decoded.
    @TaskLocal static var decodedCount: Locked<Int>?

    /// What a program changes in objects that it has loaded, by their numbers.
    enum Change {
        case text(Int, String)
        case dropPart(Int, Int)
        case dropChildren(Int)
        /// Adds a part of one object to another one.
        case linkPart(Int, from: Int, Int)
        /// Adds a new object that leads to a part of the object.
        case addChild(Int, number: Int, Int)
        /// Adds a part of another file.
        case linkForeign(Int, Int)
    }

    /// Values of all kinds, with keys that are often absent.
    struct Values: GCodable {
        var numbers: [Int32] = []
        var flags: [Bool] = []
        var ratio: Double?
        var name: String?
        var deep: Int??
        var any: [any GCodable] = []
        var table: [String: [Int]] = [:]
        /// More values without keys than a shape has.
        var row: Row?

        struct Row: GCodable {
            var elements: [Int]

            init(_ elements: [Int]) { self.elements = elements }
            init(from decoder: GDecoder) throws {
                elements = []
                for _ in 0..<20 { elements.append(try decoder.decode()) }
            }
            func encode(to encoder: GEncoder) throws { for element in elements { try encoder.encode(element) } }
        }

        enum Key: String { case numbers, flags, ratio, name, deep, any, table, row }

        init(_ random: inout SplitMix64) {
            func chance() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
            if chance() { numbers = (0..<Int.random(in: 0..<9, using: &random)).map { Int32($0) * 77_777 } }
            if chance() { flags = [true, false, chance()] }
            if chance() { ratio = Double.random(in: 0...1, using: &random) }
            if chance() { name = String(repeating: "é", count: Int.random(in: 0..<40, using: &random)) }
            deep = chance() ? .some(nil) : chance() ? 7 : .none
            if chance() { any = [3, "x", 2.5] }
            if chance() { table = ["a": [1, 2]] }
            if chance() { row = Row((0..<20).map { $0 * 100 }) }
        }

        init(from decoder: GDecoder) throws {
            numbers = try decoder.decodeIfPresent(for: Key.numbers) ?? []
            flags = try decoder.decodeIfPresent(for: Key.flags) ?? []
            ratio = try decoder.decodeIfPresent(for: Key.ratio)
            name = try decoder.decodeIfPresent(for: Key.name)
            deep = try decoder.decode(for: Key.deep)
            any = try decoder.decode(any: [any GCodable].self, for: Key.any)
            table = try decoder.decodeIfPresent(for: Key.table) ?? [:]
            row = try decoder.decodeIfPresent(for: Key.row)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encodeIfPresent(numbers.isEmpty ? nil : numbers, for: Key.numbers)
            try encoder.encodeIfPresent(flags.isEmpty ? nil : flags, for: Key.flags)
            try encoder.encodeIfPresent(ratio, for: Key.ratio)
            try encoder.encodeIfPresent(name, for: Key.name)
            try encoder.encode(deep, for: Key.deep)
            try encoder.encode(any: any, for: Key.any)
            try encoder.encodeIfPresent(table.isEmpty ? nil : table, for: Key.table)
            try encoder.encodeIfPresent(row, for: Key.row)
        }
    }

    class Vertex: GCodable {
        let number: Int
        var text: String
        var values: Values
        var parts: [GraphReference<Vertex>] = []
        var cover: GraphReference<Vertex>?
        var children: [Vertex] = []
        weak var friend: Vertex?

        enum Key: String { case number, text, values, parts, cover, children, friend }

        required init(_ number: Int, _ random: inout SplitMix64) {
            (self.number, text, values) = (number, "text \(number)", Values(&random))
        }

        required init(from decoder: GDecoder) throws {
            if let count = PartialGraph.decodedCount { count.set(count.get() + 1) }
            number = try decoder.decode(for: Key.number)
            text = try decoder.decode(for: Key.text)
            values = try decoder.decode(for: Key.values)
            parts = try decoder.decode(for: Key.parts)
            cover = try decoder.decode(for: Key.cover)
            try decoder.decodeOrDefer(for: Key.children, into: self) { $0.children = $1 }
            try decoder.deferDecode(for: Key.friend) { self.friend = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(text, for: Key.text)
            try encoder.encode(values, for: Key.values)
            try encoder.encode(parts, for: Key.parts)
            try encoder.encodeConditional(cover, for: Key.cover)
            try encoder.encode(children, for: Key.children)
            try encoder.encodeConditional(friend, for: Key.friend)
        }
    }

    final class Special: Vertex {}

    /// A graph whose vertices have the numbers from 0 on. The first one is the root.
    static func make(_ count: Int, hasFriends: Bool, _ random: inout SplitMix64) -> Vertex {
        let vertices = (0..<count).map { number in
            (number % 4 == 1 ? Special.self : Vertex.self).init(number, &random)
        }
        func pick() -> Vertex { vertices[Int.random(in: 0..<count, using: &random)] }
        for vertex in vertices {
            for _ in 0..<Int.random(in: 0..<4, using: &random) { vertex.parts.append(GraphReference(pick())) }
            for _ in 0..<[0, 0, 1, 2][Int.random(in: 0..<4, using: &random)] { vertex.children.append(pick()) }
            if Int.random(in: 0..<3, using: &random) == 0 { vertex.cover = GraphReference(pick()) }
            if hasFriends, Bool.random(using: &random) { vertex.friend = pick() }
        }
        vertices[0].parts += [GraphReference(vertices[count / 2]), GraphReference(vertices[count - 1])]
        return vertices[0]
    }

    static func open(_ bytes: Bytes, blockSize: Int = 64) throws -> OpenArchive {
        let blocks = try ArchiveBlocks(byteCount: bytes.count, blockSize: blockSize, keptByteCount: 0) {
            number, target in
            bytes.withUnsafeBytes { target.copyBytes(from: $0.dropFirst(number * blockSize).prefix(target.count)) }
        }
        return try OpenArchive(
            blocks, arrivedByteCount: bytes.count, chargesBlocks: true, policy: GraphDecodingPolicy())
    }

    /// The objects to which a vertex leads, without loading any.
    static func loaded(_ root: Vertex) -> [Vertex] {
        var (found, known) = ([root], Set([ObjectIdentifier(root)]))
        var next = 0
        while next < found.count {
            let vertex = found[next]
            next += 1
            let parts = (vertex.parts + [vertex.cover].compactMap { $0 }).filter(\.isLoaded).compactMap {
                try? $0.load()
            }
            for other in parts + vertex.children + [vertex.friend].compactMap({ $0 })
            where known.insert(ObjectIdentifier(other)).inserted {
                found.append(other)
            }
        }
        return found
    }

    /// The whole graph as a text, in which objects are numbered in the order in which they are reached.
    static func text(_ root: Vertex) -> [String] {
        let vertices = loaded(root)
        let numbers = Dictionary(uniqueKeysWithValues: vertices.enumerated().map { (ObjectIdentifier($1), $0) })
        func number(_ vertex: Vertex?) -> String { vertex.map { "#\(numbers[ObjectIdentifier($0)] ?? -1)" } ?? "nil" }
        return vertices.map { vertex in
            """
            \(type(of: vertex)) \(vertex.number) \(vertex.text) \(vertex.values) \
            parts \(vertex.parts.map { number(try? $0.load()) }) cover \(number(try? vertex.cover?.load())) \
            children \(vertex.children.map { number($0) }) friend \(number(vertex.friend))
            """
        }
    }

    /// Breaks all cycles.
    static func takeApart(_ root: Vertex) {
        for vertex in loaded(root) { (vertex.parts, vertex.cover, vertex.children) = ([], nil, []) }
    }

    static func randomChange(among numbers: [Int], newNumber: Int, _ random: inout SplitMix64) -> Change {
        func pick() -> Int { numbers[Int.random(in: 0..<numbers.count, using: &random)] }
        let index = Int.random(in: 0..<3, using: &random)
        return switch Int.random(in: 0..<7, using: &random) {
        case 0: .dropPart(pick(), index)
        case 1: .dropChildren(pick())
        case 2: .linkPart(pick(), from: pick(), index)
        case 3: .addChild(pick(), number: newNumber, index)
        case 4: .linkForeign(pick(), index)
        default: .text(pick(), "changed \(newNumber)")
        }
    }

    static func apply(_ change: Change, _ vertices: [Int: Vertex], foreign: Vertex) {
        switch change {
        case .text(let number, let text): vertices[number]?.text = text
        case .dropPart(let number, let index):
            if let vertex = vertices[number], index < vertex.parts.count { vertex.parts.remove(at: index) }
        case .dropChildren(let number): vertices[number]?.children = []
        case .linkPart(let number, let other, let index):
            if let other = vertices[other], index < other.parts.count {
                vertices[number]?.parts.append(other.parts[index])
            }
        case .addChild(let owner, let number, let index):
            guard let owner = vertices[owner] else { return }
            var random = SplitMix64(seed: UInt64(number))
            let child = Vertex(number, &random)
            child.parts = Array(owner.parts.dropFirst(index))
            owner.children.append(child)
        case .linkForeign(let number, let index):
            if index < foreign.parts.count { vertices[number]?.parts.append(foreign.parts[index]) }
        }
    }
}
