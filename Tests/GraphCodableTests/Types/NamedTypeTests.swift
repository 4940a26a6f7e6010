import TestSupport
import Testing

@testable import GraphCodable

class NamedShape: GCodable, GNamed {
    class var archiveName: ArchiveName { "shape" }
    var side = 0
    init(_ side: Int) { self.side = side }
    required init(from decoder: GDecoder) throws { side = try decoder.decode() }
    func encode(to encoder: GEncoder) throws { try encoder.encode(side) }
}

final class NamedSquare: NamedShape {
    override class var archiveName: ArchiveName { ArchiveName("square", aliases: ["Geometry.Quad", "quad"]) }
}

final class NamelessDot: NamedShape {}

final class NamedBox<Content: GCodable>: GCodable, GNamed {
    static var archiveName: ArchiveName { "box" }
    let content: Content
    init(_ content: Content) { self.content = content }
    init(from decoder: GDecoder) throws { content = try decoder.decode() }
    func encode(to encoder: GEncoder) throws { try encoder.encode(content) }
}

final class PlainBox<Content: GCodable>: GCodable {
    let content: Content
    init(_ content: Content) { self.content = content }
    init(from decoder: GDecoder) throws { content = try decoder.decode() }
    func encode(to encoder: GEncoder) throws { try encoder.encode(content) }
}

/// Types with names of their own, in one program. What becomes of them in another one is tested in GuideTests.
struct NamedTypeTests {
    private func types(_ root: some GEncodable) throws -> [GraphArchiveSummary.ArchivedType] {
        try GraphArchive(GraphEncoder().encode(root) as Bytes).summary.types
    }

    private func archiveNames(_ root: some GEncodable) throws -> [String] {
        try types(root).compactMap { $0.hasChosenName ? $0.archiveName : nil }
    }

    private func copy<Root: GCodable>(_ root: Root, _ policy: GraphDecodingPolicy = GraphDecodingPolicy()) throws
        -> Root
    {
        try GraphDecoder(policy: policy).decode(Root.self, from: GraphEncoder().encode(root) as Bytes)
    }

    @Test func aTypeIsArchivedUnderItsOwnNameAndFoundAgain() throws {
        let shapes = [NamedSquare(1), NamedShape(2), NamelessDot(3)]
        #expect(try archiveNames(shapes) == ["square", "shape"])
        let out = try copy(shapes)
        #expect(out.map { "\(type(of: $0))\($0.side)" } == ["NamedSquare1", "NamedShape2", "NamelessDot3"])
    }

