import GraphCodable
import TestSupport
import Testing

@testable import GraphCodableCompression

/// Objects that were saved while parts that refer to them were not loaded.
struct SavedObjectTests {
    final class Note: GCodable {
        var title = "old"

        init() {}
        init(from decoder: GDecoder) throws { title = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(title) }
    }

    /// Refers to a note, which is loaded when it is used, or with the index.
    final class Index: GCodable {
        private let reference: GraphReference<Note>?
        private let direct: Note?

        init(_ note: Note, isDirect: Bool) {
            (reference, direct) = isDirect ? (nil, note) : (GraphReference(note), nil)
        }
        init(from decoder: GDecoder) throws { (reference, direct) = try (decoder.decode(), decoder.decode()) }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(reference)
            try encoder.encode(direct)
        }

        func title() throws -> String? { try reference?.load().title ?? direct?.title }
    }

    final class Book: GCodable {
        var notes: [GraphReference<Note>]
        var index: GraphReference<Index>?

        init(isDirect: Bool) {
            let notes = [Note(), Note()]
            self.notes = notes.map { GraphReference($0) }
            index = GraphReference(Index(notes[0], isDirect: isDirect))
        }
        init(from decoder: GDecoder) throws { (notes, index) = try (decoder.decode(), decoder.decode()) }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(notes)
            try encoder.encode(index)
        }

        /// Saves a change of the first note, and lets go of it.
        func saveChange(to path: String) throws {
            try notes[0].load().title = "new"
            try GraphEncoder().save(self, to: path)
            notes.removeFirst()
        }
    }

    private static func withFile(isDirect: Bool, _ body: (GraphFile, String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try GraphEncoder().save(Book(isDirect: isDirect), to: path)
            let file = try GraphFile(contentsOf: path)
            file.keepsObjects = false
            try body(file, path)
        }
    }

    @Test(arguments: [false, true]) func aPartThatIsLoadedAfterASaveHasTheSavedState(isDirect: Bool) throws {
        try Self.withFile(isDirect: isDirect) { file, path throws in
            let book = try file.root(as: Book.self)
            try book.saveChange(to: path)
            // From here on, the file does not hold the note because of its load.
            _ = try book.notes[0].load()
            #expect(try book.index?.load().title() == "new")
            try GraphEncoder().save(book, to: path)
            #expect(try GraphDecoder().load(Book.self, from: path).index?.load().title() == "new")
        }
    }

    /// The index may come back, such as by undoing its removal.
    @Test func aReferenceThatWasNotSavedHasTheSavedState() throws {
        try Self.withFile(isDirect: false) { file, path throws in
            let book = try file.root(as: Book.self)
            let index = try #require(try book.index?.load())
            book.index = nil
            try book.saveChange(to: path)
            _ = try book.notes[0].load()
            #expect(try index.title() == "new")
        }
    }

    @Test(arguments: [false, true]) func theOldStateDoesNotComeBackWhenTheFileIsGone(isDirect: Bool) throws {
        try Self.withFile(isDirect: isDirect) { _, path throws in
            let book = try GraphFile(contentsOf: path).root(as: Book.self)
            try book.saveChange(to: path)
            let message = "was saved since the file was opened"
            for _ in 0..<2 {
                var error = expectError(GraphCodableError.self, .misuse) { try GraphEncoder().save(book, to: path) }
                #expect(error?.message.contains(message) == true, "\(error as Any)")
                error = expectError(GraphCodableError.self, .misuse) { try book.index?.load().title() }
                #expect(error?.message.contains(message) == true, "\(error as Any)")
            }
            #expect(try GraphDecoder().load(Book.self, from: path).index?.load().title() == "new")
        }
    }
}
