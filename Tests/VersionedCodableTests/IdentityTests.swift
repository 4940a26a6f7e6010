import CyclicCoding
import Foundation
import GraphCodable
import Testing
import VersionedCodable

/// In the coders for graphs, an object with a version keeps its identity.
struct IdentityTests {
    final class Parent: VersionedCodable {
        static let version: Int? = 2
        var name = "new"
        var children: [Child] = []

        init() {}
        init(from old: OldParent) throws { (name, children) = ("from \(old.title)", old.children) }
    }

    final class OldParent: VersionedCodable {
        static let version: Int? = 1
        typealias PreviousVersion = NothingEarlier
        var title = "old"
        var children: [Child] = []

        init() {}
    }

    final class Child: Codable {
        var parent = WeakCycleBreaker<Parent>()
        init(_ parent: Parent?) { self.parent[] = parent }
    }

    struct Pair: Codable {
        var first: Versioned<Parent>, second: Versioned<Parent>
    }

    @Test func referencesBackToTheRootArrive() throws {
        let parent = Parent()
        parent.children = [Child(parent), Child(nil)]
        let archive = try GraphEncoder().encode(versioned: parent)
        let decoded = try GraphDecoder().decode(versioned: Parent.self, from: archive)
        #expect(
            decoded.name == "new" && decoded.children[0].parent[] === decoded && decoded.children[1].parent[] == nil)
        let container = try CyclicEncoder().flatten(versioned: parent)
        let json = try JSONDecoder().decode(FlattenedContainer.self, from: JSONEncoder().encode(container))
        let restored = try CyclicDecoder().decode(versioned: Parent.self, from: json)
        #expect(restored.children[0].parent[] === restored)
    }

    @Test func oneObjectInTwoWrappersComesBackAsOne() throws {
        let parent = Parent()
        parent.children = [Child(parent)]
        let pair = Pair(first: Versioned(parent), second: Versioned(parent))
        let archive: Bytes = try GraphEncoder().encode(codable: pair)
        let decoded = try GraphDecoder().decode(Pair.self, codable: archive)
        #expect(decoded.first.value === decoded.second.value)
        #expect(decoded.first.value.children[0].parent[] === decoded.first.value)
    }

    @Test func anOlderObjectIsMigratedOnce() throws {
        struct OldPair: Codable { var first: Versioned<OldParent>, second: Versioned<OldParent> }
        let old = OldParent()
        let archive: Bytes = try GraphEncoder().encode(
            codable: OldPair(first: Versioned(old), second: Versioned(old)))
        let decoded = try GraphDecoder().decode(Pair.self, codable: archive)
        #expect(decoded.first.value === decoded.second.value && decoded.first.value.name == "from old")
    }

    final class Holder: Codable {
        var plain: Parent?
        var next: Holder?
        var wrapped: Versioned<Parent>?
        init(_ plain: Parent?, _ next: Holder?, _ wrapped: Versioned<Parent>?) {
            (self.plain, self.next, self.wrapped) = (plain, next, wrapped)
        }
    }

    /// The object is met before what wraps it, and has been encoded when that is met.
    @Test func anObjectThatIsMetFirstKeepsItsVersion() throws {
        let parent = Parent()
        let wrapped = Holder(nil, nil, Versioned(parent))
        let holder = Holder(parent, Holder(nil, Holder(nil, wrapped, nil), nil), nil)
        let decoded = try GraphDecoder().decode(
            Holder.self, codable: GraphEncoder().encode(codable: holder) as Bytes)
        let inner = decoded.next?.next?.next?.wrapped?.value
        #expect(inner === decoded.plain && inner?.name == "new")
    }

    class Base: Codable { var number = 1; init() {} }

    final class Derived: Base, VersionedCodable {
        static let version: Int? = 1
        typealias PreviousVersion = NothingEarlier
    }

    struct Both: Codable { var base: Base, wrapped: Versioned<Derived> }

    @Test func anObjectOfARegisteredClassKeepsItsClass() throws {
        var types = RegisteredTypes()
        types.register(Derived.self, as: "Derived")
        let object = Derived()
        let container = try CyclicEncoder(types: types).flatten(Both(base: object, wrapped: Versioned(object)))
        let decoded = try CyclicDecoder(types: types).decode(Both.self, from: container)
        #expect(decoded.base === decoded.wrapped.value)
    }

    enum Number: Int, VersionedCodable {
        static let version: Int? = 1
        typealias PreviousVersion = NothingEarlier
        case one = 1
    }

    @Test func aTypeWithoutFieldsHasNoVersion() throws {
        let error = #expect(throws: CyclicCodingError.self) { try CyclicEncoder().flatten(versioned: Number.one) }
        #expect(error?.code == .misuse)
        #expect(
            error?.message == """
                A value is encoded in two ways: with keys, as an array, or as a single value. Request one kind of container. A \
                type with a version must have fields.
                """)
    }
}
