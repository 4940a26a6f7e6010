import GraphCodable
import TestSupport
import Testing

struct DecodeCompletionTests {
    final class Node: GCodable, GDecodeCompletion {
        nonisolated(unsafe) static var order: [String] = []
        let name: String
        weak var parent: Node?
        var children: [Node] = []
        var isCalled = false
        enum Key: String { case name, parent, children }

        init(_ name: String, _ children: [Node] = []) {
            (self.name, self.children) = (name, children)
            for child in children { child.parent = self }
        }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.whenDecoded { [unowned self] in isCalled = true }
            // The parent comes into being before its children.
            try decoder.deferDecode(for: Key.children) { self.children = $0 }
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(children, for: Key.children)
            try encoder.encodeConditional(parent, for: Key.parent)
        }

        func didDecode() throws {
            #expect(isCalled && children.allSatisfy { $0.isCalled && $0.parent === self })
            Self.order.append(name)
            if name == "bad" { throw GraphCodableError(.valueOutOfRange, "It is bad.") }
        }
    }

    @Test func childrenAreToldBeforeTheirParents() throws {
        let root = Node("root", [Node("a", [Node("a1"), Node("a2")]), Node("b", [Node("b1")])])
        Node.order = []
        _ = try GraphDecoder().decode(Node.self, from: GraphEncoder().encode(root) as Bytes)
        #expect(Node.order.count == 6)
        for (child, parent) in [("a1", "a"), ("a2", "a"), ("b1", "b"), ("a", "root"), ("b", "root")] {
            let places = [child, parent].map { Node.order.firstIndex(of: $0) }
            #expect(try #require(places[0]) < #require(places[1]))
        }
        // In a circle of two, both lead to the third.
        let (first, third) = (Node("first"), Node("third"))
        let second = Node("second", [first])
        first.children = [second, third]
        (second.parent, third.parent) = (first, first)
        Node.order = []
        let copy = try GraphDecoder().decode(Node.self, from: GraphEncoder().encode(first) as Bytes)
        #expect(Node.order == ["third", "second", "first"])
        (first.children, copy.children) = ([], [])
        expectError(GraphCodableError.self, .valueOutOfRange) {
            try GraphDecoder().decode(Node.self, from: GraphEncoder().encode(Node("bad")) as Bytes)
        }
    }
}
