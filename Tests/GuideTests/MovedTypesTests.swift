import Foundation
import Testing

/// Classes that were moved to another module, renamed, or both, and generic classes made of them: two programs and the files
/// between them.
struct MovedTypesTests {
    private static let both = """
        extension URL {
            static func saved(_ name: String) -> URL {
                URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Documents/" + name)
            }
        }
        class Base: GCodable {
            var text: String
            init(_ text: String) { self.text = text }
            required init(from decoder: GDecoder) throws { text = try decoder.decode() }
            func encode(to encoder: GEncoder) throws { try encoder.encode(text) }
        }
        func save<Root: GEncodable>(_ root: Root, _ name: String) throws {
            try (GraphEncoder().encode(root) as Data).write(to: .saved(name))
        }
        func load<Root: GDecodable>(_ type: Root.Type, _ name: String) {
            do {
                let root = try GraphDecoder().decode(type, from: Data(contentsOf: .saved(name)))
                print(name, description(root))
            } catch {
                print(name, error)
            }
        }
        func description(_ value: Any) -> String {
            switch value {
            case let values as [Any]: values.map { description($0) }.joined(separator: " ")
            case let base as Base: "\\(type(of: base)):\\(base.text)"
            case let box as any Holder: "\\(type(of: box))(\\(description(box.held)))"
            default: "\\(value)"
            }
        }
        protocol Holder { var held: Any { get } }
        class Holding<Content: GCodable>: GCodable, Holder {
            let content: Content
            var held: Any { content }
            init(_ content: Content) { self.content = content }
            required init(from decoder: GDecoder) throws { content = try decoder.decode() }
            func encode(to encoder: GEncoder) throws { try encoder.encode(content) }
        }

        """

    private static let first = """
        // Named, and to be moved.
        class Note: Base, GNamed { class var archiveName: ArchiveName { "Note" } }
        final class Todo: Note { override class var archiveName: ArchiveName { "Todo" } }
        // Named, and to be renamed, too.
        final class Idea: Note { override class var archiveName: ArchiveName { "Idea" } }
        // Without names, to be moved and to be renamed.
        final class Memo: Base {}
        final class Scrap: Base {}
        final class Box<Content: GCodable>: Holding<Content>, GNamed {
            static var archiveName: ArchiveName { "Box" }
        }
        final class Pair<Content: GCodable>: Holding<Content> {}

        try save(Note("a"), "root")
        try save([Todo("b"), Note("c")] as [Note], "moved")
        try save([Idea("d"), Note("e")] as [Note], "renamed")
        try save([Memo("f"), Scrap("g")] as [Base], "unnamed")
        try save(Box(Idea("h")), "box")
        try save(Pair(Memo("i")), "pair")
        try save([Box(Pair([Idea("j")])), Box(Pair([]))] as [Holding<Pair<[Idea]>>], "nested")
        GTypesRepository.initialize()
        Memo.register()
        try save(Memo("k"), "initialized")
        """

    private static let second = """
        class Note: Base, GNamed { class var archiveName: ArchiveName { "Note" } }
        final class Todo: Note { override class var archiveName: ArchiveName { "Todo" } }
        final class Thought: Note { override class var archiveName: ArchiveName { "Idea" } }
        final class Memo: Base, GNamed {
            static let archiveName = ArchiveName("Memo", aliases: ["First.Memo"])
        }
        final class Snippet: Base {}
        final class Crate<Content: GCodable>: Holding<Content>, GNamed {
            static var archiveName: ArchiveName { "Box" }
        }
        final class Couple<Content: GCodable>: Holding<Content>, GNamed {
            static var archiveName: ArchiveName { ArchiveName("Couple", aliases: ["First.Pair"]) }
        }
        func loadAll() {
            load(Note.self, "root")
            load([Note].self, "moved")
            load([Note].self, "renamed")
            load([Base].self, "unnamed")
            load(Crate<Thought>.self, "box")
            load(Couple<Memo>.self, "pair")
            load([Holding<Couple<[Thought]>>].self, "nested")
        }
        loadAll()
        load(Memo.self, "initialized")
        print("registered:")
        Thought.register()
        try Snippet.register(as: "Snippet", aliases: ["First.Scrap"])
        // Any instance of the generic class will do.
        Crate<Int>.register()
        Couple<Int>.register()
        loadAll()
        GTypesRepository.initialize()
        Memo.register()
        load(Memo.self, "initialized")
        """

    private static let expected = """
        root Note:a
        moved Todo:b Note:c
        renamed typeNotFound at [0] (in First.Idea, byte 15): No type of the program is known by the name 'Idea', \
        which First.Idea had. Call register() of the type that has this name, as its archiveName or among its \
        aliases (with the macro, in @GCodable(name:aliases:)).
        unnamed typeNotFound at [1] (in First.Scrap, byte 18): The program has no type First.Scrap. If it was \
        renamed or moved, let the type conform to GNamed, with 'First.Scrap' among the aliases of its \
        archiveName, or write @GCodable(name:aliases:), and call its register().
        box Crate<Thought>(Thought:h)
        pair Couple<Memo>(Memo:i)
        nested typeNotFound at [0] (in First.Box<First.Pair<Swift.Array<First.Idea>>>, byte 15): No type of the \
        program is known by the name 'Box<First.Pair<Swift.Array<Idea>>>', which \
        First.Box<First.Pair<Swift.Array<First.Idea>>> had. Call register() of the type that has this name, as its \
        archiveName or among its aliases (with the macro, in @GCodable(name:aliases:)).
        initialized Memo:k
        registered:
        root Note:a
        moved Todo:b Note:c
        renamed Thought:d Note:e
        unnamed Memo:f Snippet:g
        box Crate<Thought>(Thought:h)
        pair Couple<Memo>(Memo:i)
        nested Crate<Couple<Array<Thought>>>(Couple<Array<Thought>>(Thought:j)) \
        Crate<Couple<Array<Thought>>>(Couple<Array<Thought>>())
        initialized Memo:k

        """

    @Test func classesAreFoundInAnotherModuleAndUnderOtherNames() throws {
        let home = try TemporaryHome()
        var (first, second) = (
            GuideProgram(source: Self.both + Self.first), GuideProgram(source: Self.both + Self.second)
        )
        first.moduleName = "First"
        second.moduleName = "Second"
        first.home = home.url
        second.home = home.url
        #expect(try first.output() == "")
        #expect(try second.output() == Self.expected)
    }
}
