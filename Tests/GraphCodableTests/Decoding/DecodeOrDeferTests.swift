import TestSupport
import Testing

@testable import GraphCodable

/// References that are set at once where that is possible, and later where their objects are still being made.
struct DecodeOrDeferTests {
    final class Node: GCodable {
        let name: Int
        var next: Node?
        var neighbors: [Node] = []

        enum Key: String { case name, next, neighbors }

        init(_ name: Int) { self.name = name }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.decodeOrDefer(for: Key.next, into: self) { $0.next = $1 }
            try decoder.decodeOrDefer(for: Key.neighbors, into: self) { $0.neighbors = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(next, for: Key.next)
            try encoder.encode(neighbors, for: Key.neighbors)
        }
    }

    private func copy<Root: GCodable>(_ root: Root) throws -> Root {
        try GraphDecoder().decode(Root.self, from: GraphEncoder().encode(root) as Bytes)
    }

    final class Settings: GCodable {
        var count: Int? = 3
        var name: String? = "name"
        var numbers: [Int]? = [1]
        var tags: Set<Int>? = [1]
        var nested: Int?? = 3
        var next: Node? = Node(1)

        enum Key: String, CaseIterable { case count, name, numbers, tags, nested, next }

        init() {}

        init(from decoder: GDecoder) throws {
            try decoder.decodeOrDefer(for: Key.count, into: self) { $0.count = $1 }
            try decoder.decodeOrDefer(for: Key.name, into: self) { $0.name = $1 }
            if let value = try decoder.decodeNow(for: Key.numbers, orLater: self, { $0.numbers = $1 }) {
                numbers = value
            }
            if let value = try decoder.decodeNow(for: Key.tags, orLater: self, { $0.tags = $1 }) { tags = value }
            try decoder.decodeOrDefer(for: Key.nested, into: self) { $0.nested = $1 }
            try decoder.decodeOrDefer(for: Key.next, into: self) { $0.next = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(count, for: Key.count)
            try encoder.encode(name, for: Key.name)
            try encoder.encode(numbers, for: Key.numbers)
            try encoder.encode(tags, for: Key.tags)
            try encoder.encode(nested, for: Key.nested)
            try encoder.encode(next, for: Key.next)
        }
    }

    @Test func nilReplacesAnInitialValue() throws {
        let settings = Settings()
        (settings.count, settings.name, settings.numbers, settings.tags, settings.next) = (nil, nil, nil, nil, nil)
        for nested in [nil, .some(nil), 5] as [Int??] {
            settings.nested = nested
            let copy = try copy(settings)
            #expect(copy.count == nil && copy.name == nil && copy.numbers == nil && copy.tags == nil)
            #expect(copy.next == nil)
            #expect(copy.nested == nested)
        }
    }

    /// Undirected neighbors: nearly every reference leads back to an object in progress.
    private func grid(_ side: Int) -> [Node] {
        let nodes = (0..<side * side).map { Node($0) }
        for (index, node) in nodes.enumerated() {
            let (row, column) = (index / side, index % side)
            if column + 1 < side { node.neighbors.append(nodes[index + 1]) }
            if row + 1 < side { node.neighbors.append(nodes[index + side]) }
            if column > 0 { node.neighbors.append(nodes[index - 1]) }
            if row > 0 { node.neighbors.append(nodes[index - side]) }
        }
        return nodes
    }

    private func allNodes(_ root: Node) -> [Int: Node] {
        var found = [root.name: root]
        var pending = [root]
        while let node = pending.popLast() {
            for other in node.neighbors + [node.next].compactMap({ $0 }) where found[other.name] == nil {
                found[other.name] = other
                pending.append(other)
            }
        }
        return found
    }

    private func takeApart(_ nodes: some Sequence<Node>) {
        for node in nodes {
            node.next = nil
            node.neighbors = []
        }
    }

    @Test func withoutACycleNothingIsDeferred() throws {
        let node = Node(1)
        node.next = Node(2)
        node.neighbors = [Node(3), Node(4)]
        let bytes = try GraphEncoder().encode(node) as Bytes
        let root = try GraphDecoder().decode(Deferring.self, from: bytes)
        #expect(root.deferredCount == 0)
        #expect(root.node.next?.name == 2 && root.node.neighbors.map(\.name) == [3, 4])
    }

    /// Counts what was deferred while a node was decoded.
    struct Deferring: GDecodable {
        let node: Node
        let deferredCount: Int

        static func _decode(from reader: _GraphReader) throws -> Deferring {
            let node = try Node._decode(from: reader)
            return Deferring(
                node: node, deferredCount: reader.withSession { $0.deferred.count })
        }

