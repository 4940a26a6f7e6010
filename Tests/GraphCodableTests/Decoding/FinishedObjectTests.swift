import Testing

@testable import GraphCodable

/// Objects are finished before a set or the keys of a dictionary hash them.
struct FinishedObjectTests {
    /// Is hashed by what it defers.
    final class Node: GCodable, Hashable {
        let name: String
        var tags: [Tag] = []
        var parent: Owner?
        enum Key: String { case name, tags, parent }

        init(_ name: String, _ tags: [Tag], parent: Owner? = nil) {
            self.name = name
            self.tags = tags
            self.parent = parent
        }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
            try decoder.deferDecode(for: Key.tags) { self.tags = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(tags, for: Key.tags)
            try encoder.encode(parent, for: Key.parent)
        }

        static func == (lhs: Node, rhs: Node) -> Bool { lhs.tags.map(\.text) == rhs.tags.map(\.text) }
        func hash(into hasher: inout Hasher) { hasher.combine(tags.map(\.text)) }
    }

    final class Tag: GCodable {
        let text: String
        init(_ text: String) { self.text = text }
        init(from decoder: GDecoder) throws { text = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(text) }
    }

    final class Owner: GCodable {
        var nodes: Set<Node> = []
        var numbers: [Node: Int] = [:]
        enum Key: String { case nodes, numbers }
        init() {}
        init(from decoder: GDecoder) throws {
            nodes = try decoder.decode(for: Key.nodes)
            numbers = try decoder.decode(for: Key.numbers)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(nodes, for: Key.nodes)
            try encoder.encode(numbers, for: Key.numbers)
        }
    }

    @Test func elementsAndKeysAreHashedByTheirDeferredValues() throws {
        let owner = Owner()
        for index in 0..<50 {
            let node = Node("\(index)", [Tag("tag \(index)")], parent: owner)
            owner.nodes.insert(node)
            owner.numbers[Node("\(index)", [Tag("key \(index)")], parent: owner)] = index
        }
        defer { owner.nodes.forEach { $0.parent = nil }; owner.numbers.keys.forEach { $0.parent = nil } }
        let out = try GraphDecoder().decode(Owner.self, from: GraphEncoder().encode(owner) as Bytes)
        defer { out.nodes.forEach { $0.parent = nil }; out.numbers.keys.forEach { $0.parent = nil } }
        #expect(out.nodes.count == 50 && out.numbers.count == 50)
        for index in 0..<50 {
            #expect(out.nodes.contains(Node("", [Tag("tag \(index)")])))
            #expect(out.numbers[Node("", [Tag("key \(index)")])] == index)
        }
        #expect(out.nodes.allSatisfy { $0.parent === out } && out.numbers.keys.allSatisfy { $0.parent === out })
    }

    /// Defers a value that leads back to the set's owner by a detour, which is found out only by trying.
    final class Detour: GCodable, Hashable {
        var holder: Holder?
        let name: String
        enum Key: String { case holder, name }
        init(_ name: String) { self.name = name }
        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.deferDecode(for: Key.holder) { self.holder = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(holder, for: Key.holder)
        }
        static func == (lhs: Detour, rhs: Detour) -> Bool { lhs.name == rhs.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    final class Holder: GCodable {
        var root: Root?
        init() {}
        init(from decoder: GDecoder) throws { root = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(root) }
    }

    final class Root: GCodable {
        var detours: Set<Detour> = []
        init() {}
        init(from decoder: GDecoder) throws { detours = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(detours) }
    }

    @Test func whatCannotBeFinishedYetIsDecodedAtTheEnd() throws {
        let root = Root()
        let holder = Holder()
        holder.root = root
        for index in 0..<200 {
            let detour = Detour("\(index)")
            detour.holder = holder
            root.detours.insert(detour)
        }
        defer { holder.root = nil }
        let out = try GraphDecoder().decode(Root.self, from: GraphEncoder().encode(root) as Bytes)
        #expect(out.detours.count == 200)
        #expect(Set(out.detours.map { $0.holder.map { ObjectIdentifier($0) } }).count == 1)
        #expect(out.detours.first?.holder?.root === out)
        out.detours.first?.holder?.root = nil
    }

    /// Nests values, with an object at the bottom.
    struct Nest: GCodable {
        var inner: [Nest] = []
        var next: Link?
        init(depth: Int, next: Link?) {
            if depth > 0 {
                inner = [Nest(depth: depth - 1, next: next)]
            } else {
                self.next = next
            }
        }
        init(from decoder: GDecoder) throws {
            inner = try decoder.decode()
            next = try decoder.decode()
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(inner)
            try encoder.encode(next)
        }
    }

    final class Link: GCodable {
        let nest: Nest
        init(_ nest: Nest) { self.nest = nest }
        init(from decoder: GDecoder) throws { nest = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(nest) }
    }

    @Test(arguments: [5, 20, 100])
    func objectsWithDeeplyNestedValuesMayFollowOneAnother(depth: Int) throws {
        var link = Link(Nest(depth: depth, next: nil))
        for _ in 0..<40 {
            link = Link(Nest(depth: depth, next: link))
        }
        var count = 0
        var next: Link? = try GraphDecoder().decode(Link.self, from: GraphEncoder().encode(link) as Bytes)
        while let link = next {
            count += 1
            var nest = link.nest
            while let inner = nest.inner.first {
                nest = inner
            }
            next = nest.next
        }
        #expect(count == 41)
    }
}
