import Foundation
import GraphCodable

/// Types of every kind, for archives to be decoded as.
enum FuzzSample {
    struct Point: GCodable, Hashable, Identifiable, GIdentifiable {
        var id: Int
        var x: Double?
        private enum Key: String { case id, x }
        init(id: Int, x: Double?) { (self.id, self.x) = (id, x) }
        init(from decoder: GDecoder) throws {
            x = try decoder.decode(for: Key.x)
            id = try decoder.decode(for: Key.id)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(id, for: Key.id)
            try encoder.encode(x, for: Key.x)
        }
    }

    class Node: GCodable, Hashable {
        var name = "node"
        var children: [Node] = []
        var named: [String: Node] = [:]
        var friends: Set<Node> = []
        var points: [Point] = []
        var numbers: [Int32] = [1, 2, 3]
        var deep: [[Int??]] = []
        weak var parent: Node?
        var next: Node?
        private enum Key: String { case name, children, named, friends, points, numbers, deep, parent, next }
        init() {}
        required init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            next = try decoder.decode(for: Key.next)
            children = try decoder.decode(for: Key.children)
            points = try decoder.decode(for: Key.points)
            numbers = try decoder.decode(for: Key.numbers)
            deep = try decoder.decodeIfPresent(for: Key.deep) ?? []
            try decoder.decodeOrDefer(for: Key.named, into: self) { $0.named = $1 }
            try decoder.deferDecode(for: Key.friends) { self.friends = $0 }
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(children, for: Key.children)
            try encoder.encode(named, for: Key.named)
            try encoder.encode(friends, for: Key.friends)
            try encoder.encode(points, for: Key.points)
            try encoder.encode(numbers, for: Key.numbers)
            try encoder.encode(deep, for: Key.deep)
            try encoder.encodeConditional(parent, for: Key.parent)
            try encoder.encode(next, for: Key.next)
        }
        static func == (lhs: Node, rhs: Node) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    final class Leaf: Node {
        var values = Values()
        required init(from decoder: GDecoder) throws {
            values = try decoder.decode()
            try super.init(from: decoder)
        }
        override init() { super.init() }
        override func encode(to encoder: GEncoder) throws {
            try encoder.encode(values)
            try super.encode(to: encoder)
        }
    }

    /// Values of system types.
    struct Values: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {
            while decoder.unkeyedCount > 0 {
                // Each is tried as each type: what fails is passed over.
                switch decoder.unkeyedCount % 16 {
                case 0: _ = try decoder.decode() as Date
                case 1: _ = try decoder.decode() as Decimal
                case 2: _ = try decoder.decode() as URLComponents
                case 3: _ = try decoder.decode() as URL
                case 4: _ = try decoder.decode() as NSRange
                case 5: _ = try decoder.decode() as CharacterSet
                case 6: _ = try decoder.decode() as DateComponents
                case 7: _ = try decoder.decode() as IndexSet
                case 8: _ = try decoder.decode() as CollectionDifference<Int>
                case 9: _ = try decoder.decode() as Range<Int>
                case 10: _ = try decoder.decode() as ClosedRange<Double>
                case 11: _ = try decoder.decode() as SIMD4<Float>
                case 12: _ = try decoder.decode() as [UUID]
                case 13: _ = try decoder.decode() as Character
                case 14: _ = try decoder.decode() as TimeZone
                default: _ = try decoder.decode() as Data
                }
            }
        }
        func encode(to encoder: GEncoder) throws {
            // In the order in which they are asked for: 15 are left, then 14, and so on.
            try encoder.encode(Data([1, 2]))
            try encoder.encode(TimeZone(secondsFromGMT: 3_600) ?? .gmt)
            try encoder.encode(Character("é"))
            try encoder.encode([UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))])
            try encoder.encode(SIMD4<Float>(1, 2, 3, 4))
            try encoder.encode(1.0...2.0)
            try encoder.encode(1..<2)
            try encoder.encode([1, 3].difference(from: [1, 2]))
            try encoder.encode(IndexSet([1, 5]))
            try encoder.encode(DateComponents(year: 2_000, month: 2))
            try encoder.encode(CharacterSet(charactersIn: "ab"))
            try encoder.encode(NSRange(location: 1, length: 2))
            try encoder.encode(URL(filePath: "/a"))
            try encoder.encode(URLComponents(string: "https://a:1/b?c#d") ?? URLComponents())
            try encoder.encode(Decimal(string: "1.25") ?? 0)
        }
    }

    static func graph() -> Node {
        let root = Node()
        let leaf = Leaf()
        leaf.parent = root
        root.children = [leaf, Node(), leaf]
        root.named = ["leaf": leaf]
        root.friends = [leaf]
        root.points = [Point(id: 1, x: 0.1), Point(id: 1, x: 0.1)]
        root.deep = [[1, nil, .some(nil)]]
        root.next = Node()
        root.next?.parent = root
        return root
    }

    static func archives() throws -> [[UInt8]] {
        var archives: [[UInt8]] = try [
            GraphEncoder().encode(graph()), GraphEncoder().encode(Values()), GraphEncoder().encode([1, 2, 300]),
            GraphEncoder().encode(["a": ["b"]]), GraphEncoder().encode("text"),
        ]
        #if Macros
        archives.append(try MadeSample.archive())
        #endif
        return archives
    }
}
