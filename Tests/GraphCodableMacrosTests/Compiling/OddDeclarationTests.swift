#if Macros
import Foundation
import GraphCodableMacros
import Observation
import Testing

public enum Outer {}

extension Outer {
    @GCodable struct InInternalExtension {
        var a = 1
    }
}

public extension Outer {
    @GCodable struct InPublicExtension {
        var a = 1
        public init() {}
    }

    @GCodable(name: "OddDeclarationTests.Named", version: 2) final class NamedInPublicExtension {
        var a = 1
        init() {}
    }

    @GCodable enum EnumInPublicExtension {
        case a, b(Int)
    }

    @GCodable enum RawInPublicExtension: String {
        case a
        @CodableFallback case b
    }

    @GCodable internal struct InternalInPublicExtension {
        var a = 1
    }

    @GCodable class ClassInPublicExtension {
        var a = 1
        public init() {}
    }

    struct Middle {
        @GCodable struct InStructInPublicExtension {
            var a = 1
        }
    }
}

fileprivate extension Outer {
    @GCodable struct InFileprivateExtension {
        var a = 1
    }
}

package extension Outer {
    @GCodable struct InPackageExtension {
        var a = 1
        package init() {}
    }
}

@globalActor actor StoreActor {
    static let shared = StoreActor()
}

/// Declarations that few programs have.
struct OddDeclarationTests {
    @available(macOS 10.15, *) @GCodable @MainActor
    final class Isolated {
        @available(macOS 10.15, *) var number = 1
        nonisolated let text: String

        init(_ text: String) { self.text = text }
    }

    @GCodable @StoreActor
    final class Stored {
        var number = 1

        init() {}
    }

    /// Only a parameter whose values are archived must be archivable.
    @GCodable
    final class Cell<Content> {
        @CodableIgnored var content: Content?
        static var contentType: Content.Type { Content.self }
        var title = ""

        var contentType: Content.Type { Content.self }

        init() {}
    }

    @GCodable
    final class Linked {
        var links = [Linked](), name = "a", count: Int = 1, size: Int = 2

        init() {}
    }

    @GCodable
    enum Mood: Equatable {
        case smile(🙂: Int)
    }

    @GCodable
    struct Unsized {
        var name = 7
    }

    @GCodable
    struct WithStatics {
        static let standard = 12
        static func text(of number: Int) -> String { "\(number)" }
        @CodableDefault(Self.standard) var size: Int
        @CodableConvert(from: Int.self, Self.text) var name: String
    }

    @GCodable
    open class Shop {
        open private(set) var first = 1, second = 2
        let a, b: Int, c: String?
        public internal(set) var list: [Int] = []
        @CodableIgnored var (left, right) = (1, 2)
        class var kind: String { "shop" }
        static let shared = 1
        subscript(index: Int) -> Int {
            get { list[index] }
            set { list[index] = newValue }
        }

        public required init(_ a: Int) { (self.a, b, c) = (a, a + 1, "c") }
        public convenience init() { self.init(1) }

        public func raise() { first += 10 }
    }

    @GCodable
    final class Branch: Shop, @unchecked Sendable {
        nonisolated(unsafe) var shop: Shop?
        final weak var rival: Branch?

        public required init(_ a: Int) { super.init(a) }
    }

    @GCodable
    final class Generic<Value> where Value: GCodable, Value: Hashable {
        var value: Value
        var values: Set<Value> = []

        init(_ value: Value) { self.value = value }
    }

    @GCodable
    indirect enum Tree: Equatable {
        case leaf(Int = 3)
        case node(Tree, Tree)
        case maybe(left: Tree? = nil, _ right: Int), nothing
    }

    @GCodable
    package struct Access: Equatable {
        package var first: Int
        @usableFromInline var second = 1
        fileprivate var stored: Int
        var accessed: Int {
            @storageRestrictions(initializes: stored)
            init { stored = newValue }
            get { stored }
            set { stored = newValue }
        }
        var alias: Self.Number
        package typealias Number = Int
        struct Access: Hashable {}
        @CodableIgnored var same = Access()
        var closure: Int = { 4 }()
    }

    @GCodable @Observable
    final class Observed {
        var number = 1
        @ObservationIgnored var ignored: [Int] = []
        var next: Observed?

        init() {}
    }

