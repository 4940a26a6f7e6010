import CyclicCoding
import Foundation
import TestSupport

/// Types with all that an initializer may do while it decodes, for graphs made at random.
enum RandomGraph {
    static let types: RegisteredTypes = [Base.self, LeftBase.self, RightBase.self]

    class Base: Codable {
        var id: Int

        init(_ id: Int) {
            self.id = id
        }
    }

    /// Registered: comes back as what it is.
    final class LeftBase: Base {}
    final class RightBase: Base {}

    final class Leaf: Codable {
        var leaf: Int
        init(_ number: Int) { leaf = number }
    }

    final class Twig: Codable {
        var twig: Int
        init(_ number: Int) { twig = number }
    }

    /// Throws from its initializer when its number can be divided by three, after it has made another object.
    final class Bud: Codable {
        var bud: Int
        var leaf: Leaf?

        init(_ number: Int, _ leaf: Leaf?) {
            bud = number
            self.leaf = leaf
        }

        struct Refused: Error {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            leaf = try container.decodeIfPresent(Leaf.self, forKey: .leaf)
            bud = try container.decode(Int.self, forKey: .bud)
            guard !bud.isMultiple(of: 3) else { throw Refused() }
        }
    }

    enum Choice: Codable {
        case leaf(Leaf)
        case twig(Twig, Int)
        case bud(Bud)
        case node(Node)
    }

    final class Tag: Codable, Hashable {
        var name: String
        var node: WeakCycleBreaker<Node>

        init(_ name: String, _ node: Node) {
            self.name = name
            self.node = WeakCycleBreaker(object: node)
        }

        static func == (lhs: Tag, rhs: Tag) -> Bool { lhs.name == rhs.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    final class Node: Codable {
        let id: Int
        var mode: Int
        /// One of three classes, in one slot.
        var one: AnyObject?
        var base: Base?
        var choices: [Choice] = []
        var nodes: [String: Node] = [:]
        var tags: Set<Tag> = []
        var back = WeakCycleBreaker<Node>()
        var conditional: Node?
        /// What was caught.
        var caught: [String] = []

        enum CodingKeys: CodingKey {
            case id, mode, one, base, choices, nodes, tags, back, conditional
        }

        enum Name: String, CodingKey, CaseIterable {
            case a, b, c
        }

        init(_ id: Int, mode: Int) {
            self.id = id
            self.mode = mode
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            if mode & 1 == 0 {
                try container.encode(back, forKey: .back)
            }
            try container.encode(id, forKey: .id)
            try container.encode(mode, forKey: .mode)
            switch one {
            case let leaf as Leaf: try container.encode(leaf, forKey: .one)
            case let twig as Twig: try container.encode(twig, forKey: .one)
            case let bud as Bud: try container.encode(bud, forKey: .one)
            default: break
            }
            try container.encodeIfPresent(base, forKey: .base)
            try container.encode(choices, forKey: .choices)
            // One after another: the order of a dictionary is another each time, and what is asked for first is made first.
            var named = container.nestedContainer(keyedBy: Name.self, forKey: .nodes)
            for name in Name.allCases {
                try named.encodeIfPresent(nodes[name.rawValue], forKey: name)
            }
            try container.encode(tags, forKey: .tags)
            if mode & 1 != 0 {
                try container.encode(back, forKey: .back)
            }
            if let conditional {
                try container.encodeConditional(conditional, forKey: .conditional)
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            var caught: [String] = []
            func attempt<Value>(_ body: () throws -> Value?) -> Value? {
                do {
                    return try body()
                } catch {
                    caught.append(RandomGraph.text(of: error))
                    return nil
                }
            }
            id = try container.decode(Int.self, forKey: .id)
            mode = try container.decode(Int.self, forKey: .mode)
            // A branch on an earlier field, which at times asks for the wrong class.
            switch mode % 4 {
            case 0: one = attempt { try container.decodeIfPresent(Leaf.self, forKey: .one) }
            case 1: one = attempt { try container.decodeIfPresent(Twig.self, forKey: .one) }
            case 2: one = attempt { try container.decodeIfPresent(Bud.self, forKey: .one) }
            default:
                one = attempt { try container.decodeIfPresent(Leaf.self, forKey: .one) }
                one = one ?? attempt { try container.decodeIfPresent(Bud.self, forKey: .one) }
                one = one ?? attempt { try container.decodeIfPresent(Twig.self, forKey: .one) }
            }
            base =
                mode % 8 == 7
                ? attempt { try container.decodeIfPresent(LeftBase.self, forKey: .base) }
                : try container.decodeIfPresent(Base.self, forKey: .base)
            // One after another, so that those that can be decoded are.
            var list = try container.nestedUnkeyedContainer(forKey: .choices)
            while !list.isAtEnd {
                if let choice = attempt({ try list.decode(Choice.self) as Choice? }) {
                    choices.append(choice)
                } else {
                    _ = try list.superDecoder()
                }
            }
            let named = try container.nestedContainer(keyedBy: Name.self, forKey: .nodes)
            for name in Name.allCases {
                nodes[name.rawValue] = try named.decodeIfPresent(Node.self, forKey: name)
            }
            tags = try container.decode(Set<Tag>.self, forKey: .tags)
            back = try container.decode(WeakCycleBreaker<Node>.self, forKey: .back)
            conditional = try container.decodeIfPresent(Node.self, forKey: .conditional)
            guard mode % 64 != 63 else { throw Bud.Refused() }
            self.caught = caught
        }
    }

    /// A chain, behind whose last object a node lies.
    final class Chain: Codable {
        var next: Chain?
        var node: Node?

        init(_ next: Chain?, _ node: Node?) {
            self.next = next
            self.node = node
        }
    }

    struct Root: Codable {
        /// Read before the chain, at the same places of the same classes.
        var decoys: [Node]
        var chain: Chain
    }

    // MARK: Making

    /// Makes a graph without cycles, but for those that cycle breakers break, and an object of it to begin with.
    static func make(using random: inout SplitMix64) -> Node {
        let nodes = (0..<Int.random(in: 3...12, using: &random)).map {
            Node($0, mode: Int.random(in: 0..<64, using: &random))
        }
        let leaves = (0..<3).map { Leaf($0) }
        let twigs = (0..<3).map { Twig($0) }
        let buds = (0..<4).map { Bud($0, leaves.randomElement(using: &random)) }
        let bases = [Base(0), LeftBase(1), RightBase(2), LeftBase(3)]
        for node in nodes {
            let later = nodes.dropFirst(node.id + 1)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: node.one = leaves.randomElement(using: &random)
            case 1: node.one = twigs.randomElement(using: &random)
            case 2: node.one = buds.randomElement(using: &random)
            default: break
            }
            node.base = Bool.random(using: &random) ? bases.randomElement(using: &random) : nil
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: leaves.randomElement(using: &random).map { node.choices.append(.leaf($0)) }
                case 1: twigs.randomElement(using: &random).map { node.choices.append(.twig($0, 7)) }
                case 2: buds.randomElement(using: &random).map { node.choices.append(.bud($0)) }
                default: later.randomElement(using: &random).map { node.choices.append(.node($0)) }
                }
            }
            for name in ["a", "b", "c"].prefix(Int.random(in: 0...3, using: &random)) {
                node.nodes[name] = later.randomElement(using: &random)
            }
            if Bool.random(using: &random) {
                nodes.randomElement(using: &random).map { _ = node.tags.insert(Tag("x", $0)) }
            }
            node.back[] = nodes.randomElement(using: &random)
            node.conditional = Bool.random(using: &random) ? later.randomElement(using: &random) : nil
        }
        return nodes[0]
    }

