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

    @Test func anObjectWithoutIdentityIsRefused() throws {
        let parent = Parent()
        let text = try text { _ = try GraphEncoder().encode(Holder(Anonymous(parent))) as Bytes }
        #expect(text.contains("UnownedReferenceTests.Holder.parent: The unowned property 'parent' of"))
        for options in [GraphEncoder.Options.disableIdentity, .mimicSwiftCodable] {
            let error = #expect(throws: GraphCodableError.self) {
                try GraphEncoder(options).encode(Child(parent)) as Bytes
            }
            #expect(error?.code == .notEncodable)
        }
    }

    final class Watcher {
        unowned let target: Anonymous
        init(_ target: Anonymous) { self.target = target }
    }

    /// Holds an object that is archived in place, and refers to it by an unowned reference, too.
    final class Watching: GCodable {
        let target: Anonymous
        let watcher: Watcher
        init(_ target: Anonymous) { (self.target, watcher) = (target, Watcher(target)) }
        convenience init(from decoder: GDecoder) throws { self.init(try decoder.decode(for: Key.parent)) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(target, for: Key.parent) }
    }

    /// Decodes the same, but nothing holds the object.
    struct Blind: GDecodable {
        let watcher: Watcher
        init(from decoder: GDecoder) throws { watcher = Watcher(try decoder.decode(for: Key.parent)) }
    }

    struct Plain: GEncodable {
        func encode(to encoder: GEncoder) throws { try encoder.encode(Anonymous(nil), for: Key.parent) }
    }

    @Test func decodingFailsIfNothingHoldsAnObjectInPlace() throws {
        let bytes: Bytes = try GraphEncoder().encode([Plain(), Plain()])
        let decoder = GraphDecoder()
        for _ in 1...2 {
            let error = #expect(throws: GraphCodableError.self) { try decoder.decode([Blind].self, from: bytes) }
            #expect(error?.code == .valueNotFound && error?.byteOffset != nil)
            #expect(error?.message.contains("nothing else holds") == true)
        }
        for options in [[], GraphEncoder.Options.disableIdentity] {
            let watching: Bytes = try GraphEncoder(options).encode([Watching(Anonymous(nil)), Watching(Anonymous(nil))])
            for watching in try decoder.decode([Watching].self, from: watching) {
                #expect(watching.watcher.target === watching.target)
            }
        }
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
