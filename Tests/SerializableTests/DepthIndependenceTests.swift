import Foundation
import GraphCodable
import Serializable
import TestSupport
import Testing

/// A node of a graph made at random, which does while it is decoded what an initializer may do.
final class WildNode: RestorableSerializable {
    class Base: AutomaticallyEncodedSerializable {
        var id: Int
        init(_ id: Int) { self.id = id }
        required init(with coder: Decoder) throws { id = try coder.decode(forKey: "id") }
    }

    final class Left: Base {}

    /// Throws from its initializer when its number can be divided by three.
    final class Fragile: Base {
        struct Refused: Error {}

        required init(with coder: Decoder) throws {
            try super.init(with: coder)
            guard !id.isMultiple(of: 3) else { throw Refused() }
        }

        override init(_ id: Int) { super.init(id) }
    }

    let id: Int
    var mode: Int
    var one: Base?
    var mixed: [any Serializable] = []
    var nodes: [WildNode] = []
    weak var back: WildNode?
    var caught: [String] = []

    init(_ id: Int, mode: Int) {
        self.id = id
        self.mode = mode
    }

    func encode(with coder: Encoder) {
        coder.encode(nodes, forKey: "nodes")
        coder.encode(id, forKey: "id")
        coder.encode(mode, forKey: "mode")
        coder.encode(one, forKey: "one")
        coder.encode(mixed, forKey: "mixed")
        coder.encode(back, forKey: "back")
    }

    init(with coder: Decoder) throws {
        id = try coder.decode(forKey: "id")
        mode = try coder.decode(forKey: "mode")
        var caught: [String] = []
        func attempt<Value>(_ body: () throws -> Value?) -> Value? {
            do {
                return try body()
            } catch {
                caught.append((error as? SerializableError).map { "\($0.code) \($0.message)" } ?? "\(error)")
                return nil
            }
        }
        // A branch on an earlier field, which at times asks for the wrong class.
        switch mode % 3 {
        case 0: one = attempt { try coder.decode(forKey: "one") as Left? }
        case 1: one = attempt { try coder.decode(forKey: "one") as Fragile? }
        default: one = attempt { try coder.decode(forKey: "one") as Base? }
        }
        mixed = attempt { try coder.decode(forKey: "mixed") as [any Serializable] } ?? []
        nodes = try coder.decode(forKey: "nodes")
        guard mode % 32 != 31 else { throw Fragile.Refused() }
        self.caught = caught
    }

    func restored(with coder: Decoder) throws {
        back = try coder.decode(forKey: "back")
    }

    /// Makes a graph without cycles, but for the references back.
    static func makeGraph(using random: inout SplitMix64) -> WildNode {
        let nodes = (0..<Int.random(in: 3...12, using: &random)).map {
            WildNode($0, mode: Int.random(in: 0..<32, using: &random))
        }
        let bases = [Base(0), Left(1), Fragile(2), Fragile(3), Left(4), Fragile(5)]
        for node in nodes {
            node.one = Bool.random(using: &random) ? bases.randomElement(using: &random) : nil
            for number in 0..<Int.random(in: 0..<4, using: &random) {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: node.mixed.append(number)
                case 1: bases.randomElement(using: &random).map { node.mixed.append($0) }
                default: node.mixed.append("text")
                }
            }
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                nodes.dropFirst(node.id + 1).randomElement(using: &random).map { node.nodes.append($0) }
            }
            node.back = nodes.prefix(node.id + 1).randomElement(using: &random)
        }
        return nodes[0]
    }

    /// What a graph is, with a number for each object.
    static func text(of root: WildNode?) -> String {
        var numbers: [ObjectIdentifier: Int] = [:]
        var lines: [String] = []
        var pending: [WildNode] = []
        func name(_ value: Any?) -> String {
            guard let value, type(of: value) is AnyObject.Type else { return value.map { "\($0)" } ?? "nil" }
            let object = value as AnyObject
            let number = numbers[ObjectIdentifier(object)] ?? numbers.count
            if numbers.updateValue(number, forKey: ObjectIdentifier(object)) == nil, let node = value as? WildNode {
                pending.append(node)
            }
            return "\(type(of: value))#\(number)(\((value as? Base)?.id ?? (value as? WildNode)?.id ?? -1))"
        }
        lines.append(name(root))
        while let node = pending.popLast() {
            lines.append(
                """
                \(name(node)) one \(name(node.one)) mixed \(node.mixed.map { name($0) }) nodes \(node.nodes.map { name($0) }) \
                back \(name(node.back)) caught \(node.caught)
                """)
        }
        return lines.joined(separator: "\n")
    }
}

/// A chain, behind whose last object a node lies.
final class WildChain: AutomaticallyEncodedSerializable {
    var next: WildChain?
    var node: WildNode?

    init(_ next: WildChain?, _ node: WildNode?) {
        self.next = next
        self.node = node
    }

    init(with coder: Decoder) throws {
        next = try coder.decode(forKey: "next")
        node = try coder.decode(forKey: "node")
    }

    /// Releases the chain object by object.
    @discardableResult
    func takeApart() -> (length: Int, node: WildNode?) {
        var (length, last) = (0, self)
        while let next = last.next {
            last.next = nil
            last = next
            length += 1
        }
        return (length, last.node)
    }
}

/// Decoding gives the same at every depth and on every stack.
struct DepthIndependenceTests {
    private static let stackSizes = [512 << 10, 8 << 20]

    init() {
        WildNode.enableSerialization()
        WildNode.Base.enableSerialization()
        WildNode.Left.enableSerialization()
        WildNode.Fragile.enableSerialization()
        Array<WildNode>.enableSerialization()
        WildChain.enableSerialization()
    }

    private static func decode(seed: UInt64, behind count: Int) throws -> String {
        var random = SplitMix64(seed: seed)
        var chain = WildChain(nil, WildNode.makeGraph(using: &random))
        for _ in 0..<count {
            chain = WildChain(chain, nil)
        }
        let coder = Encoder(with: chain)
        coder.encode(WildNode.makeGraph(using: &random), forKey: "decoy")
        let data = try coder.encodedData()
        chain.takeApart()
        do {
            let decoder = try Decoder(from: data)
            _ = try? decoder.decode(forKey: "decoy") as WildNode
            let (length, node) = (try decoder.decode() as WildChain).takeApart()
            #expect(length == count)
            return WildNode.text(of: node)
        } catch let error as SerializableError {
            return "error: \(error.code) \(error.message)"
        } catch {
            return "error: \(error)"
        }
    }

    @Test func randomGraphsAreTheSameBehindChainsOfAnyLength() throws {
        let first = UInt64.random(in: 0..<1 << 32)
        var errorCount = 0
        for seed in first..<first + 10 {
            let expected = try Self.decode(seed: seed, behind: 0)
            errorCount += expected.hasPrefix("error") ? 1 : 0
            for size in Self.stackSizes {
                for count in [300, 1_000] {
                    let found = try onThread(stackSize: size, sanitizedSize: 2 << 20) {
                        try Self.decode(seed: seed, behind: count)
                    }
                    #expect(found == expected, "seed \(seed), behind \(count) objects, stack of \(size) bytes")
                }
            }
        }
        #expect(errorCount < 10)
    }

    @Test(arguments: stackSizes) func aRandomGraphIsTheSameBehindTwentyThousandObjects(stackSize: Int) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        let expected = try Self.decode(seed: seed, behind: 0)
        let found = try onThread(stackSize: stackSize, sanitizedSize: 2 << 20) {
            try Self.decode(seed: seed, behind: 20_000)
        }
        #expect(found == expected, "seed \(seed)")
    }
}
