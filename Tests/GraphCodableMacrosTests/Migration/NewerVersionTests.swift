#if Macros
import GraphCodable
import GraphCodableMacros
import Testing

/// What a newer program wrote is refused by a type with a version, and not cut in silence.
struct NewerVersionTests {
    @GCodable(version: 5)
    struct NewSettings: Equatable {
        var size = 1
        var added = "precious"
        mutating func migrate(from version: UInt32, _ decoder: any GDecoder) throws {}
    }

    @GCodable(version: 1)
    struct Settings {
        var size = 0
        init(size: Int) { self.size = size }
        init(_ settings: NewSettings) { size = settings.size }
    }

    @GCodable(version: 1, readsNewer: true)
    struct CuriousSettings { var size = 0 }

    static let reads = true

    @GCodable(version: 1, readsNewer: NewerVersionTests.reads)
    struct PerhapsCuriousSettings { var size = 0 }

    @GCodable(version: 3)
    enum NewShape {
        case dot(size: Int)
        mutating func migrate(from version: UInt32, _ decoder: any GDecoder) throws {}
    }

    @GCodable(version: 2)
    enum Shape {
        case dot(size: Int)
        mutating func migrate(from version: UInt32, _ decoder: any GDecoder) throws {}
    }

    private func decode<Root: GDecodable>(_ type: Root.Type, _ archive: Bytes) throws -> Root {
        try GraphDecoder().decode(type, from: archive)
    }

    private func error<Root: GDecodable>(_ type: Root.Type, _ archive: Bytes) -> GraphCodableError? {
        do {
            _ = try decode(type, archive)
            return nil
        } catch {
            return error as? GraphCodableError
        }
    }

