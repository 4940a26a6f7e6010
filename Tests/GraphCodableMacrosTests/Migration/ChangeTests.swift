#if Macros
import GraphCodableMacros
import Testing

/// What an older program wrote, read by a newer one.
struct ChangeTests {
    @GCodable enum FormerMark: Equatable { case a, b(Int) }

    @GCodable enum Mark: Equatable {
        case a, c(Int)
        @CodableFallback case other

        init(_ former: FormerMark) {
            switch former {
            case .a: self = .a
            case .b(let number): self = .c(number)
            }
        }
    }

    /// A struct that became a case.
    @GCodable struct FormerPoint { var x = 1, y = 2 }

    @GCodable enum Shape: GKeepsUnknown {
        case point(x: Int, y: Int)
        @CodableFallback case other(GUnknownFields)

        init(_ former: FormerPoint) { self = .point(x: former.x, y: former.y) }
    }

    /// In a newer program.
    @GCodable enum NewShape { case circle(x: Int, y: Int, r: Int) }

    /// What the former type does not know, either, is its fallback.
    @GCodable enum FormerName {
        case a
        @CodableFallback case other
    }

    @GCodable enum NewName { case z }

    @GCodable struct Name: Equatable {
        var text: String
        init(_ former: FormerName) { text = "\(former)" }
    }

    @GCodable struct Sheet<Single: GCodable, Area: GCodable> {
        var mark: Single
        var marks: [Single?]
        var shape: Area
        var name = NewName.z
    }

    @GCodable struct MarkedSheet {
        @CodableConvert(from: ChangeTests.FormerMark.self, ChangeTests.Mark.init) var mark: Mark
        @CodableConvert(
            from: [ChangeTests.FormerMark?].self, { $0.map { former in former.map(ChangeTests.Mark.init) } })
        var marks: [Mark?]
        @CodableConvert(from: ChangeTests.FormerPoint.self, ChangeTests.Shape.init) var shape: Shape
        @CodableConvert(from: ChangeTests.FormerName.self, ChangeTests.Name.init) var name: Name
    }

    private func read(_ sheet: some GEncodable) throws -> MarkedSheet {
        try GraphDecoder().decode(MarkedSheet.self, from: GraphEncoder().encode(sheet) as Bytes)
    }

    @Test func aFallbackDoesNotHideAFormerCase() throws {
        let former = try read(Sheet(mark: FormerMark.b(5), marks: [.a, .b(3), nil], shape: FormerPoint(x: 3)))
        #expect(former.mark == .c(5) && former.marks == [.a, .c(3), nil] && former.name.text == "other")
        if case .point(3, 2) = former.shape {} else { Issue.record("\(former.shape)") }
        let present = try read(Sheet(mark: Mark.c(5), marks: [.a, .other, .c(1)], shape: Shape.point(x: 1, y: 1)))
        #expect(present.mark == .c(5) && present.marks == [.a, .other, .c(1)])
    }

    @Test func aPartOfANewerCaseIsNoneOfTheFormerType() throws {
        let newer = try read(Sheet(mark: Mark.a, marks: [], shape: NewShape.circle(x: 5, y: 6, r: 7)))
        guard case .other(let fields) = newer.shape else {
            Issue.record("\(newer.shape)")
            return
        }
        #expect(fields.caseName == "circle")
    }

    enum First {
        @GCodable
        struct Note {
            var headline: String
            var pages: Int
            var gone = true
        }
    }

    enum Second {
        @GCodable(version: 2)
        struct Note: Equatable {
            @CodableAlias("caption", "headline") var title: String
            @CodingKey("pages") var pageCount: Int
            var tags = ["new"]
            var author: String?
            @CodableDefault("draft") var state: String
            @CodableDefault(2 + 2) let weight: Int
            @CodableIgnored var isOpen = false
            var migratedFrom: UInt32 = 99

            mutating func migrate(from version: UInt32, _ decoder: any GDecoder) throws {
                migratedFrom = version
                if try decoder.undecodedKeys.contains("gone") {
                    tags.append("gone")
                }
            }
        }
    }

    @GCodable(aliases: ["OldModule.Note"])
    struct Moved {
        var title = "t"
    }

    @GCodable(aliases: ["OldModule.State"])
    enum MovedState {
        case on
    }

    @Test func nestedTypesHaveAliasesAndTheirOwnNames() {
        #expect(Moved.archiveName == ArchiveName(of: Moved.self, aliases: ["OldModule.Note"]))
        #expect(MovedState.archiveName == ArchiveName(of: MovedState.self, aliases: ["OldModule.State"]))
    }

    @Test func missingRenamedAndNewPropertiesAreUnderstood() throws {
        let note = try migrate(First.Note(headline: "h", pages: 3), to: Second.Note.self)
        #expect(note.title == "h" && note.pageCount == 3 && note.tags == ["new", "gone"] && note.author == nil)
        #expect(note.state == "draft" && note.weight == 4 && note.migratedFrom == 0)
    }

    @Test func theHookIsNotCalledForTheSameVersion() throws {
        let note = try migrate(First.Note(headline: "h", pages: 3), to: Second.Note.self)
        let back = try copy(note)
        #expect(back == note)
    }

    enum FirstEvent {
        @GCodable
        enum Event {
            case moved(Int)
        }
    }

    @GCodable(version: 2)
    enum Event: Equatable {
        case moved(Int)
        case shifted(Int, from: UInt32)

        mutating func migrate(from version: UInt32, _ decoder: any GDecoder) throws {
            if case .moved(let distance) = self {
                self = .shifted(distance, from: version)
            }
        }
    }

    @Test func enumerationsMigrate() throws {
        #expect(try migrate(FirstEvent.Event.moved(3), to: Event.self) == .shifted(3, from: 0))
        #expect(try copy([Event.moved(3), .shifted(1, from: 9)]) == [.moved(3), .shifted(1, from: 9)])
    }

    // MARK: Names

    @GCodable(name: "macros.note", aliases: ["macros.memo", "OldModule.Note"], version: 2)
    class Note {
        var text = "t"

        init() {}

        func migrate(from version: UInt32, _ decoder: any GDecoder) throws {}
    }

    @GCodable(name: "macros.special")
    final class Special: Note {
        var number = 1

        override init() { super.init() }
    }

    @GCodable(name: "macros.page")
    struct Page: Equatable {
        var number = 1
    }

    @Test func typesHaveTheNamesThatTheyDeclare() throws {
        #expect(Note.archiveName == ArchiveName("macros.note", aliases: ["macros.memo", "OldModule.Note"]))
        #expect(Special.archiveName == "macros.special" && Page.archiveName == "macros.page")
        #expect(Note.encodeVersion == 2 && Special.encodeVersion == 2)
        Special.register()
        #expect(try copy([Note(), Special()])[1] is Special)
        let archive = try GraphEncoder().encode([Note(), Special()]) as Bytes
        #expect(String(decoding: archive, as: UTF8.self).contains("macros.special"))
        #expect(try copy(Page(number: 2)) == Page(number: 2))
    }
}
#endif
