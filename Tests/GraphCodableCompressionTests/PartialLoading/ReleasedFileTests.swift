import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Parts of a file that the program has released.
struct ReleasedFileTests {
    typealias Document = GraphReferenceTests.Document
    typealias Page = GraphReferenceTests.Page

    /// Saves a document whose page 1 has a word of page 2.
    private static func saveSampleWithASharedWord(to path: String) throws {
        let sample = GraphReferenceTests.sample(pageCount: 4)
        let pages = try sample.pages.map { try $0.load() }
        pages[1].words.append(pages[2].words[0])
        try GraphEncoder().save(sample, to: path)
    }

    /// A word of another page leads there.
    @Test func aFileThatIsGoneLosesNoWeakReference() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try Self.saveSampleWithASharedWord(to: path)
            let document = try GraphFile(contentsOf: path).root(as: Document.self)
            #expect(try document.pages[3].load().words.count == 20)
            let error = #expect(throws: GraphCodableError.self) { try document.pages[1].load() }
            #expect(error?.code == .misuse)
            #expect(error?.message.hasSuffix("Keep it beside the root as long as parts are loaded.") == true)
            // Nothing is lost if the other page is there.
            let other = try document.pages[2].load()
            #expect(try document.pages[1].load().words[20].page === other)
        }
    }

    /// The initializer of a page lets the file go, which alone holds the page of a word.
    @Test func aFileThatGoesDuringALoadLosesNoWeakReference() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try Self.saveSampleWithASharedWord(to: path)
            nonisolated(unsafe) var file: GraphFile? = try GraphFile(contentsOf: path)
            let document = try #require(try file?.root(as: Document.self))
            let first = try document.pages[1].load()
            #expect(first.words[20].page?.number == 2)
            file?.userInfo = [.onBook: { @Sendable (_: Int) in file = nil }]
            let error = #expect(throws: GraphCodableError.self) { try document.pages[3].load() }
            #expect(first.words[20].page == nil)
            #expect(error?.code == .misuse && error?.message.hasPrefix("Only the GraphFile held object") == true)
        }
    }

    /// A value with identity that refers to a page weakly.
    struct Bookmark: GCodable, GIdentifiable, Identifiable {
        let id: Int
        weak var page: Page?

        init(_ id: Int, _ page: Page) { (self.id, self.page) = (id, page) }
        init(from decoder: GDecoder) throws {
            id = try decoder.decode(for: Key.id)
            page = try decoder.decode(for: Key.page)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(id, for: Key.id)
            try encoder.encodeConditional(page, for: Key.page)
        }
        private enum Key: String { case id, page }
    }

    struct Notebook: GCodable {
        var bookmarks: [Bookmark]
        var pages: [GraphReference<Page>]

        init(_ page: Page) {
            bookmarks = [Bookmark(1, page), Bookmark(1, page)]
            pages = [GraphReference(page), GraphReference(Page(2))]
        }
        init(from decoder: GDecoder) throws {
            bookmarks = try decoder.decode(for: Key.bookmarks)
            pages = try decoder.decode(for: Key.pages)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(bookmarks, for: Key.bookmarks)
            try encoder.encode(pages, for: Key.pages)
        }
        private enum Key: String { case bookmarks, pages }
    }

    @Test func aFileThatIsGoneLosesNoWeakReferenceOfAValue() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try GraphEncoder().save(Notebook(Page(1)), to: path)
            let notebook = try GraphFile(contentsOf: path).root(as: Notebook.self)
            let error = #expect(throws: GraphCodableError.self) { try GraphEncoder().save(notebook, to: path) }
            #expect(error?.code == .misuse)
            #expect(error?.message.hasPrefix("Only the GraphFile held object") == true)
            #expect(throws: GraphCodableError.self) { try notebook.pages[1].load() }
        }
    }

    /// Refers to a value with identity as if it were an object.
    final class Label: GCodable {
        let mark: Mark?
        var page: GraphReference<Page>
        init(_ mark: Mark, _ page: Page) { (self.mark, self.page) = (mark, GraphReference(page)) }
        init(from decoder: GDecoder) throws {
            mark = try decoder.decode(for: Key.mark)
            page = try decoder.decode(for: Key.page)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encodeConditional(mark, for: Key.mark)
            try encoder.encode([mark], for: Key.marks)
            try encoder.encode(page, for: Key.page)
        }
        private enum Key: String { case mark, marks, page }
    }

    struct Mark: GCodable, GIdentifiable, Identifiable {
        let id: Int
        init(_ id: Int) { self.id = id }
        init(from decoder: GDecoder) throws { id = try decoder.decode(for: Key.id) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(id, for: Key.id) }
        private enum Key: String { case id }
    }

    @Test func aConditionalReferenceToAValueIsNotLostWithTheFile() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try GraphEncoder().save(Label(Mark(7), Page(1)), to: path)
            let label = try GraphFile(contentsOf: path).root(as: Label.self)
            #expect(try label.page.load().number == 1)
            #expect(label.mark?.id == 7)
            try GraphEncoder().save(label, to: path)
            #expect(try GraphDecoder().load(Label.self, from: path).mark?.id == 7)
        }
    }
}