        init(node: Node, deferredCount: Int) {
            self.node = node
            self.deferredCount = deferredCount
        }

        init(from decoder: GDecoder) throws { fatalError("It decodes itself.") }
    }

    @Test func anObjectThatRefersToItselfComesBack() throws {
        let node = Node(7)
        node.next = node
        node.neighbors = [node, node]
        let back = try copy(node)
        #expect(back.next === back && back.neighbors.allSatisfy { $0 === back } && back.neighbors.count == 2)
        takeApart([node, back])
    }

    @Test func aRingOfManyObjectsComesBackInLinearTime() throws {
        func check(_ count: Int) throws {
            let nodes = (0..<count).map { Node($0) }
            for (index, node) in nodes.enumerated() {
                node.next = nodes[(index + 1) % count]
                // Each object is decoded once: what was made in the meantime is kept.
                node.neighbors = [nodes[(index + 1) % count], nodes[max(index - 1, 0)]]
            }
            let bytes = try GraphEncoder().encode(nodes[0]) as Bytes
            var policy = GraphDecodingPolicy.strict
            policy.allowedTypes = .requested
            let back = try GraphDecoder(policy: policy).decode(Node.self, from: bytes)
            let found = allNodes(back)
            #expect(found.count == count)
            #expect(found.values.allSatisfy { $0.next?.name == ($0.name + 1) % count && $0.neighbors.count == 2 })
            takeApart(nodes)
            takeApart(found.values)
        }
        // If it cost the square of the count, the policy would refuse it.
        try check(20_000)
    }

    @Test func aGridOfNeighborsComesBack() throws {
        let nodes = grid(60)
        let back = allNodes(try copy(nodes[0]))
        #expect(back.count == nodes.count)
        for node in nodes {
            #expect(back[node.name]?.neighbors.map(\.name) == node.neighbors.map(\.name))
        }
        takeApart(nodes)
        takeApart(back.values)
    }

    // MARK: Circles through constants

    /// Has a constant that leads back, so that it can only be made after its parent.
    final class Child: GCodable {
        let body: [Int]
        unowned let parent: Parent

        enum Key: String { case body, parent }

        init(_ parent: Parent) {
            self.parent = parent
            body = [1, 2, 3]
        }

        init(from decoder: GDecoder) throws {
            body = try decoder.decode(for: Key.body)
            parent = try decoder.decode(for: Key.parent)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(body, for: Key.body)
            try encoder.encodeConditional(parent, for: Key.parent)
        }
    }

    final class Parent: GCodable {
        var children: [Child] = []
        var byName: [String: Link] = [:]

        enum Key: String { case children, byName }

        init() {}

        init(from decoder: GDecoder) throws {
            try decoder.decodeOrDefer(for: Key.children, into: self) { $0.children = $1 }
            try decoder.decodeOrDefer(for: Key.byName, into: self) { $0.byName = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(children, for: Key.children)
            try encoder.encode(byName, for: Key.byName)
        }
    }

    /// A structure in the circle.
    struct Link: GCodable {
        let parent: Parent
        let child: Child

        enum Key: String { case parent, child }

        init(parent: Parent, child: Child) {
            self.parent = parent
            self.child = child
        }

        init(from decoder: GDecoder) throws {
            child = try decoder.decode(for: Key.child)
            parent = try decoder.decode(for: Key.parent)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(child, for: Key.child)
            try encoder.encode(parent, for: Key.parent)
        }
    }

    @Test func aVariableWaitsForObjectsWhoseConstantsLeadBack() throws {
        let parent = Parent()
        parent.children = [Child(parent), Child(parent)]
        parent.byName = ["a": Link(parent: parent, child: parent.children[1])]
        let back = try copy(parent)
        #expect(back.children.count == 2 && back.children.allSatisfy { $0.parent === back })
        #expect(back.byName["a"]?.parent === back && back.byName["a"]?.child === back.children[1])
        parent.byName = [:]
        back.byName = [:]
    }

    // MARK: What it does not solve

    final class Fixed: GCodable {
        var next: Fixed?

        enum Key: String { case next }

        init() {}

        init(from decoder: GDecoder) throws {
            next = try decoder.decode(for: Key.next)
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(next, for: Key.next) }
    }

    final class Outer: GCodable {
        var fixed: Fixed?

        enum Key: String { case fixed }

        init(_ fixed: Fixed) { self.fixed = fixed }

        init(from decoder: GDecoder) throws {
            try decoder.decodeOrDefer(for: Key.fixed, into: self) { $0.fixed = $1 }
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(fixed, for: Key.fixed) }
    }

