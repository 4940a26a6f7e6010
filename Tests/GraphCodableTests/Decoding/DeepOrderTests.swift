import TestSupport
import Testing

@testable import GraphCodable

/// Graphs so deep that objects are made children first, with what makes that hard on the way.
struct DeepOrderTests {
    typealias Make = ArchiveAssembler

    private func copy<Root: GCodable>(_ root: Root, _ options: GraphEncoder.Options = []) throws -> Root {
        try GraphDecoder().decode(Root.self, from: GraphEncoder(options).encode(root) as Bytes)
    }

    // MARK: Values with identity

    /// A value with an identity, which leads to others.
    struct Step: GCodable, GIdentifiable {
        let number: Int
        let next: [Step]
        var gcodableID: Int? { number }
        init(_ number: Int, _ next: [Step]) { (self.number, self.next) = (number, next) }
        init(from decoder: GDecoder) throws { (number, next) = (try decoder.decode(), try decoder.decode()) }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number)
            try encoder.encode(next)
        }
    }

    @Test func aChainOfValuesWithIdentityIsAsDeepAsItsValues() throws {
        // Each value is a composite and an array.
        let count = 250
        let chain = (0..<count).reversed().reduce(Step(count, [])) { Step($1, [$0]) }
        var step: Step? = try copy(chain)
        for number in 0...count {
            #expect(step?.number == number)
            step = step?.next.first
        }
        #expect(step == nil)
        let deeper = (0..<2_000).reversed().reduce(Step(2_000, [])) { Step($1, [$0]) }
        #expect(decodingError(Step.self, try GraphEncoder().encode(deeper)) == .depthExceeded)
    }

    // MARK: One place, several classes

    final class Left: GCodable {
        var next: Either?
        init(_ next: Either?) { self.next = next }
        init(from decoder: GDecoder) throws { next = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(next) }
    }

    final class Right: GCodable {
        var next: Either?
        init(_ next: Either?) { self.next = next }
        init(from decoder: GDecoder) throws { next = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(next) }
    }

    /// Asks for an object of one of two classes at one and the same place.
    enum Either: GCodable {
        case left(Left), right(Right)

        init(from decoder: GDecoder) throws {
            self = try decoder.decode() ? .left(try decoder.decode()) : .right(try decoder.decode())
        }

        func encode(to encoder: GEncoder) throws {
            switch self {
            case .left(let object):
                try encoder.encode(true)
                try encoder.encode(object)
            case .right(let object):
                try encoder.encode(false)
                try encoder.encode(object)
            }
        }

        var next: Either? {
            get {
                switch self {
                case .left(let object): object.next
                case .right(let object): object.next
                }
            }
            nonmutating set {
                switch self {
                case .left(let object): object.next = newValue
                case .right(let object): object.next = newValue
                }
            }
        }

        var isLeft: Bool {
            if case .left = self { true } else { false }
        }
    }

    @Test func aPlaceThatHoldsObjectsOfTwoClassesComesBackAtAnyDepth() throws {
        let count = 5_000
        // Neither all in turn nor all alike.
        let isLeft = { (number: Int) in number % 3 == 0 || number % 7 == 0 }
        var chain: Either?
        for number in (0..<count).reversed() {
            chain = isLeft(number) ? .left(Left(chain)) : .right(Right(chain))
        }
        let root = try #require(chain)
        var node: Either? = try copy(root)
        var number = 0
        for start in [root, try #require(node)] {
            number = 0
            node = start
            while let current = node {
                #expect(current.isLeft == isLeft(number))
                number += 1
                node = current.next
                current.next = nil
            }
            #expect(number == count)
        }
    }

    // MARK: Objects that are met twice

    /// Refers to the next one twice.
    final class Double: GCodable {
        var first: Double?
        var second: Double?
        init(_ next: Double?) { (first, second) = (next, next) }
        init(from decoder: GDecoder) throws { (first, second) = (try decoder.decode(), try decoder.decode()) }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(first)
            try encoder.encode(second)
        }
    }

    @Test func aChainOfDoubleReferencesComesBackAsOne() throws {
        let count = 5_000
        let root = (1..<count).reduce(Double(nil)) { chain, _ in Double(chain) }
        for start in [root, try copy(root)] {
            var node: Double? = start
            var found = 0
            while let current = node {
                found += 1
                #expect(current.first === current.second)
                node = current.first
                (current.first, current.second) = (nil, nil)
            }
            #expect(found == count)
        }
    }

    /// May leave what it refers to undecoded, and may refer to an object that is waiting for it.
    final class Node: GCodable {
        var isFollowing: Bool
        var next: Node?
        var other: Node?
        var value: Value?
        enum Key: String { case isFollowing, next, other, value }

        init(isFollowing: Bool = true, next: Node? = nil) { (self.isFollowing, self.next) = (isFollowing, next) }

        init(from decoder: GDecoder) throws {
            isFollowing = try decoder.decode(for: Key.isFollowing)
            next = isFollowing ? try decoder.decode(for: Key.next) : nil
            other = try decoder.decode(for: Key.other)
            value = try decoder.decode(for: Key.value)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(isFollowing, for: Key.isFollowing)
            try encoder.encode(next, for: Key.next)
            try encoder.encode(other, for: Key.other)
            try encoder.encode(value, for: Key.value)
        }
    }

    /// A value with an identity that may leave the node that it refers to undecoded.
    struct Value: GCodable, GIdentifiable {
        var id: Int
        var isFollowing: Bool
        var node: Node?
        var gcodableID: Int? { id }
        enum Key: String { case id, isFollowing, node }

        init(_ id: Int, isFollowing: Bool, node: Node?) {
            (self.id, self.isFollowing, self.node) = (id, isFollowing, node)
        }

        init(from decoder: GDecoder) throws {
            id = try decoder.decode(for: Key.id)
            isFollowing = try decoder.decode(for: Key.isFollowing)
            node = isFollowing ? try decoder.decode(for: Key.node) : nil
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(id, for: Key.id)
            try encoder.encode(isFollowing, for: Key.isFollowing)
            try encoder.encode(node, for: Key.node)
        }
    }

    /// The last node of a chain, and how many come before it.
    private func end(of chain: Node) -> (node: Node, count: Int) {
        var last = chain
        var count = 0
        while let next = last.next {
            last = next
            count += 1
        }
        return (last, count)
    }

    /// Up to where initializers no longer call one another, whether the stack or their number decides on it.
    private static let depths = 0...270

    @Test func anObjectThatOneOfItsChildrenMakesIsMadeOnce() throws {
        for depth in Self.depths {
            try checkChildThatMakesItsParent(depth: depth)
        }
    }

    private func checkChildThatMakesItsParent(depth: Int) throws {
        // The last object of the chain is made by its own child, which it does not decode.
        let last = Node(isFollowing: false)
        let child = Node()
        last.next = child
        child.other = last
        defer { child.other = nil }
        let root = (0..<depth).reduce(last) { chain, _ in Node(next: chain) }
        let decoded = end(of: try copy(root))
        #expect(decoded.count == depth)
        #expect(!decoded.node.isFollowing && decoded.node.other == nil)
    }

    @Test func aValueThatOneOfItsChildrenMakesIsMadeOnce() throws {
        for depth in Self.depths {
            try checkChildThatMakesItsValue(depth: depth)
        }
    }

    private func checkChildThatMakesItsValue(depth: Int) throws {
        let child = Node()
        let value = Value(2, isFollowing: false, node: child)
        child.value = value
        let last = Node()
        last.value = value
        defer { (child.value, last.value) = (nil, nil) }
        let chain = (0..<depth).reduce(last) { chain, _ in Node(next: chain) }
        // Another value has its node decoded, so that it is known what is asked for there.
        let first = Node()
        first.value = Value(1, isFollowing: true, node: Node())
        let decoded = end(of: try copy([first, chain])[1])
        #expect(decoded.count == depth)
        #expect(decoded.node.value?.id == 2)
    }

    // MARK: What is absent

    struct Hoping: GCodable {
        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode() as Left }
        func encode(to encoder: GEncoder) throws { try encoder.encodeConditional(Left(nil)) }
    }

    struct HopingForAValue: GCodable {
        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode() as Step }
        func encode(to encoder: GEncoder) throws { try encoder.encodeConditional(Step(1, [])) }
    }

    @Test func whatWasOnlyEncodedConditionallyIsNotThere() throws {
        expectError(GraphCodableError.self, .valueNotFound) { try copy(Hoping()) }
        expectError(GraphCodableError.self, .valueNotFound) { try copy(HopingForAValue()) }
    }

    // MARK: Cycles

    final class Loop: GCodable, Hashable {
        var loops: [Loop] = []
        init() {}
        init(from decoder: GDecoder) throws { loops = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(loops) }
        static func == (left: Loop, right: Loop) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    @Test func aCycleThroughAValueNamesTheValue() throws {
        let loop = Loop()
        loop.loops = [loop]
        defer { loop.loops = [] }
        let error = #expect(throws: GraphCodableError.self) { try copy(loop, .tryHashableIdentityAtFirst) }
        #expect(error?.code == .unresolvableCycle)
        #expect(error?.message.contains("Loop #1 → value #2 → ") == true)
        #expect(error?.message.contains("Loop #1. ") == true)
    }

    // MARK: Objects in sets

    final class Member: GCodable, Hashable {
        let name: String
        let isDeferring: Bool
        var friend: Member?
        init(_ name: String, isDeferring: Bool) { (self.name, self.isDeferring) = (name, isDeferring) }
        init(from decoder: GDecoder) throws {
            name = try decoder.decode()
            isDeferring = try decoder.decode()
            if isDeferring {
                try decoder.deferDecode { self.friend = $0 }
            }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name)
            try encoder.encode(isDeferring)
            try encoder.encode(friend)
        }
        static func == (left: Member, right: Member) -> Bool { left.name == right.name && left.friend == right.friend }
        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(friend?.name)
        }
    }

    @Test func aSetMayHoldObjectsThatDeferNothing() throws {
        let members = ["a", "b", "c", "d"].map { Member($0, isDeferring: $0 < "c") }
        members[0].friend = members[3]
        let set = try copy(Set(members))
        #expect(set == Set(members))
        #expect(set.first { $0.name == "a" }?.friend?.name == "d")
    }

    @Test func aSetMayHoldAnObjectThatIsNotInTheArchive() throws {
        var archive = Make(
            Make.sequence([Make.reference(1), Make.conditional(2)]), Make.composite(0, Make.text("a"), [0xC2], [0xC0]),
            types: [Make.type(Member.self)], shapes: [Make.shape(of: 0, 0, 0, 0)])
        archive.idCount = 3
        let set = try GraphDecoder().decode(Set<Member?>.self, from: archive.bytes)
        #expect(set.count == 2 && set.contains(nil))
    }

    /// Is no object, and defers.
    struct Root: GDecodable {
        final class Box { var number = 0 }
        let box = Box()
        init(from decoder: GDecoder) throws {
            try decoder.deferDecode { [box] in box.number += $0 }
            try decoder.whenDecoded { [box] in box.number *= 2 }
        }
    }

    @Test func aRootThatIsNoObjectMayDefer() throws {
        let archive = Make(
            Make.composite(0, [21]), types: [Make.valueType(Root.self)], shapes: [Make.shape(of: 0, 0)]
        ).bytes
        #expect(try GraphDecoder().decode(Root.self, from: archive).box.number == 42)
    }
}
