import GraphCodable
import TestSupport

/// The types of a newer program, and those of an older one that keeps what it does not know.
///
/// Archives of one become archives of the other by a change of names.
enum TypesOfTwoVersions {
    enum Key: String { case name, point, others, boss, color, x, y, parts, items }

    enum New {
        enum Key: String { case friend, extra, twins, spot, any, shade, z, owner, row, unread, ghost }

        struct Point: GCodable {
            var x = 1
            var z: String?
            var owner: Node?
            var y = 2

            init() {}
            init(from decoder: GDecoder) throws {
                x = try decoder.decode(for: TypesOfTwoVersions.Key.x)
                z = try decoder.decodeIfPresent(for: Key.z)
                owner = try decoder.decode(for: Key.owner)
                y = try decoder.decode(for: TypesOfTwoVersions.Key.y)
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(x, for: TypesOfTwoVersions.Key.x)
                try encoder.encodeIfPresent(z, for: Key.z)
                try encoder.encode(owner, for: Key.owner)
                try encoder.encode(y, for: TypesOfTwoVersions.Key.y)
            }
        }

        class Node: GCodable {
            var name: String
            var point = Point()
            var others: [Node] = []
            weak var boss: Node?
            // New.
            var friend: Node?
            var extra: Extra?
            var twins: [Extra] = []
            var spot: Point?
            var any: (any GCodable)?
            var row: [[Double]] = []
            weak var ghost: Node?

            init(_ name: String) { self.name = name }

            required init(from decoder: GDecoder) throws {
                name = try decoder.decode(for: TypesOfTwoVersions.Key.name)
                try decoder.decodeOrDefer(for: TypesOfTwoVersions.Key.point, into: self) { $0.point = $1 }
                try decoder.decodeOrDefer(for: TypesOfTwoVersions.Key.others, into: self) { $0.others = $1 }
                try decoder.deferDecode(for: TypesOfTwoVersions.Key.boss) { self.boss = $0 }
                try decoder.decodeOrDefer(for: Key.friend, into: self) { $0.friend = $1 }
                try decoder.decodeOrDefer(for: Key.extra, into: self) { $0.extra = $1 }
                try decoder.decodeOrDefer(for: Key.twins, into: self) { $0.twins = $1 }
                try decoder.decodeOrDefer(for: Key.spot, into: self) { $0.spot = $1 }
                any = try decoder.decode(any: (any GCodable)?.self, for: Key.any)
                row = try decoder.decode(for: Key.row)
                try decoder.deferDecode(for: Key.ghost) { self.ghost = $0 }
            }

            func encode(to encoder: GEncoder) throws {
                try encoder.encode(friend, for: Key.friend)
                try encoder.encode(name, for: TypesOfTwoVersions.Key.name)
                try encoder.encode(extra, for: Key.extra)
                try encoder.encode(point, for: TypesOfTwoVersions.Key.point)
                try encoder.encode(twins, for: Key.twins)
                try encoder.encodeConditional(boss, for: TypesOfTwoVersions.Key.boss)
                try encoder.encode(spot, for: Key.spot)
                try encoder.encode(any: any, for: Key.any)
                try encoder.encode(others, for: TypesOfTwoVersions.Key.others)
                try encoder.encode(row, for: Key.row)
                try encoder.encodeConditional(ghost, for: Key.ghost)
            }
        }

        final class Leaf: Node {
            var color = 3
            var shade = Point()

            override init(_ name: String) { super.init(name) }
            required init(from decoder: GDecoder) throws {
                color = try decoder.decode(for: TypesOfTwoVersions.Key.color)
                try super.init(from: decoder)
                try decoder.decodeOrDefer(for: Key.shade, into: self) { $0.shade = $1 }
            }
            override func encode(to encoder: GEncoder) throws {
                try encoder.encode(color, for: TypesOfTwoVersions.Key.color)
                try encoder.encode(shade, for: Key.shade)
                try super.encode(to: encoder)
            }
        }

        /// A class that the older program does not have.
        final class Extra: GCodable {
            var name: String
            var friend: Node?
            var twin: Extra?

            init(_ name: String) { self.name = name }
            init(from decoder: GDecoder) throws {
                name = try decoder.decode(for: TypesOfTwoVersions.Key.name)
                try decoder.decodeOrDefer(for: Key.friend, into: self) { $0.friend = $1 }
                try decoder.decodeOrDefer(for: Key.extra, into: self) { $0.twin = $1 }
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(name, for: TypesOfTwoVersions.Key.name)
                try encoder.encode(friend, for: Key.friend)
                try encoder.encode(twin, for: Key.extra)
            }
        }

        struct Stranger: GCodable {
            var number = 5
            init() {}
            init(from decoder: GDecoder) throws { number = try decoder.decode() }
            func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
        }
    }

    enum Old {
        struct Point: GCodable, GKeepsUnknown {
            var x = 1
            var y = 2
            var unknownFields = GUnknownFields()

            init() {}
            init(from decoder: GDecoder) throws {
                // Not in the order of the archive.
                y = try decoder.decode(for: Key.y)
                x = try decoder.decode(for: Key.x)
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(x, for: Key.x)
                try encoder.encode(y, for: Key.y)
            }
        }

        class Node: GCodable, GKeepsUnknown {
            var name: String
            var point = Point()
            var others: [Node] = []
            weak var boss: Node?
            var unknownFields = GUnknownFields()

            init(_ name: String) { self.name = name }

            required init(from decoder: GDecoder) throws {
                name = try decoder.decode(for: Key.name)
                point = try decoder.decode(for: Key.point)
                try decoder.decodeOrDefer(for: Key.others, into: self) { $0.others = $1 }
                try decoder.deferDecode(for: Key.boss) { self.boss = $0 }
            }

