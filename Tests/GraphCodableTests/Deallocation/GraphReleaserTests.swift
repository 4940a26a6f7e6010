import Foundation
import GraphCodable
import Synchronization
import TestSupport
import Testing

/// Graphs whose release by Swift alone would overflow the stack.
struct GraphReleaserTests {
    /// Counts the living instances of one test.
    final class Census: Sendable {
        let count = Atomic<Int>(0)
        var living: Int { count.load(ordering: .sequentiallyConsistent) }
    }

    /// A node with every kind of reference to others.
    final class Node: GCodable {
        let census: Census
        var next: Node?
        var others: [Node] = []
        /// A reference that is not written.
        var hidden: Node?
        weak var friend: Node?
        var isBroken = false

        init(_ census: Census) {
            self.census = census
            census.count.add(1, ordering: .sequentiallyConsistent)
        }

        deinit { census.count.subtract(1, ordering: .sequentiallyConsistent) }

        init(from decoder: GDecoder) throws {
            guard let census = decoder.userInfo[.census] as? Census else { throw CocoaError(.coderReadCorrupt) }
            self.census = census
            census.count.add(1, ordering: .sequentiallyConsistent)
            next = try decoder.decode()
            others = try decoder.decode()
        }

        func encode(to encoder: GEncoder) throws {
            if isBroken, encoder.userInfo[.census] == nil {
                throw CocoaError(.coderInvalidValue)
            }
            try encoder.encode(next)
            try encoder.encode(others)
            try encoder.encodeConditional(friend)
        }
    }

    private static func nodes(_ count: Int, _ census: Census) -> [Node] {
        (0..<count).map { _ in Node(census) }
    }

    private static func check(
        count: Int, stackSize: Int = 512 << 10,
        _ link: @escaping @Sendable (borrowing [Node]) -> Void
    ) throws {
        try onThread(stackSize: stackSize) {
            let census = Census()
            var all = nodes(count, census)
            link(all)
            var root: [Node]? = [all[0]]
            all = []
            #expect(census.living == count)
            try GraphReleaser.release(&root)
            #expect(root == nil && census.living == 0)
        }
    }

    /// On a stack of 512 KiB. With recursion, each object would take some hundred bytes.
    private static let count = Torture.count(20_000, torture: 1_000_000)

    @Test(arguments: [(GraphReleaserTests.count, 512 << 10), (200_000, 8 << 20)])
    func aLongListIsReleased(count: Int, stackSize: Int) throws {
        try Self.check(count: count, stackSize: stackSize) { nodes in
            for index in 1..<nodes.count { nodes[index - 1].next = nodes[index] }
        }
    }

    /// A value that many others share by its identity.
    struct Group: GCodable, GIdentifiable, Hashable {
        let id: Int
        var parts: [Group] = []
        var node: Node?

        var gcodableID: Int? { id }

        init(id: Int) { self.id = id }

        init(from decoder: GDecoder) throws {
            id = try decoder.decode()
            parts = try decoder.decode()
            node = try decoder.decode()
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(id)
            try encoder.encode(parts)
            try encoder.encode(node)
        }

        static func == (first: Group, second: Group) -> Bool { first.id == second.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    @Test func valuesWithAnIdentityAreEncounteredOnce() throws {
        let census = Census()
        var group = Group(id: 0)
        for level in 1..<100 {
            var next = Group(id: level)
            next.parts = [group, group]
            next.node = Node(census)
            group = next
        }
        var root: Group? = consume group
        #expect(census.living == 99)
        try GraphReleaser.release(&root)
        #expect(root == nil && census.living == 0)
    }

    @Test func differentElementsOfOneIdentityAreReleased() throws {
        struct Other: GCodable, GIdentifiable, Hashable {
            var name = ""
            var gcodableID: Int? { 0 }
            init(_ name: String) { self.name = name }
            init(from decoder: GDecoder) throws { name = try decoder.decode() }
            func encode(to encoder: GEncoder) throws { try encoder.encode(name) }
        }
        var root: Set<Other>? = [Other("a"), Other("b")]
        try GraphReleaser.release(&root)
        #expect(root == nil)
    }

    @Test func objectsThatArraysLinkAreReleased() throws {
        try Self.check(count: Self.count) { nodes in
            for index in 1..<nodes.count { nodes[index - 1].others = [nodes[index]] }
        }
    }

    @Test func aDeepTreeIsReleased() throws {
        try Self.check(count: Self.count) { nodes in
            for index in stride(from: 0, to: nodes.count - 2, by: 2) {
                nodes[index].others = [nodes[index + 1], nodes[index + 2]]
            }
            nodes[nodes.count - 2].next = nodes[nodes.count - 1]
        }
    }

    /// Objects near the root that are also at the end of long paths: the order of encountering them is no order in
    /// which they can be released.
    @Test func objectsWithShortAndLongPathsToThemAreReleased() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        try Self.check(count: Self.count) { nodes in
            var generator = SplitMix64(seed: seed)
            var order = Array(1..<nodes.count)
            order.shuffle(using: &generator)
            var last = nodes[0]
            nodes[0].others = order.map { nodes[$0] }.shuffled(using: &generator)
            for index in order {
                last.next = nodes[index]
                nodes[index].others = [nodes[order[order.count - 1]]]
                last = nodes[index]
            }
            last.others = []
        }
    }