    @Test func theNameOfAGenericTypeIsMadeOfNames() throws {
        #expect(try archiveNames(NamedBox(NamedSquare(1))) == ["box<square>", "square"])
        #expect(try archiveNames(NamedBox(1)) == ["box<Swift.Int>"])
        #expect(
            try archiveNames(NamedBox([NamedBox([1: NamedShape(1)])])) == [
                "box<Swift.Array<box<Swift.Dictionary<Swift.Int,shape>>>>", "box<Swift.Dictionary<Swift.Int,shape>>",
                "shape",
            ])
        #expect(try archiveNames(PlainBox(NamedShape(1))) == ["GraphCodableTests.PlainBox<shape>", "shape"])
        #expect(try archiveNames(PlainBox(1)) == [])
        #expect(try copy(NamedBox([NamedBox(NamedSquare(4))])).content[0].content.side == 4)
        #expect(try copy(PlainBox(Optional(NamedShape(5)))).content?.side == 5)
    }

    @Test func aValueOfAProtocolTypeIsFoundByItsOwnName() throws {
        struct Root: GCodable {
            let value: any GCodable
            init(_ value: any GCodable) { self.value = value }
            init(from decoder: GDecoder) throws { value = try decoder.decode(any: (any GCodable).self) }
            func encode(to encoder: GEncoder) throws { try encoder.encode(any: value) }
        }
        #expect(try archiveNames(Root(NamedStamp(day: 3))) == ["stamp"])
        #expect((try copy(Root(NamedStamp(day: 3))).value as? NamedStamp)?.day == 3)
        #expect((try copy(Root(NamedBox(3))).value as? NamedBox<Int>)?.content == 3)
        #expect((try copy(Root([NamedStamp(day: 4)])).value as? [NamedStamp])?[0].day == 4)
    }

    @Test func aPolicyKnowsTypesByTheirOwnNames() throws {
        let listed = GraphDecodingPolicy(allowedTypes: .only([NamedSquare.self]))
        #expect(try copy([NamedSquare(1)], listed)[0].side == 1)
        expectError(GraphCodableError.self, .typeNotAllowed) { try copy([NamedShape(1)], listed) }
        let matching = GraphDecodingPolicy(allowedTypes: .matching { $0.stands(for: NamedSquare.self) })
        #expect(try copy([NamedSquare(1)], matching)[0].side == 1)
        expectError(GraphCodableError.self, .typeNotAllowed) { try copy([NamedShape(1)], matching) }
    }

    @Test func twoTypesCannotHaveOneName() throws {
        _ = try GraphEncoder().encode(NamedTwin()) as Bytes
        let error = expectError(GraphCodableError.self, .misuse) { try GraphEncoder().encode(OtherTwin()) as Bytes }
        #expect(
            error?.message == """
                GraphCodableTests.OtherTwin and GraphCodableTests.NamedTwin have the same name in \
                archives, 'twin'. Give one of them another name.
                """)
    }

    @Test(arguments: [
        ("", "is empty"),
        ("17GraphCodableTests3OldC", "is a mangled name; write it as Module.Class"),
        ("$s17GraphCodableTests3OldC", "is a mangled name; write it as Module.Class"),
        ("Old App.Thing", "has spaces, brackets or empty parts, which no name has; write it as Module.Class"),
        ("Old..Thing", "has spaces, brackets or empty parts, which no name has; write it as Module.Class"),
        (
            "Old.(unknown context at $1).Thing",
            "has spaces, brackets or empty parts, which no name has; write it as Module.Class"
        ),
        ("Old.Thing.self", "ends with '.self', which belongs to no type's name; leave it out"),
        ("Old.Box<Swift.Int>", "has generic arguments; leave them out, because they have names of their own"),
    ])
    func aNameThatCanNeverMatchIsRefused(alias: String, obstacle: String) throws {
        #expect(WrittenTypeName.obstacle(to: alias, allowsArguments: false) == obstacle)
    }

    @Test func anAliasThatCanNeverMatchIsRefusedWhereTheTypeIsUsed() throws {
        let text = "The alias '17GraphCodableTests3OldC' of GraphCodableTests.BadlyNamed can never match: "
        #expect {
            _ = try GraphEncoder().encode(BadlyNamed()) as Bytes
        } throws: {
            ($0 as? GraphCodableError)?.message.hasPrefix(text) == true
        }
    }

    @Test(arguments: [
        "App.Node", "App.Box<App.Node,Swift.Int>.Inner", "Swift.Dictionary<Swift.Int,Swift.Array<App.Node>>",
        "App.Box<(Swift.Int, Swift.String) -> Swift.Int,App.Node>", "note",
    ])
    func aNameIsTakenToPiecesAndPutTogether(text: String) throws {
        #expect(WrittenTypeName(text)?.description == text)
    }

    @Test func spacesBehindCommasDoNotMatter() {
        #expect(WrittenTypeName("A.B<C.D, E.F<Swift.Int,  G.H>>")?.description == "A.B<C.D,E.F<Swift.Int,G.H>>")
    }

    @Test func namesThatAreNoneAreRefusedAtAnyDepth() {
        for text in ["", "App.", ".Node", "App.Box<", "App.Box<>", "App.Box<App.Node", "App.Node>", "App.Box<,>"] {
            #expect(WrittenTypeName(text) == nil, "\(text)")
        }
        let depth = 100_000
        #expect(WrittenTypeName(String(repeating: "A<", count: depth) + String(repeating: ">", count: depth)) == nil)
        #expect(WrittenTypeName(String(repeating: "(", count: depth)) == nil)
    }

    @Test func typesAreFoundByTheNamesThatPeopleWrite() throws {
        for type: Any.Type in [
            NamedShape.self, NamedStamp.self, NamedTypeTests.self, [Int].self, [String: NamedBox<Int?>].self,
            NestedNames<Int>.Inner.self, NestedNames<NamedStamp>.Inner.Deep<String>.self, RepositoryTests.Animal.self,
        ] {
            let name = try #require(WrittenTypeName(_typeName(type, qualified: true)))
            #expect(SourceNameLookup.type(name) == type)
        }
        for text in [
            "Swift.Nothing", "Nowhere.Int", "Swift", "Swift.Array", "Swift.Array<Nowhere.Int>", "Swift.Int<Swift.Int>",
        ] {
            #expect(try SourceNameLookup.type(#require(WrittenTypeName(text))) == nil)
        }
    }
}

struct NamedStamp: GCodable, GNamed {
    static let archiveName: ArchiveName = "stamp"
    var day: Int
    init(day: Int) { self.day = day }
    init(from decoder: GDecoder) throws { day = try decoder.decode() }
    func encode(to encoder: GEncoder) throws { try encoder.encode(day) }
}

enum NestedNames<Value> {
    final class Inner {
        struct Deep<Other> {}
    }
}

final class NamedTwin: GEncodable, GNamed {
    static let archiveName: ArchiveName = "twin"
    func encode(to encoder: GEncoder) throws {}
}

final class OtherTwin: GEncodable, GNamed {
    static let archiveName: ArchiveName = "twin"
    func encode(to encoder: GEncoder) throws {}
}

final class BadlyNamed: GEncodable, GNamed {
    static let archiveName = ArchiveName("bad", aliases: ["17GraphCodableTests3OldC"])
    func encode(to encoder: GEncoder) throws {}
}

extension RepositoryTests {
    /// A program of another version has renamed the class, which keeps the name that it has chosen.
    @Test func aRegisteredSubclassIsFoundWhateverSwiftNameTheArchiveHas() throws {
        typealias Make = ArchiveAssembler
        GTypesRepository.initialize(mainModuleName: "")
        defer { GTypesRepository.initialize(mainModuleName: "") }
        let archive = Make(
            Make.reference(1), Make.composite(0, [5]), types: [Make.type("Newer.Tile", name: "square", flags: 7)],
            shapes: [Make.shape(of: 0, 0)]
        ).bytes
        #expect(decodingError(NamedShape.self, archive) == .typeNotFound)
        NamedSquare.register()
        let shape = try GraphDecoder().decode(NamedShape.self, from: archive)
        #expect(shape is NamedSquare && shape.side == 5)
    }
}