            func encode(to encoder: GEncoder) throws {
                try encoder.encode(name, for: Key.name)
                try encoder.encode(point, for: Key.point)
                try encoder.encode(others, for: Key.others)
                try encoder.encodeConditional(boss, for: Key.boss)
            }
        }

        final class Leaf: Node {
            var color = 3

            required init(from decoder: GDecoder) throws {
                try super.init(from: decoder)
                // The superclass has been decoded, and this key has not.
                color = try decoder.decode(for: Key.color)
            }
            override func encode(to encoder: GEncoder) throws {
                try super.encode(to: encoder)
                try encoder.encode(color, for: Key.color)
            }
        }

        /// Opens nodes of an open file one by one.
        final class Shelf: GCodable {
            var parts: [GraphReference<Node>] = []
            var items: [Node] = []

            init() {}
            init(from decoder: GDecoder) throws { parts = try decoder.decode(for: Key.parts) }
            func encode(to encoder: GEncoder) throws { try encoder.encode(parts, for: Key.parts) }
        }
    }

    static func rename(_ bytes: Bytes, _ old: String, _ new: String) -> Bytes {
        var bytes = bytes
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        var start = 0
        while start + old.count <= bytes.count {
            if bytes[start] == old[0], bytes[start..<start + old.count].elementsEqual(old) {
                bytes.replaceSubrange(start..<start + old.count, with: new)
            }
            start += 1
        }
        return bytes
    }

    static func old(_ bytes: Bytes) -> Bytes { rename(bytes, "New", "Old") }
    static func new(_ bytes: Bytes) -> Bytes { rename(bytes, "Old", "New") }

    /// A graph of the newer program, with cycles. The first node leads to all others by what the older program knows, unless
    /// `hides`.
    static func make(_ count: Int, hides: Bool, _ random: inout SplitMix64) -> [New.Node] {
        let nodes = (0..<count).map { $0 % 3 == 1 ? New.Leaf("n\($0)") : New.Node("n\($0)") }
        let extras = (0..<3).map { New.Extra("e\($0)") }
        func chance() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
        func node() -> New.Node { nodes[Int.random(in: 0..<count, using: &random)] }
        func extra() -> New.Extra { extras[Int.random(in: 0..<extras.count, using: &random)] }
        func point() -> New.Point {
            var point = New.Point()
            point.x = Int.random(in: 0..<9, using: &random)
            point.z = chance() ? "zz" : nil
            point.owner = chance() ? node() : nil
            return point
        }
        for extra in extras {
            extra.friend = chance() ? node() : nil
            extra.twin = chance() ? extras[Int.random(in: 0..<extras.count, using: &random)] : nil
        }
        for (index, item) in nodes.enumerated() {
            item.point = point()
            if index + 1 < count {
                if hides, chance() { item.friend = nodes[index + 1] } else { item.others.append(nodes[index + 1]) }
            }
            if chance() { item.others.append(node()) }
            if chance() { item.friend = item.friend ?? node() }
            if chance() { item.extra = extra() }
            if chance() { item.twins = [extra(), extra()] }
            if chance() { item.spot = point() }
            if chance() { item.any = New.Stranger() }
            if chance() { item.row = [[1.5, 2], [], [3]] }
            item.boss = chance() ? node() : nil
            item.ghost = chance() ? node() : nil
            (item as? New.Leaf)?.shade = point()
        }
        return nodes
    }

    /// Everything in a graph, with numbers for its objects.
    static func describe(_ root: New.Node) -> [String] {
        var numbers: [ObjectIdentifier: Int] = [:]
        var found: [AnyObject] = []
        func number(_ object: AnyObject?) -> String {
            guard let object else { return "-" }
            if let known = numbers[ObjectIdentifier(object)] { return "\(known)" }
            numbers[ObjectIdentifier(object)] = found.count
            found.append(object)
            return "\(found.count - 1)"
        }
        func text(_ point: New.Point?) -> String {
            point.map { "(\($0.x) \($0.y) \($0.z ?? "-") \(number($0.owner)))" } ?? "-"
        }
        var lines: [String] = []
        _ = number(root)
        while lines.count < found.count {
            if let extra = found[lines.count] as? New.Extra {
                lines.append("Extra \(extra.name) \(number(extra.friend)) \(number(extra.twin))")
            } else if let node = found[lines.count] as? New.Node {
                let leaf = (node as? New.Leaf).map { "\($0.color) \(text($0.shade))" } ?? ""
                lines.append(
                    """
                    \(type(of: node)) \(node.name) \(text(node.point)) \(node.others.map(number)) \(number(node.friend)) \
                    \(number(node.extra)) \(node.twins.map(number)) \(text(node.spot)) \
                    \((node.any as? New.Stranger)?.number ?? 0) \(node.row) \(number(node.boss)) \(number(node.ghost)) \(leaf)
                    """)
            }
        }
        return lines
    }

    /// The objects of the older program that it can reach.
    static func reachable(_ root: Old.Node) -> [Old.Node] {
        var (found, known) = ([root], Set([ObjectIdentifier(root)]))
        var next = 0
        while next < found.count {
            for other in found[next].others where known.insert(ObjectIdentifier(other)).inserted { found.append(other) }
            next += 1
        }
        return found
    }

    /// Takes cycles apart, so that nothing leaks.
    static func takeApart(_ nodes: [New.Node]) {
        for node in nodes {
            (node.others, node.friend, node.extra, node.twins, node.spot) = ([], nil, nil, [], nil)
            node.point.owner = nil
            (node as? New.Leaf)?.shade.owner = nil
        }
    }
}
