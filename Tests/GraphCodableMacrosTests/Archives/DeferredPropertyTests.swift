#if Macros
import GraphCodableMacros
import Testing

/// Every variable with an initial value can wait for an object that leads back to its own.
struct DeferredPropertyTests {
    @GCodable
    enum State: Hashable {
        case idle
        case waiting(Node)
        indirect case nested(State)
    }

    @GCodable
    struct Slot {
        var node: Node?
        var deeper: [String: [Node]] = [:]
    }

    typealias Nodes = [Node]

    @GCodable
    final class Node: Hashable {
        var state: State = .idle
        var inferred = State.idle
        var slot = Slot()
        var others: Nodes = []
        var kind: Kind = .small
        @Clamped(0...9) var size = 3
        @CodableIgnored private(set) var changes = 0
        @CodableObserved var watched: Kind = .small { didSet { changes += 1 } }

        init() {}

        static func == (a: Node, b: Node) -> Bool { a === b }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

        func breakCycles() {
            (state, inferred, slot, others) = (.idle, .idle, Slot(), [])
        }
    }

    @GCodable
    enum Kind: String { case small, large }

    typealias MaybeParent = Parent?

    /// Its weak variables are optionals, which the spelling does not show.
    @GCodable
    final class Parent {
        weak var parent: MaybeParent
        weak var spelled: Optional<Parent>
        unowned var back: Optional<Parent>
        let kids: [Parent]

        init(_ kids: [Parent]) {
            (parent, spelled, back) = (nil, nil, nil)
            self.kids = kids
            kids.forEach { ($0.parent, $0.spelled, $0.back) = (self, self, self) }
        }
    }

    /// A class with constants that lead back to it.
    @GCodable
    class Chained {
        let held: [Holder]
        var next: GraphReference<Chained>?

        init(_ held: [Chained]) { self.held = held.map { Holder(target: GraphReference($0)) } }
    }

    @GCodable
    final class Ending: Chained {
        var number = 7

        override init(_ held: [Chained]) { super.init(held) }
    }

    @GCodable
    struct Holder {
        let target: GraphReference<Chained>
    }

    @Test func weakVariablesWaitHoweverTheirTypeIsSpelled() throws {
        let root = Parent([Parent([]), Parent([])])
        let loaded = try copy(root)
        try #require(loaded.kids.count == 2)
        #expect(loaded.kids.allSatisfy { $0.parent === loaded && $0.spelled === loaded && $0.back === loaded })
        #expect(loaded.parent == nil && loaded.spelled == nil && loaded.back == nil)
    }

    @Test func constantsMayFormCyclesThroughReferencesThatAreLoaded() throws {
        let ending = Ending([])
        let chained = Chained([ending, ending])
        ending.next = GraphReference(chained)
        let back = try copy(chained)
        let end = try back.held[1].target.load()
        #expect(try back.held[0].target.load() === end && (end as? Ending)?.number == 7)
        #expect(try end.next?.load() === back)
        (ending.next, end.next) = (nil, nil)
    }

    @Test func enumerationsStructuresAndNamedCollectionsComeBackInCycles() throws {
        let node = Node()
        node.state = .waiting(node)
        node.inferred = .nested(.waiting(node))
        node.slot = Slot(node: node, deeper: ["a": [node, Node()]])
        node.others = [node]
        (node.kind, node.size) = (.large, 8)
        let back = try copy(node)
        #expect(back.state == .waiting(back) && back.inferred == .nested(.waiting(back)))
        #expect(back.slot.node === back && back.slot.deeper["a"]?[0] === back && back.slot.deeper["a"]?.count == 2)
        #expect(back.others == [back] && back.kind == .large && back.size == 8)
        node.breakCycles()
        back.breakCycles()
    }

    @Test func valuesThatAreThereAtOnceRunNoObservers() throws {
        let node = Node()
        node.watched = .large
        let back = try copy(node)
        #expect(back.watched == .large && back.changes == 0 && node.changes == 1)
    }

    @GCodable
    final class Renamed {
        @CodableAlias("former") var next: State = .idle
        @CodableDefault(State.nested(.idle)) var absent: State = .idle

        init() {}
    }

    @GCodable
    final class Former {
        var former: State = .idle

        init() {}
    }

    @Test func aliasesAndDefaultsWorkForWhatCanWait() throws {
        let former = Former()
        former.former = .waiting(Node())
        let renamed = try migrate(former, to: Renamed.self)
        let isWaiting = if case .waiting = renamed.next { true } else { false }
        #expect(isWaiting && renamed.absent == .nested(.idle))
    }
}

/// A property whose type has changed.
struct ConversionTests {
    enum Before {
        @GCodable
        final class Item {
            var number = 7
            var neighbour: Item?
            var size: Int? = 3

            init() {}
        }
    }

    @GCodable
    final class Item {
        @CodableConvert(from: Int.self, { String($0) }) var number: String
        @CodableAlias("neighbour") @CodableConvert(from: Item?.self, { $0.map { [$0] } ?? [] }) var neighbours: [Item] =
            []
        @CodableConvert(from: Int?.self, { Size.wide($0 ?? 0) }) @CodableDefault(Size.narrow) var size: Size

        init(number: String) {
            self.number = number
            size = .narrow
        }
    }

    @GCodable
    enum Size: Equatable { case narrow, wide(Int) }

    @Test func aValueOfTheFormerTypeIsConverted() throws {
        let before = Before.Item()
        before.neighbour = Before.Item()
        before.neighbour?.neighbour = before
        let item = try migrate(before, to: Item.self)
        #expect(item.number == "7" && item.size == .wide(3))
        #expect(item.neighbours.count == 1 && item.neighbours[0].neighbours.first === item)
        let back = try copy(item)
        #expect(back.number == "7" && back.size == .wide(3) && back.neighbours[0].neighbours.first === back)
        for item in [item, back] {
            item.neighbours = []
        }
        before.neighbour = nil
    }

    @GCodable
    struct Text { var number: [Bool] }

    @Test func aValueOfNeitherTypeIsRefusedLikeOneOfTheNewType() throws {
        let error = #expect(throws: GraphCodableError.self) {
            try migrate(Text(number: [true]), to: Converted.self)
        }
        let other = #expect(throws: GraphCodableError.self) { try migrate(Text(number: [true]), to: Unconverted.self) }
        #expect(error?.code == .typeMismatch && error?.message == other?.message)
    }

    @GCodable
    struct Converted { @CodableConvert(from: Int.self, { String($0) }) var number: String }

    @GCodable
    struct Unconverted { var number: String }
}
#endif
