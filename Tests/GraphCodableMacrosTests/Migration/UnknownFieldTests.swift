#if Macros
import GraphCodable
import GraphCodableMacros
import Testing

/// What a program of the macro does not know stays in its files.
struct UnknownFieldTests {
    enum New {
        @GCodable struct Style {
            var font = "serif"
            var size = 12
        }

        @GCodable class Page {
            var title = "page"
            var style = Style()
            var mood = Mood.sad(why: "rain", since: Style())
            var next: Page?
            var tags: Set<String> = ["a"]
        }

        @GCodable final class Cover: Page {
            var color = 1
            override init() { super.init() }
            var picture: Picture? = Picture()
        }

        @GCodable final class Picture { var bytes: [UInt8] = [1, 2] }

        @GCodable indirect enum Mood: Equatable {
            case happy
            case sad(why: String, since: Style)
            case busy(with: [Int], previous: Mood)
        }
    }

    enum Old {
        @GCodable struct Style: Hashable, GKeepsUnknown {
            var unknownFields = GUnknownFields()
            var size = 10
        }

        @GCodable class Page: GKeepsUnknown {
            var title = ""
            var style = Style()
            var mood = Mood.happy
            var next: Page?
            var unknownFields: GUnknownFields = .init()
        }

        @GCodable final class Cover: Page { var color = 0 }

        @GCodable enum Mood: GKeepsUnknown {
            case happy
            @CodableFallback case other(fields: GUnknownFields)
        }
    }

    private func rename(_ bytes: Bytes, _ old: String, _ new: String) -> Bytes {
        var bytes = bytes
        for start in bytes.indices where bytes[start...].starts(with: old.utf8) {
            bytes.replaceSubrange(start..<start + old.utf8.count, with: new.utf8)
        }
        return bytes
    }

    private func old<Root: GCodable>(_ root: some GCodable, _ type: Root.Type) throws -> Root {
        try GraphDecoder().decode(type, from: rename(GraphEncoder().encode(root), "New", "Old"))
    }

    private func new<Root: GCodable>(_ root: some GCodable, _ type: Root.Type) throws -> Root {
        let bytes = try GraphCodableUti.checkEncoder(root: root) as Bytes
        return try GraphDecoder().decode(type, from: rename(bytes, "Old", "New"))
    }

    @Test func propertiesOfStructsAndClassesAreKept() throws {
        let cover = New.Cover()
        (cover.next, cover.style.font, cover.tags) = (cover, "sans", ["b", "c"])
        defer { cover.next = nil }
        let page = try old(cover, Old.Page.self)
        page.title = "changed"
        page.style.size = 14
        #expect(page.unknownFields.keys.sorted() == ["picture", "tags"] && page.style.unknownFields.keys == ["font"])
        let copy = try #require(try new(page, New.Page.self) as? New.Cover)
        #expect(copy.next === copy && copy.title == "changed" && copy.style.font == "sans" && copy.style.size == 14)
        #expect(copy.picture?.bytes == [1, 2] && copy.tags == ["b", "c"] && copy.mood == cover.mood)
        #expect(try GraphCodableUti.roundTripProblems(of: page) == [])
        (page.next, copy.next) = (nil, nil)
    }

    @Test func aStructKeepsItsMemberwiseInitializer() {
        #expect(Old.Style(size: 3) == Old.Style(size: 3))
        #expect(Set([Old.Style(size: 1), Old.Style(size: 1), Old.Style()]).count == 2)
    }

    @Test func aPlaceForUnknownFieldsNeedsTheConformance() throws {
        for (source, place) in [
            ("struct Point { var x = 1, unknownFields = GUnknownFields() }", "2:27"),
            ("enum Shape { @CodableFallback case other(GUnknownFields) }", "2:36"),
        ] {
            let found = try Expansion("@GCodable\n" + source).diagnostics.map { "\($0)" }.joined()
            #expect(found.contains("Unknown fields are kept by types that conform to GKeepsUnknown. Declare that"))
            #expect(found.contains(place), "\(found)")
        }
    }

    @Test(arguments: [
        ("struct A: GKeepsUnknown { var extra = GUnknownFields() }", "2:31 error: Name the property 'unknownFields'."),
        ("class A: GKeepsUnknown { let extra: GUnknownFields }", "2:30 error: Name the property 'unknownFields'."),
        (
            "enum A: GKeepsUnknown { case a, other(GUnknownFields) }",
            "2:33 error: Mark the case with @CodableFallback: only the fallback keeps unknown fields."
        ),
        ("struct A { @CodableIgnored var extra = GUnknownFields() }", nil),
    ])
    func theirPlaceIsOneThatTheLibraryFinds(source: String, message: String?) throws {
        let found = try Expansion("@GCodable\n" + source)
        #expect(found.diagnostics.map(\.description) == [message].compactMap(\.self))
    }

    @Test func theirPlaceNeedsAnInitialValue() throws {
        let found = try Expansion("@GCodable\nstruct Point: GKeepsUnknown { var unknownFields: GUnknownFields }")
        #expect(
            found.diagnostics.map { "\($0)" } == ["2:35 error: Give this property the initial value GUnknownFields()."])
    }

    @Test func casesThatTheProgramDoesNotKnowAreKept() throws {
        let moods: [New.Mood] = [
            .happy, .sad(why: "rain", since: New.Style()),
            .busy(with: [1, 2], previous: .busy(with: [], previous: .happy)),
        ]
        let known = try old(moods, [Old.Mood].self)
        #expect(known.map(\.unknownFields.caseName) == [nil, "sad", "busy"])
        #expect(known.map(\.unknownFields.keys) == [[], ["why", "since"], ["with", "previous"]])
        #expect(try new(known, [New.Mood].self) == moods)
        #expect(try new(try old(try new(known, [New.Mood].self), [Old.Mood].self), [New.Mood].self) == moods)
        // A case of the program's own is archived under its own name.
        let own = try old([Old.Mood.other(fields: GUnknownFields())], [Old.Mood].self)
        #expect(own[0].unknownFields.caseName == "other")
        #expect(try GraphCodableUti.roundTripProblems(of: known) == [])
    }
}

extension UnknownFieldTests.New.Style: Equatable {}
#endif
