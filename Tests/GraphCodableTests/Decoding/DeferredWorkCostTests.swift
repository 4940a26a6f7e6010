import TestSupport
import Testing

@testable import GraphCodable

/// Work that objects have deferred takes time linear in its amount, however often something asks for it. Otherwise these tests
/// would take hours.
struct DeferredWorkCostTests {
    private static let count = 40_000

    /// Some are archived where they stand, so that what they defer belongs to the object around them.
    final class Node: GCodable, GIdentifiable, Hashable {
        let gcodableID: Int?
        let children: [Node]
        private weak var parent: Node?
        enum Key: String { case children, parent }

        init(_ id: Int?, _ children: [Node] = []) {
            (gcodableID, self.children) = (id, children)
            children.forEach { $0.parent = self }
        }

        init(from decoder: GDecoder) throws {
            gcodableID = nil
            children = try decoder.decode(for: Key.children)
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(children, for: Key.children)
            try encoder.encodeConditional(parent, for: Key.parent)
        }

        static func == (left: Node, right: Node) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private func parent() -> Node { Node(1, (0..<Self.count).map { _ in Node(nil) }) }

    @Test func oneObjectManyTimesInASetIsLookedAtOnce() throws {
        let bytes: Bytes = try GraphEncoder().encode(Array(repeating: parent(), count: Self.count))
        for policy in [GraphDecodingPolicy(), GraphDecodingPolicy(maximumCostPerByte: 16)] {
            let error = #expect(throws: GraphCodableError.self) {
                try GraphDecoder(policy: policy).decode(Set<Node>.self, from: bytes)
            }
            // To compare so many equal elements is refused.
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test func oneObjectInManySetsIsLookedAtInVainOnce() throws {
        let parent = parent()
        let sets = (0..<Self.count).map { _ in [parent] as Set }
        let bytes: Bytes = try GraphEncoder().encode([Node(2): sets])
        let back = try GraphDecoder().decode([Node: [Set<Node>]].self, from: bytes)
        #expect(back.values.first?.count == Self.count)
        #expect(back.values.first?.contains { $0.first?.children.count != Self.count } == false)
    }

    /// Defers a group with other friends, which waits for what these have deferred.
    final class Friend: GCodable, Hashable {
        struct Group: GCodable {
            let text: String
            let friends: Set<Friend>
            init(_ text: String, _ friends: Set<Friend>) { (self.text, self.friends) = (text, friends) }
            init(from decoder: GDecoder) throws { (friends, text) = try (decoder.decode(), decoder.decode()) }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(friends)
                try encoder.encode(text)
            }
        }

        var group: Group?
        init() {}
        init(from decoder: GDecoder) throws { try decoder.deferDecode { self.group = $0 } }
        func encode(to encoder: GEncoder) throws { try encoder.encode(group) }
        static func == (left: Friend, right: Friend) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    @Test func puttingWaitingValuesInOrderCostsTheirBytes() throws {
        let friends = [Friend(), Friend()]
        defer { friends.forEach { $0.group = nil } }
        for friend in friends { friend.group = Friend.Group(String(repeating: "x", count: 500_000), Set(friends)) }
        let bytes: Bytes = try GraphEncoder().encode(friends)
        for (limit, code) in [(3_000_000 as UInt64, nil), (1_500_000, GraphCodableError.Code.limitExceeded)] {
            let policy = GraphDecodingPolicy(maximumMemory: limit)
            #expect(decodingError([Friend].self, bytes, policy: policy) == code)
        }
    }

    /// Has another version in the archive, which its initializer migrates.
    struct Migrated: GCodable {
        final class Object: GCodable {
            private(set) var number = 0
            private(set) var isMigrated = false
            enum Key: String { case number }
            init(_ number: Int) { self.number = number }
            init(from decoder: GDecoder) throws {
                try decoder.deferDecode(for: Key.number) { self.number = $0 }
                try decoder.whenMigrated { self.isMigrated = self.number > 0 }
            }
            func encode(to encoder: GEncoder) throws { try encoder.encode(number, for: Key.number) }
        }

        let objects: [Object]
        init(_ objects: [Object]) { self.objects = objects }
        init(from decoder: GDecoder) throws { objects = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(objects) }
    }

    @Test(arguments: [.disableIdentity, .mimicSwiftCodable] as [GraphEncoder.Options])
    func objectsWithoutRecordsAreMigratedOneByOne(options: GraphEncoder.Options) throws {
        let objects = (1...Self.count).map { Migrated.Object($0) }
        let bytes: Bytes = try GraphEncoder(options).encode(Migrated(objects))
        let back = try GraphDecoder().decode(Migrated.self, from: bytes)
        #expect(back.objects.map(\.number) == Array(1...Self.count))
        #expect(!back.objects.contains { !$0.isMigrated })
    }
}