    @Test func whatElseIsHeldSurvives() throws {
        try onThread {
            let census = Census()
            var all = Self.nodes(30_000, census)
            for index in 1..<all.count { all[index - 1].next = all[index] }
            var kept: Node? = all[20_000]
            weak let first = all[0]
            weak let last = all[29_999]
            kept?.friend = first
            var root: Node? = all[0]
            all = []
            try GraphReleaser.release(&root)
            #expect(first == nil && kept?.friend == nil && last != nil && census.living == 10_000)
            var node = kept
            var length = 0
            while let current = node {
                (length, node) = (length + 1, current.next)
            }
            #expect(length == 10_000)
            try GraphReleaser.release(&kept)
            #expect(last == nil && census.living == 0)
        }
    }

    @Test func aDecodedGraphIsReleased() throws {
        try onThread {
            let census = Census()
            let decoder = GraphDecoder()
            decoder.userInfo = [.census: census]
            var all = Self.nodes(Self.count, census)
            for index in 1..<all.count { all[index - 1].others = [all[index]] }
            var original: Node? = all[0]
            all = []
            var copy: Node? = try decoder.decode(Node.self, from: GraphEncoder().encode(original) as Bytes)
            #expect(census.living == 2 * Self.count)
            try GraphReleaser.release(&original)
            try GraphReleaser.release(&copy)
            #expect(census.living == 0)
        }
    }

    @Test func cyclesLeakAndEverythingElseIsReleased() throws {
        try onThread {
            let census = Census()
            var all = Self.nodes(30_000, census)
            for index in 1..<all.count { all[index - 1].next = all[index] }
            all[29_999].next = all[20_000]
            weak let entry = all[20_000]
            var root: Node? = all[0]
            all = []
            try GraphReleaser.release(&root)
            #expect(census.living == 10_000)
            // A program that breaks the cycle can release the rest.
            var rest = entry
            var last = rest
            for _ in 0..<9_999 { last = last?.next }
            #expect(last?.next === rest)
            last?.next = nil
            last = nil
            try GraphReleaser.release(&rest)
            #expect(census.living == 0)
        }
    }

    @Test func anErrorOfEncodingLeavesTheGraphAsItIs() throws {
        let census = Census()
        var root: Node? = Node(census)
        root?.next = Node(census)
        root?.next?.isBroken = true
        #expect(throws: CocoaError.self) { try GraphReleaser.release(&root) }
        #expect(root?.next != nil && census.living == 2)
        try GraphReleaser.release(&root, userInfo: [.census: census])
        #expect(root == nil && census.living == 0)
    }

    /// Objects that are found through an array, and hold one another through a property that is not written.
    @Test(arguments: [false, true]) func unwrittenReferencesMayHaveTheOrderOfTheArchive(isReversed: Bool) throws {
        try Self.check(count: Self.count) { nodes in
            let order = isReversed ? Array(1..<nodes.count) : (1..<nodes.count).reversed()
            nodes[0].others = order.map { nodes[$0] }
            for index in 2..<nodes.count { nodes[index - 1].hidden = nodes[index] }
        }
    }

    /// No order of the archive helps: the objects are released recursively, but not on this stack.
    @Test func unwrittenReferencesMayHaveAnyOrder() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        try Self.check(count: Self.count) { nodes in
            var generator = SplitMix64(seed: seed)
            nodes[0].others = nodes.dropFirst().shuffled(using: &generator)
            for index in 2..<nodes.count { nodes[index - 1].hidden = nodes[index] }
        }
    }

    @Test func anEmptyVariableAndAValueWithoutObjectsAreReleased() throws {
        var nothing: Node?
        try GraphReleaser.release(&nothing)
        var number: Int? = 7
        try GraphReleaser.release(&number)
        #expect(nothing == nil && number == nil)
    }

    private class Shape: GCodable {
        init() {}
        required init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    private final class Owner: GCodable {
        var shape: any GCodable = Shape()
        var name: any GCodable = Name()
        unowned let outside: Shape

        private enum Key: String { case outside }

        struct Name: GCodable {
            init() {}
            init(from decoder: GDecoder) throws {}
            func encode(to encoder: GEncoder) throws {}
        }

        init(_ outside: Shape) { self.outside = outside }

        init(from decoder: GDecoder) throws { throw CocoaError(.coderReadCorrupt) }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(any: shape)
            try encoder.encode(any: name)
            try encoder.encodeUnowned(outside, for: Key.outside)
        }
    }

    /// Nobody decodes the archive, so neither hidden names nor missing objects matter.
    @Test func whatCouldNotBeDecodedIsReleased() throws {
        let outside = Shape()
        var owner: Owner? = Owner(outside)
        weak let shape = owner?.shape as? Shape
        try GraphReleaser.release(&owner)
        #expect(owner == nil && shape == nil)
        withExtendedLifetime(outside) {}
    }
}

extension CodingUserInfoKey {
    fileprivate static let census = CodingUserInfoKey(rawValue: "census").unsafelyUnwrapped
}