    @GCodable
    struct Sized<let count: Int>: Equatable {
        var number = count
    }

    @propertyWrapper @GCodable
    struct Held<Value: GCodable> {
        var wrappedValue: Value
        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }

    @GCodable
    final class Knot {
        @CodableWrapper @Held var itself: Knot?
        var anything: (any GCodable)!
        var list: [any GCodable]!

        init() {}
    }

    @GCodable
    final class Composed: GCodable & Identifiable {
        var id = 1
    }

    @GCodable
    final class ComposedLeaf: Identifiable & Shop {
        var size = 1

        public required init(_ a: Int) { super.init(a) }
    }

    @GCodable
    struct ComposedStyle: Identifiable & GKeepsUnknown {
        var id = 1
        var unknownFields = GUnknownFields()
    }

    @Test func aCompositionIsInheritedLikeItsTypes() throws {
        let composed = Composed()
        composed.id = 2
        #expect(try copy(composed).id == 2 && copy(ComposedLeaf(5)).a == 5)
        #expect(try copy(ComposedStyle(id: 3)).id == 3)
    }

    @Test func aVariableWithAValueDoesNotTakeTheTypeOfALaterOne() throws {
        let linked = Linked()
        (linked.links, linked.name, linked.count) = ([linked], "b", 3)
        let copy = try GraphDecoder().decode(Linked.self, from: GraphEncoder().encode(linked) as Bytes)
        #expect(copy.links[0] === copy && copy.name == "b" && copy.count == 3 && copy.size == 2)
        (linked.links, copy.links) = ([], [])
    }

    @Test func aLabelMayBeAnEmoji() throws {
        let moods = [Mood.smile(🙂: 1)]
        #expect(try GraphDecoder().decode([Mood].self, from: GraphEncoder().encode(moods) as Bytes) == moods)
    }

    @Test func whatIsNilWithoutAnInitialValueCanWait() throws {
        let knot = Knot()
        (knot.itself, knot.anything, knot.list) = (knot, 3, ["a"])
        let back = try copy(knot)
        #expect(back.itself === back && back.anything as? Int == 3 && back.list as? [String] == ["a"])
        (knot.itself, back.itself) = (nil, nil)
    }

    @MainActor @Test func anIsolatedClassComesBack() throws {
        let value = Isolated("t")
        value.number = 2
        let bytes = try GraphEncoder().encode(value) as Bytes
        let back = try GraphDecoder().decode(Isolated.self, from: bytes)
        #expect(back.number == 2 && back.text == "t")
    }

    @StoreActor @Test func aClassOfAnotherActorComesBack() throws {
        let stored = Stored()
        stored.number = 5
        #expect(try copy(stored).number == 5)
    }

    @Test func defaultsAndConversionsMayNameStaticMembers() throws {
        let archive = try GraphEncoder().encode(Unsized()) as Bytes
        let value = try GraphDecoder().decode(WithStatics.self, from: archive)
        #expect(value.size == 12 && value.name == "7")
    }

    @Test func classesWithEveryModifierComeBack() throws {
        let branch = Branch(5)
        branch.raise()
        (branch.list, branch.shop, branch.rival) = ([1, 2], Shop(), branch)
        let back = try copy(branch)
        #expect([back.first, back.second, back.a, back.b, back[1]] == [11, 2, 5, 6, 2] && back.c == "c")
        #expect(back.rival === back && back.shop?.a == 1)
        let generic = Generic("a")
        generic.values = ["b"]
        #expect(try copy(generic).values == ["b"])
        let observed = Observed()
        (observed.number, observed.ignored, observed.next) = (2, [3], observed)
        let again = try copy(observed)
        #expect(again.number == 2 && again.ignored == [3] && again.next === again)
        (observed.next, again.next) = (nil, nil)
    }

    @Test func valuesOfEveryFormComeBack() throws {
        let trees: [Tree] = [.leaf(), .node(.leaf(4), .nothing), .maybe(5), .maybe(left: .nothing, 6)]
        #expect(try copy(trees) == trees)
        var access = Access(first: 2, accessed: 3, alias: 4)
        access.closure = 5
        #expect(try copy(access) == access)
        var sized = Sized<7>()
        sized.number = 8
        #expect(try copy(sized) == sized)
    }
}
#endif