    @Test func aCycleThatTheValueIsNoPartOfIsAnErrorThatNamesTheProperties() throws {
        let fixed = Fixed()
        fixed.next = Fixed()
        fixed.next?.next = fixed
        defer { fixed.next = nil }
        let bytes = try GraphEncoder().encode(Outer(fixed)) as Bytes
        let error = expectError(GraphCodableError.self, .unresolvableCycle) {
            try GraphDecoder().decode(Outer.self, from: bytes)
        }
        #expect(error?.codingPath.description == "Outer.fixed.next.next")
        #expect(error?.message.contains("Fixed #2 (next) → ") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("Fixed #3 (next) → ") == true)
    }

    @Test func anErrorThatIsNoCycleIsThrownAtOnce() throws {
        let bytes = try GraphEncoder().encode(Wrong(Fixed())) as Bytes
        let error = expectError(GraphCodableError.self, .wrongClass) {
            try GraphDecoder().decode(Wrong.self, from: bytes)
        }
        #expect(error?.codingPath.description == "Wrong.fixed")
    }

    /// Writes an object of one class, and reads one of another.
    final class Wrong: GCodable {
        let fixed: Fixed?
        var node: Node?

        init(_ fixed: Fixed) { self.fixed = fixed }

        init(from decoder: GDecoder) throws {
            fixed = nil
            try decoder.decodeOrDefer(for: Outer.Key.fixed, into: self) { $0.node = $1 }
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(fixed, for: Outer.Key.fixed) }
    }

    // MARK: Without keys, and again

    final class Unkeyed: GCodable {
        var others: [Unkeyed] = []
        var number = 0

        init() {}

        init(from decoder: GDecoder) throws {
            try decoder.decodeOrDefer(into: self) { $0.others = $1 }
            number = try decoder.decode()
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(others)
            try encoder.encode(number)
        }
    }

    @Test func valuesWithoutKeysWaitToo() throws {
        let node = Unkeyed()
        node.number = 5
        node.others = [Unkeyed(), node]
        let decoder = GraphDecoder()
        for _ in 0..<2 {
            let back = try decoder.decode(Unkeyed.self, from: GraphEncoder().encode(node) as Bytes)
            #expect(back.others[1] === back && back.number == 5 && back.others[0].number == 0)
            back.others = []
        }
        node.others = []
    }

    /// Tries the reference as what it is not first: a call that fails for another reason leaves no trace.
    final class Retried: GCodable {
        var fixed: Fixed?

        init(_ fixed: Fixed) { self.fixed = fixed }

        init(from decoder: GDecoder) throws {
            try? decoder.decodeOrDefer(for: Outer.Key.fixed, into: self) { (_, _: Int) in }
            try decoder.decodeOrDefer(for: Outer.Key.fixed, into: self) { $0.fixed = $1 }
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(fixed, for: Outer.Key.fixed) }
    }

    @Test func aValueCanBeTriedAgainAsAnotherType() throws {
        let back = try copy(Retried(Fixed()))
        #expect(back.fixed != nil)
    }

    /// What an object that could not be made had deferred is not decoded for it.
    final class Abandoned: GCodable {
        weak var owner: Owner?
        let anchor: Owner
        static nonisolated(unsafe) var setCount = 0

        enum Key: String { case owner, anchor }

        init(_ owner: Owner) {
            self.owner = owner
            anchor = owner
        }

        init(from decoder: GDecoder) throws {
            let box = Box()
            try decoder.deferDecode(for: Key.owner) { (owner: Owner?) in
                Abandoned.setCount += 1
                box.abandoned?.owner = owner
            }
            anchor = try decoder.decode(for: Key.anchor)
            box.abandoned = self
        }

        final class Box { weak var abandoned: Abandoned? }

        func encode(to encoder: GEncoder) throws {
            try encoder.encodeConditional(owner, for: Key.owner)
            try encoder.encode(anchor, for: Key.anchor)
        }
    }

    final class Owner: GCodable {
        var items: [Abandoned] = []

        enum Key: String { case items }

        init() {}

        init(from decoder: GDecoder) throws {
            try decoder.decodeOrDefer(for: Key.items, into: self) { $0.items = $1 }
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(items, for: Key.items) }
    }

    @Test func whatAFailedObjectDeferredIsDropped() throws {
        let owner = Owner()
        owner.items = [Abandoned(owner), Abandoned(owner)]
        Abandoned.setCount = 0
        let back = try copy(owner)
        #expect(back.items.count == 2 && back.items.allSatisfy { $0.owner === back && $0.anchor === back })
        #expect(Abandoned.setCount == 2)
        owner.items = []
        back.items = []
    }
}