    // MARK: Comparing

    /// What a graph is, with a number for each object.
    static func text(of root: Node?) -> String {
        var numbers: [ObjectIdentifier: Int] = [:]
        var lines: [String] = []
        var pending: [Node] = []
        func name(_ object: AnyObject?) -> String {
            guard let object else { return "nil" }
            let id = ObjectIdentifier(object)
            let isNew = numbers[id] == nil
            let number = numbers[id] ?? numbers.count
            numbers[id] = number
            if isNew, let node = object as? Node {
                pending.append(node)
            }
            let content =
                switch object {
                case let leaf as Leaf: "\(leaf.leaf)"
                case let twig as Twig: "\(twig.twig)"
                case let bud as Bud: "\(bud.bud) \(name(bud.leaf))"
                case let base as Base: "\(base.id)"
                case let node as Node: "\(node.id)"
                default: "?"
                }
            return "\(type(of: object))#\(number)(\(content))"
        }
        lines.append(name(root))
        while let node = pending.popLast() {
            let choices = node.choices.map { choice in
                switch choice {
                case .leaf(let leaf): name(leaf)
                case .twig(let twig, let number): "\(name(twig)) \(number)"
                case .bud(let bud): name(bud)
                case .node(let node): name(node)
                }
            }
            let nodes = node.nodes.sorted { $0.key < $1.key }.map { "\($0.key): \(name($0.value))" }
            let tags = node.tags.sorted { $0.name < $1.name }.map { "\($0.name): \(name($0.node[]))" }
            lines.append(
                """
                \(name(node)) one \(name(node.one)) base \(name(node.base)) choices \(choices) nodes \(nodes) tags \(tags) \
                back \(name(node.back[])) conditional \(name(node.conditional)) caught \(node.caught)
                """)
        }
        return lines.joined(separator: "\n")
    }

    /// What an error is, with the end of its path: its beginning is another behind a chain, and with the order of a dictionary.
    static func text(of error: any Error) -> String {
        func end(_ context: DecodingError.Context) -> String {
            "\(context.codingPath.last?.stringValue ?? "-") \(context.debugDescription)"
        }
        switch error {
        case DecodingError.typeMismatch(let type, let context): return "typeMismatch \(type) \(end(context))"
        case DecodingError.valueNotFound(let type, let context): return "valueNotFound \(type) \(end(context))"
        case DecodingError.keyNotFound(let key, let context): return "keyNotFound \(key.stringValue) \(end(context))"
        case DecodingError.dataCorrupted(let context): return "dataCorrupted \(end(context))"
        case let error as CyclicCodingError:
            return "\(error.code) \(error.codingPath.steps.suffix(1)) \(error.message)"
        default: return "\(error)"
        }
    }
}
