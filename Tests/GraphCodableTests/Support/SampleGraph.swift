import Foundation
import GraphCodable

/// A graph with something of everything, used wherever a small archive with all forms of values is needed.
enum SampleGraph {
    enum Colour: String, GCodable { case red, green, blue }

    struct Point: GCodable, Hashable {
        var x: Double
        var y: Float
        private enum Key: String { case x, y }
        init(x: Double, y: Float) { (self.x, self.y) = (x, y) }
        init(from decoder: GDecoder) throws {
            x = try decoder.decode(for: Key.x)
            y = try decoder.decode(for: Key.y)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(x, for: Key.x)
            try encoder.encode(y, for: Key.y)
        }
    }

    struct Tag: GCodable, Identifiable, GIdentifiable {
        var id: Int
        var text: String
        private enum Key: String { case id, text }
        init(id: Int, text: String) { (self.id, self.text) = (id, text) }
        init(from decoder: GDecoder) throws {
            text = try decoder.decode(for: Key.text)
            id = try decoder.decode(for: Key.id)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(id, for: Key.id)
            try encoder.encode(text, for: Key.text)
        }
    }

    /// A collection of the kind that writes as many unkeyed values as it has elements.
    struct List: GCodable, Equatable {
        var items: [Int]
        init(_ items: [Int]) { self.items = items }
        init(from decoder: GDecoder) throws {
            items = []
            while decoder.unkeyedCount > 0 {
                items.append(try decoder.decode())
            }
        }
        func encode(to encoder: GEncoder) throws {
            for item in items {
                try encoder.encode(item)
            }
        }
    }

    class Shape: GCodable {
        var name: String
        var colour: Colour?
        var points: [Point]
        weak var owner: Group?
        private enum Key: String { case name, colour, points, owner }
        init(name: String, colour: Colour?, points: [Point]) {
            (self.name, self.colour, self.points) = (name, colour, points)
        }
        required init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            colour = try decoder.decodeIfPresent(for: Key.colour)
            points = try decoder.decode(for: Key.points)
            try decoder.deferDecode(for: Key.owner) { self.owner = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encodeIfPresent(colour, for: Key.colour)
            try encoder.encode(points, for: Key.points)
            try encoder.encodeConditional(owner, for: Key.owner)
        }
    }

    final class Circle: Shape {
        var radius = 1.5
        private enum Key: String { case radius }
        override init(name: String, colour: Colour?, points: [Point]) {
            super.init(name: name, colour: colour, points: points)
        }
        required init(from decoder: GDecoder) throws {
            radius = try decoder.decode(for: Key.radius)
            try super.init(from: decoder)
        }
        override func encode(to encoder: GEncoder) throws {
            try super.encode(to: encoder)
            try encoder.encode(radius, for: Key.radius)
        }
    }

    final class Group: GCodable {
        var shapes: [Shape] = []
        var byName: [String: Shape] = [:]
        var neighbours: [Group] = []
        var tags: [Tag] = []
        var numbers: [Int128] = [0, -1, .max, .min]
        var flags: [Bool] = [true, false]
        var list = List(Array(0..<40))
        var nested: [Int??] = [1, .some(nil), nil]
        var set: Set<UInt8> = [1, 2, 200]
        var data = Data([0, 1, 2, 255])
        var big: UInt64 = .max
        var text = "Grüße an alle, die länger als einunddreißig Bytes sind"
        private enum Key: String {
            case shapes, byName, neighbours, tags, numbers, flags, list, nested, set, data, big, text
        }
        init() {}
        init(from decoder: GDecoder) throws {
            text = try decoder.decode(for: Key.text)
            shapes = try decoder.decode(for: Key.shapes)
            byName = try decoder.decode(for: Key.byName)
            tags = try decoder.decode(for: Key.tags)
            numbers = try decoder.decode(for: Key.numbers)
            flags = try decoder.decode(for: Key.flags)
            list = try decoder.decode(for: Key.list)
            nested = try decoder.decode(for: Key.nested)
            set = try decoder.decode(for: Key.set)
            data = try decoder.decode(for: Key.data)
            big = try decoder.decode(for: Key.big)
            try decoder.deferDecode(for: Key.neighbours) { self.neighbours = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(shapes, for: Key.shapes)
            try encoder.encode(byName, for: Key.byName)
            try encoder.encode(neighbours, for: Key.neighbours)
            try encoder.encode(tags, for: Key.tags)
            try encoder.encode(numbers, for: Key.numbers)
            try encoder.encode(flags, for: Key.flags)
            try encoder.encode(list, for: Key.list)
            try encoder.encode(nested, for: Key.nested)
            try encoder.encode(set, for: Key.set)
            try encoder.encode(data, for: Key.data)
            try encoder.encode(big, for: Key.big)
            try encoder.encode(text, for: Key.text)
        }
    }

    /// A small graph with sharing, a hierarchy, cycles and conditional references.
    ///
    /// Sets and dictionaries have at most one element where their order would show in the bytes.
    static func make(isDeterministic: Bool = false) -> Group {
        let root = Group()
        let circle = Circle(name: "circle", colour: .green, points: [Point(x: 0.1, y: -0), Point(x: 2, y: .infinity)])
        let shape = Shape(name: "shape", colour: nil, points: [])
        root.shapes = [circle, shape, circle]
        root.byName = isDeterministic ? ["circle": circle] : ["circle": circle, "shape": shape]
        circle.owner = root
        let other = Group()
        other.neighbours = [root, other]
        root.neighbours = [other, root]
        let tag = Tag(id: 7, text: "seven")
        root.tags = [tag, Tag(id: 8, text: "eight"), tag]
        if isDeterministic {
            root.set = [200]
            other.set = [1]
        }
        return root
    }
}