    @Test func aStructRefusesANewerVersion() throws {
        let archive = try GraphEncoder().encode([NewSettings(size: 7)]) as Bytes
        let failure = error([Settings].self, archive)
        #expect(failure?.code == .newerVersion && failure?.isInputAtFault == true)
        #expect(failure?.codingPath.description == "[0]")
        #expect(
            failure?.message == """
                The archive holds version 5 of GraphCodableMacrosTests.NewerVersionTests.NewSettings, and this program knows \
                versions up to 1. A newer program wrote it. Open it with that program or update this one: saving it here \
                would lose what the newer version added. To read it all the same, write @GCodable(version: 1, readsNewer: \
                true), or do not call refuseVersions(after:).
                """)
        #expect(try decode([CuriousSettings].self, archive)[0].size == 7)
        #expect(try decode([PerhapsCuriousSettings].self, archive)[0].size == 7)
        #expect(try decode([NewSettings].self, archive) == [NewSettings(size: 7)])
    }

    /// The former type of its properties has a higher version than their present type.
    @GCodable
    struct Drawing {
        @CodableConvert(from: NewerVersionTests.NewSettings.self, NewerVersionTests.Settings.init)
        var settings: Settings
        @CodableConvert(from: [NewerVersionTests.NewSettings].self, { $0.map(NewerVersionTests.Settings.init) })
        var all: [Settings]
    }

    @GCodable
    struct DrawingOf<Part: GCodable> {
        var settings: Part
        var all: [Part]
    }

    @Test func aFormerTypeMayHaveAHigherVersion() throws {
        let written = DrawingOf(settings: NewSettings(size: 3), all: [NewSettings(size: 4), NewSettings(size: 5)])
        let drawing = try decode(Drawing.self, try GraphEncoder().encode(written) as Bytes)
        #expect(drawing.settings.size == 3 && drawing.all.map(\.size) == [4, 5])
        // A newer version of the present type is not one of the former type, although that could be decoded from it.
        let present = DrawingOf(settings: Settings(size: 3), all: [Settings(size: 4)])
        let newer = try raise(GraphEncoder().encode(present) as Bytes, of: "NewerVersionTests.Settings", to: 3)
        #expect(error(Drawing.self, newer)?.code == .newerVersion)
        // So it is in another module.
        var moved = Array(newer)
        moved.replace("GraphCodableMacrosTests".utf8, with: "AnotherModuleOfTheTests".utf8)
        #expect(moved != newer && error(Drawing.self, moved)?.code == .newerVersion)
    }

    @Test func anEnumRefusesANewerVersion() throws {
        let archive = try GraphEncoder().encode(NewShape.dot(size: 2)) as Bytes
        let failure = error(Shape.self, archive)
        #expect(failure?.code == .newerVersion && failure?.codingPath.description == "NewShape")
    }

    // MARK: Classes

    /// The same class in a newer program: its version is raised in the archive.
    @GCodable(name: "newerVersion.Document", version: 1)
    final class Document { var title = "" }

    @GCodable(name: "newerVersion.Curious", version: 1, readsNewer: true)
    final class CuriousDocument { var title = "" }

    @GCodable(name: "newerVersion.Renamed", aliases: ["newerVersion.Former"], version: 1)
    final class Renamed { var title = "" }

    @GCodable(name: "newerVersion.Former", version: 1)
    final class Former { var title = "" }

    @GCodable(name: "newerVersion.Disc", aliases: ["newerVersion.Circle"], version: 1)
    struct Disc { var radius = 1 }

    @GCodable(name: "newerVersion.Circle", version: 1)
    struct Circle { var radius = 2 }

    struct AnyShape: GCodable {
        let shape: any GCodable
        init(_ shape: any GCodable) { self.shape = shape }
        init(from decoder: any GDecoder) throws { shape = try decoder.decode(any: (any GCodable).self) }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(any: shape) }
    }

    @GCodable(version: 1)
    class Base { var number = 1 }

    @GCodable
    final class Derived: Base {
        var text = ""
        override init() { super.init() }
    }

    @GCodable(name: "newerVersion.Leaf")
    class Leaf: Base {
        let text: String
        init(text: String) {
            self.text = text
            super.init()
        }
    }

    @GCodable(name: "newerVersion.LastLeaf")
    final class LastLeaf: Leaf {
        let size: Int
        init(size: Int) {
            self.size = size
            super.init(text: "t")
        }
    }

    @GCodable(version: 1, readsNewer: true)
    class CuriousBase { init() {} }

    @GCodable(name: "newerVersion.CuriousLeaf")
    final class CuriousLeaf: CuriousBase {
        let text: String
        init(text: String) {
            self.text = text
            super.init()
        }
    }

    /// Raises the version that an archive holds of a class.
    private func raise(_ archive: Bytes, of name: String, to version: UInt8 = 6) throws -> Bytes {
        let name = Array(name.utf8)
        let ends = archive.indices.filter { archive[..<$0].reversed().starts(with: name.reversed()) }
        var archive = archive
        let end = try #require(ends.last { archive[$0] == 1 })
        archive[end] = version
        return archive
    }

    @Test func aClassRefusesANewerVersionOfItself() throws {
        let document = Document()
        document.title = "t"
        let archive = try GraphEncoder().encode(document) as Bytes
        #expect(try decode(Document.self, archive).title == "t")
        let newer = try raise(archive, of: "newerVersion.Document")
        let failure = error(Document.self, newer)
        #expect(failure?.code == .newerVersion && failure?.codingPath.description == "Document")
    }

    @GCodable(name: "newerVersion.Shelf")
    final class Shelf {
        var name = "s"
        var documents: [Document] = []
    }

    @GCodable
    struct NewHolder {
        var name = "h"
        var settings: [NewSettings] = []
    }

    @GCodable
    struct Holder {
        var name = "h"
        var settings: [Settings] = []
    }

    /// The path leads to what is too new, and not into it.
    @Test func theErrorNamesTheValueAndNotItsFirstField() throws {
        let shelf = Shelf()
        shelf.documents = [Document()]
        let newer = try raise(GraphEncoder().encode(shelf) as Bytes, of: "newerVersion.Document")
        #expect(error(Shelf.self, newer)?.codingPath.description == "Shelf.documents[0]")
        let archive = try GraphEncoder().encode([NewHolder(settings: [NewSettings()])]) as Bytes
        #expect(error([Holder].self, archive)?.codingPath.description == "[0].settings[0]")
    }

    @Test func aClassThatReadsNewerVersionsDoes() throws {
        let archive = try GraphEncoder().encode(CuriousDocument()) as Bytes
        _ = try decode(CuriousDocument.self, raise(archive, of: "newerVersion.Curious"))
    }

    @Test func anAliasCountsVersionsOfItsOwn() throws {
        let archive = try GraphEncoder().encode(Former()) as Bytes
        _ = try decode(Renamed.self, raise(archive, of: "newerVersion.Former"))
    }

    @Test func anAliasOfAValueBehindAProtocolCountsVersionsOfItsOwn() throws {
        Disc.register()
        let circle = try raise(GraphEncoder().encode(AnyShape(Circle())) as Bytes, of: "newerVersion.Circle")
        #expect((try decode(AnyShape.self, circle).shape as? Disc)?.radius == 2)
        let disc = try raise(GraphEncoder().encode(AnyShape(Disc())) as Bytes, of: "newerVersion.Disc")
        #expect(error(AnyShape.self, disc)?.code == .newerVersion)
    }

    @GCodable
    struct Drawn<Shape: GCodable> {
        var own: Shape
        var any: AnyShape
        var last: Shape
    }

    @Test func theOrderOfValuesDoesNotMatterForAnAlias() throws {
        Disc.register()
        let drawn = Drawn(own: Circle(), any: AnyShape(Circle()), last: Circle())
        let newer = try raise(GraphEncoder().encode(drawn) as Bytes, of: "newerVersion.Circle")
        #expect(try decode(Drawn<Disc>.self, newer).own.radius == 2)
    }

    /// A class that was archived without its name, and is converted to another one with versions of its own.
    @GCodable(version: 5)
    final class OldPart { var size = 7 }

    @GCodable(version: 1)
    final class NewPart {
        var size = 0
        init(_ old: OldPart) { size = old.size }
    }

    @GCodable
    struct PartHolder<Part: GCodable> { var part: Part }

    @GCodable
    struct NewPartHolder {
        @CodableConvert(from: NewerVersionTests.OldPart.self, NewerVersionTests.NewPart.init)
        var part: NewerVersionTests.NewPart
    }

    @Test func aFormerClassWithoutANameMayHaveAHigherVersion() throws {
        for options in [[], GraphEncoder.Options.disableInheritance, .mimicSwiftCodable] {
            let archive: Bytes = try GraphEncoder(options).encode(PartHolder(part: OldPart()))
            #expect(try decode(NewPartHolder.self, archive).part.size == 7)
        }
    }

    @Test func aSubclassSharesTheVersion() throws {
        let archive = try GraphEncoder().encode(Derived()) as Bytes
        #expect(try decode(Derived.self, archive).number == 1)
    }

    /// A newer program may have changed what it decodes before the superclass can check the version.
    @Test func aSubclassRefusesANewerVersionBeforeItDecodesItsProperties() throws {
        for leaf in [Leaf(text: "t"), LastLeaf(size: 1)] {
            let name = "newerVersion.\(type(of: leaf))"
            var newer = try raise(GraphEncoder().encode(leaf) as Bytes, of: name)
            newer.replace("text".utf8, with: "next".utf8)
            newer.replace("size".utf8, with: "room".utf8)
            #expect(error(Leaf.self, newer)?.code == .newerVersion)
        }
        let curious = try GraphEncoder().encode(CuriousLeaf(text: "t")) as Bytes
        #expect(try decode(CuriousLeaf.self, raise(curious, of: "newerVersion.CuriousLeaf")).text == "t")
    }

    /// Written by hand, and checked because it asks for that.
    struct ByHand: GCodable {
        static var encodeVersion: UInt32 { 4 }
        init() {}
        init(from decoder: any GDecoder) throws { try decoder.refuseVersions(after: 3) }
        func encode(to encoder: any GEncoder) throws {}
    }

    @Test func aTypeWrittenByHandRefusesIfItAsks() throws {
        let archive = try GraphEncoder().encode(ByHand()) as Bytes
        #expect(error(ByHand.self, archive)?.code == .newerVersion)
    }
}
#endif
