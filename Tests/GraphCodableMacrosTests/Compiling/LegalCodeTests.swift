#if Macros
import Foundation
import GraphCodableMacros
import Testing

/// Declarations that Swift accepts, with the macro attached.
struct LegalCodeTests {
    @GCodable
    final class Note: Identifiable {
        var text = ""
        var author, editor: String?
        weak var next: Note?
        let kind = 1
        @CodableIgnored lazy var length = text.count
        var isEmpty: Bool { text.isEmpty }

        convenience init(text: String) {
            self.init()
            self.text = text
        }
    }

    @GCodable
    public class Shared {
        public var text = ""
    }

    /// Not archivable.
    class Plain {
        var observed = 1

        init() {}
    }

    @GCodable @CodableIgnoredSuperclass
    final class Leaf: Plain {
        let text: String
        var next: Leaf?
        weak var last: Leaf?

        init(text: String) {
            self.text = text
            super.init()
        }
    }

    @GCodable
    final class Object: NSObject {
        var text = ""
        var next: Object?

        override init() { super.init() }
    }

    @GCodable
    class Base {
        var number = 1

        init() {}
    }

    @GCodable
    final class Observer: Base {
        @CodableIgnored private(set) var changes = 0
        override var number: Int { didSet { changes += 1 } }

        override init() { super.init() }
    }

    @GCodable
    final class Spelled {
        var number: Optional<Int>
        var base: Base?

        init(_ number: Int?) { self.number = number }
    }

    @Test func aClassKeepsTheInitializerThatSwiftGivesIt() throws {
        let note = Note(text: "t")
        note.author = "a"
        let back = try copy(note)
        #expect(back.text == "t" && back.author == "a" && Note().text == "")
        #expect(try copy(Shared()).text == "")
    }

    @Test func aSuperclassThatIsNotArchivableIsInitialized() throws {
        let leaf = Leaf(text: "t")
        leaf.next = leaf
        leaf.last = leaf
        let back = try copy(leaf)
        #expect(back.next === back && back.last === back && back.text == "t" && back.observed == 1)
        let object = Object()
        (object.text, object.next) = ("o", object)
        let again = try copy(object)
        #expect(again.next === again && again.text == "o")
        (leaf.next, back.next, object.next, again.next) = (nil, nil, nil, nil)
    }

    @Test func anOverriddenPropertyIsArchivedByTheSuperclass() throws {
        let observer = Observer()
        observer.number = 5
        let back = try copy(observer)
        #expect(back.number == 5)
    }

    @Test func optionalSpelledOutHasNoInitialValue() throws {
        #expect(try copy(Spelled(3)).number == 3 && copy(Spelled(nil)).number == nil)
    }

    @GCodable
    struct Edge {
        var target: Corner
    }

    @GCodable
    final class Corner {
        @CodableObserved var edge: Edge? { didSet { changes += 1 } }
        @CodableObserved var next: Corner? { didSet { changes += 1 } }
        @CodableObserved weak var neighbour: Corner? { didSet { changes += 1 } }
        var number = 0 { didSet { changes += 1 } }
        @CodableIgnored private(set) var changes = 0

        init() {}
    }

    @Test func whatMayWaitIsSetWithItsObservers() throws {
        let corner = Corner()
        (corner.edge, corner.neighbour, corner.next) = (Edge(target: corner), corner, Corner())
        let back = try copy(corner)
        // What is there at once, such as the next corner, is assigned by the initializer.
        #expect(back.edge?.target === back && back.neighbour === back && back.next != nil && back.changes == 2)
        (corner.edge, back.edge) = (nil, nil)
    }

    @Test func noInitializerIsAddedWhereSwiftGivesNone() throws {
        for (head, body) in [
            ("final class A: Unknown", "var a = 1"), ("final class A", "var a: Int"), ("final class A", "let a: Int?"),
            ("final class A", "var a: Optional<Int>"), ("final class A", "var a = 1\n    init(a: Int) {}"),
            ("final class A", "var a = 1\n    #if DEBUG\n    init() {}\n    #endif"),
        ] {
            let code = try Expansion("@GCodable\n\(head) {\n    \(body)\n}").code
            #expect(!code.contains("init()") && code.contains("init(from"), "\(head) \(body)")
        }
        let inherited = try Expansion("@GCodable\nfinal class A: B {\n    var a = 1\n}", conformances: []).code
        #expect(!inherited.contains("init()"))
    }

    @Test func optionalSpelledOutIsGivenAValueByTheFixIt() throws {
        let found = try Expansion("@GCodable\nfinal class A {\n    var a: Optional<A>\n    init() {}\n}")
        #expect(found.fixed.contains("var a: Optional<A> = nil\n"))
        #expect(found.diagnostics.map(\.fixIt) == ["give 'a' an initial value"])
    }
}
#endif
