import GraphCodable
import Testing

/// An unowned reference needs its object in the archive.
struct UnownedReferenceTests {
    enum Key: String { case children, parent, id }

    final class Parent: GCodable {
        var children: [Child] = []
        init() {}
        init(from decoder: GDecoder) throws {
            try decoder.decodeOrDefer(for: Key.children, into: self) { $0.children = $1 }
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(children, for: Key.children) }
    }

    final class Child: GCodable {
        unowned let parent: Parent
        init(_ parent: Parent) { self.parent = parent }
        init(from decoder: GDecoder) throws { parent = try decoder.decode(for: Key.parent) }
        func encode(to encoder: GEncoder) throws { try encoder.encodeUnowned(parent, for: Key.parent) }
    }

    /// A class whose identity is its own choice.
    final class Numbered: GCodable, GIdentifiable {
        let id: Int
        init(_ id: Int) { self.id = id }
        init(from decoder: GDecoder) throws { id = try decoder.decode(for: Key.id) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(id, for: Key.id) }
        var gcodableID: Int? { id }
    }

    struct Reference: GCodable {
        let target: Numbered
        init(_ target: Numbered) { self.target = target }
        init(from decoder: GDecoder) throws { target = try decoder.decode(for: Key.parent) }
        func encode(to encoder: GEncoder) throws { try encoder.encodeUnowned(target, for: Key.parent) }
    }

    private func text(_ body: () throws -> Void) throws -> String {
        "\(try #require(throws: GraphCodableError.self) { try body() })"
    }

    @Test func anObjectThatNothingElseArchivesIsRefused() throws {
        let parent = Parent()
        for options in [[], GraphEncoder.Options.disableInheritance] {
            #expect(
                try text { _ = try GraphEncoder(options).encode([Child(parent)]) as Bytes } == """
                    notEncodable at GraphCodableTests.UnownedReferenceTests.Child.parent: The unowned property 'parent' of \
                    GraphCodableTests.UnownedReferenceTests.Child refers to an object of class \
                    GraphCodableTests.UnownedReferenceTests.Parent that nothing else archives, so the archive could not be \
                    decoded. Archive an object that holds it strongly, or make the property weak.
                    """)
        }
    }

    @Test func anObjectThatIsArchivedBeforeOrAfterIsFound() throws {
        let parent = Parent()
        let child = Child(parent)
        parent.children = [child]
        struct Pair: GCodable {
            let child: Child
            let parent: Parent
            init(_ child: Child, _ parent: Parent) { (self.child, self.parent) = (child, parent) }
            init(from decoder: GDecoder) throws {
                parent = try decoder.decode(for: Key.parent)
                child = try decoder.decode(for: Key.children)
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(child, for: Key.children)
                try encoder.encode(parent, for: Key.parent)
            }
        }
        let pair = try GraphDecoder().decode(Pair.self, from: try GraphEncoder().encode(Pair(child, parent)) as Bytes)
        #expect(pair.child.parent === pair.parent && pair.parent.children.first === pair.child)
        let root = try GraphDecoder().decode(Parent.self, from: try GraphEncoder().encode(parent) as Bytes)
        #expect(root.children.first?.parent === root)
    }

    @Test func anIdentityOfTheProgramsIsFoundByItsOtherInstances() throws {
        struct Both: GCodable {
            let reference: Reference
            let other: Numbered?
            init(_ reference: Reference, _ other: Numbered?) { (self.reference, self.other) = (reference, other) }
            init(from decoder: GDecoder) throws {
                reference = try decoder.decode(for: Key.parent)
                other = try decoder.decode(for: Key.id)
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(reference, for: Key.parent)
                try encoder.encode(other, for: Key.id)
            }
        }
        let found = Both(Reference(Numbered(1)), Numbered(1))
        let decoded = try GraphDecoder().decode(Both.self, from: try GraphEncoder().encode(found) as Bytes)
        #expect(decoded.reference.target === decoded.other)
        for other in [Numbered(2), nil] {
            #expect(
                try text { _ = try GraphEncoder().encode(Both(Reference(Numbered(1)), other)) as Bytes }.hasPrefix(
                    "notEncodable at GraphCodableTests.UnownedReferenceTests.Reference.parent: The unowned property 'parent' of"
                ))
        }
    }

    /// An object without an identity, which is archived in place, with a reference that may be lost.
    final class Anonymous: GCodable, GIdentifiable {
        weak var other: Parent?
        init(_ other: Parent?) { self.other = other }
        init(from decoder: GDecoder) throws { other = try decoder.decode(for: Key.id) }
        func encode(to encoder: GEncoder) throws { try encoder.encodeConditional(other, for: Key.id) }
        var gcodableID: Int? { nil }
    }

    struct Holder: GCodable {
        let target: Anonymous
        init(_ target: Anonymous) { self.target = target }
        init(from decoder: GDecoder) throws { target = try decoder.decode(for: Key.parent) }
        func encode(to encoder: GEncoder) throws { try encoder.encodeUnowned(target, for: Key.parent) }
    }

    @Test func anObjectInPlaceMayLoseItsWeakReferences() throws {
        let parent = Parent()
        let bytes: Bytes = try GraphEncoder().encode(Holder(Anonymous(parent)))
        #expect(try GraphDecoder().decode(Holder.self, from: bytes).target.other == nil)
    }

    @Test func anEncoderThatRefusedOnceStartsAnew() throws {
        let encoder = GraphEncoder()
        let parent = Parent()
        for _ in 1...2 {
            #expect(throws: GraphCodableError.self) { try encoder.encode([Child(parent)]) as Bytes }
            #expect(throws: Never.self) { try encoder.encode(parent) as Bytes }
        }
    }
}
