import CyclicCoding
import GraphCodable
import Serializable
import VersionedCodable

/// The same node for each way to make a type archivable: five fields and a reference.
///
/// Without `other` the nodes are plain records; with it they are a graph in which every third object is shared.
final class GraphNode: GCodable {
    var number: Int
    var name: String
    var weight: Double
    var counts: [Int]
    var isMarked: Bool
    var other: GraphNode?
    private enum Key: String { case number, name, weight, counts, isMarked, other }

    init(_ number: Int, _ other: GraphNode?) {
        self.number = number
        name = "node \(number)"
        weight = Double(number) / 3
        counts = [number, number + 1, number + 2]
        isMarked = number.isMultiple(of: 2)
        self.other = other
    }

    init(from decoder: GDecoder) throws {
        number = try decoder.decode(for: Key.number)
        name = try decoder.decode(for: Key.name)
        weight = try decoder.decode(for: Key.weight)
        counts = try decoder.decode(for: Key.counts)
        isMarked = try decoder.decode(for: Key.isMarked)
        other = try decoder.decode(for: Key.other)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(number, for: Key.number)
        try encoder.encode(name, for: Key.name)
        try encoder.encode(weight, for: Key.weight)
        try encoder.encode(counts, for: Key.counts)
        try encoder.encode(isMarked, for: Key.isMarked)
        try encoder.encode(other, for: Key.other)
    }
}

final class CodableNode: Codable {
    var number: Int
    var name: String
    var weight: Double
    var counts: [Int]
    var isMarked: Bool
    var other: CodableNode?

    init(_ number: Int, _ other: CodableNode?) {
        self.number = number
        name = "node \(number)"
        weight = Double(number) / 3
        counts = [number, number + 1, number + 2]
        isMarked = number.isMultiple(of: 2)
        self.other = other
    }
}

/// Nodes with a version. They are of the current one: what is measured is what having a version costs.
struct VersionedNodes: VersionedCodable {
    static let version: Int? = 1
    typealias PreviousVersion = NothingEarlier
    var nodes: [CodableNode]
}

final class SerializableNode: Serializable {
    var number: Int
    var name: String
    var weight: Double
    var counts: [Int]
    var isMarked: Bool
    var other: SerializableNode?

    init(_ number: Int, _ other: SerializableNode?) {
        self.number = number
        name = "node \(number)"
        weight = Double(number) / 3
        counts = [number, number + 1, number + 2]
        isMarked = number.isMultiple(of: 2)
        self.other = other
    }

    init(with coder: SerializableDecoder) throws {
        number = try coder.decode(forKey: "number")
        name = try coder.decode(forKey: "name")
        weight = try coder.decode(forKey: "weight")
        counts = try coder.decode(forKey: "counts")
        isMarked = try coder.decode(forKey: "isMarked")
        other = try coder.decode(forKey: "other")
    }

    func encode(with coder: SerializableEncoder) {
        coder.encode(number, forKey: "number")
        coder.encode(name, forKey: "name")
        coder.encode(weight, forKey: "weight")
        coder.encode(counts, forKey: "counts")
        coder.encode(isMarked, forKey: "isMarked")
        coder.encode(other, forKey: "other")
    }
}
