import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// References that are loaded when they are used.
struct GraphReferenceTests {
    /// A document whose pages are loaded one by one.
    final class Document: GCodable {
        var pages: [GraphReference<Page>]
        var lists: [[GraphReference<Page>]]
        var cover: GraphReference<Page>?

        init(_ pages: [Page]) {
            self.pages = pages.map { GraphReference($0) }
            lists = [Array(self.pages.prefix(2)), []]
            cover = self.pages.last
            for (index, page) in pages.enumerated() {
                page.document = GraphReference(self)
                page.next = self.pages[(index + 1) % pages.count]
            }
        }

        init(from decoder: GDecoder) throws {
            pages = try decoder.decode(for: Key.pages)
            lists = try decoder.decode(for: Key.lists)
            cover = try decoder.decode(for: Key.cover)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(pages, for: Key.pages)
            try encoder.encode(lists, for: Key.lists)
            try encoder.encodeConditional(cover, for: Key.cover)
        }

        private enum Key: String { case pages, lists, cover }
    }

    class Page: GCodable {
        let number: Int
        var words: [Word]
        var document: GraphReference<Document>?
        var next: GraphReference<Page>?

        init(_ number: Int) {
            self.number = number
            words = (0..<20).map { Word("\(number)-\($0) " + String(repeating: "x", count: 200)) }
            for word in words { word.page = self }
        }

        required init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            document = try decoder.decode(for: Key.document)
            next = try decoder.decode(for: Key.next)
            words = []
            (decoder.userInfo[.onBook] as? @Sendable (Int) -> Void)?(number)
            try decoder.decodeOrDefer(for: Key.words, into: self) { $0.words = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(document, for: Key.document)
            try encoder.encode(next, for: Key.next)
            try encoder.encode(words, for: Key.words)
        }

        private enum Key: String { case number, document, next, words }
    }

    final class Picture: Page {}

    final class Word: GCodable {
        let text: String
        weak var page: Page?

        init(_ text: String) { self.text = text }

        init(from decoder: GDecoder) throws {
            text = try decoder.decode(for: Key.text)
            try decoder.deferDecode(for: Key.page) { self.page = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(text, for: Key.text)
            try encoder.encodeConditional(page, for: Key.page)
        }

        private enum Key: String { case text, page }
    }

    static func sample(pageCount: Int = 60) -> Document {
        Document((0..<pageCount).map { $0 % 5 == 0 ? Picture($0) : Page($0) })
    }

    /// Checks a document, of which all pages are loaded by this.
    static func check(_ document: Document, pageCount: Int = 60) throws {
        let pages = try document.pages.map { try $0.load() }
        #expect(pages.map(\.number) == Array(0..<pageCount))
        for (index, page) in pages.enumerated() {
            #expect((page is Picture) == (index % 5 == 0))
            #expect(try page.next?.load() === pages[(index + 1) % pageCount])
            #expect(try page.document?.load() === document)
            #expect(page.words.count == 20 && page.words.allSatisfy { $0.page === page })
        }
        #expect(
            try document.lists.map { try $0.map { try $0.load() === pages[$0.load().number] } } == [[true, true], []])
        #expect(try document.cover?.load() === pages.last)
    }

    static func withFile<Result>(_ archive: [UInt8]? = nil, _ body: (GraphFile, String) throws -> Result) throws
        -> Result
    {
        try withTemporaryFolder { folder in
            let path = folder + "/document.graphz"
            let plain: Bytes = try GraphEncoder().encode(sample())
            try write(try archive ?? compressed(Array(plain), .zlib, filter: .fields), to: path)
            return try body(GraphFile(contentsOf: path), path)
        }
    }

    /// The numbers of the pages that a file creates from now on.
    private static func pagesMade(by file: GraphFile) -> Locked<[Int]> {
        let made = Locked<[Int]>([])
        file.userInfo = [.onBook: { @Sendable (number: Int) in made.set(made.get() + [number]) }]
        return made
    }

    /// An archive of the sample of which a block in the middle is damaged, and that block.
    private static func damagedSample() throws -> (bytes: Bytes, block: Range<Int>) {
        let archive = try DamagedArchive(try GraphEncoder().encode(sample()) as Bytes, .none)
        let block = archive.blocks[archive.blocks.count / 2]
        var bytes = archive.bytes
        bytes[block.upperBound - 3] ^= 1
        return (bytes, block)
    }

    @Test func aWholeArchiveIsLoadedAtOnce() throws {
        let plain: Bytes = try GraphEncoder().encode(Self.sample())
        let document = try GraphDecoder().decode(Document.self, from: plain)
        #expect(document.pages.allSatisfy(\.isLoaded) && document.cover?.isLoaded == true)
        try Self.check(document)
        document.pages[0].unload()
        #expect(document.pages[0].isLoaded, "It could not be loaded again.")
        let again: Bytes = try GraphEncoder().encode(document)
        #expect(again == plain)
    }

    /// An object that refers to the next one in either way.
    final class Item: GCodable {
        var next: Item?

        init(_ next: Item?) { self.next = next }
        init(from decoder: GDecoder) throws { next = try decoder.decode(for: Key.next) }

        func encode(to encoder: GEncoder) throws {
            if encoder.userInfo[.onBook] == nil {
                try encoder.encode(next, for: Key.next)
            } else {
                try encoder.encode(next.map { GraphReference($0) }, for: Key.next)
            }
        }

        private enum Key: String { case next }
    }

    @Test func itIsArchivedAsTheReferenceOfItsObject() throws {
        let items = [Item(Item(nil)), Item(nil)]
        let encoder = GraphEncoder()
        let plain: Bytes = try encoder.encode(items)
        encoder.userInfo = [.onBook: true]
        let other: Bytes = try encoder.encode(items)
        #expect(plain == other)
        #expect(try GraphDecoder().decode([GraphReference<Item>].self, from: plain)[0].load().next != nil)
    }

    @Test func anObjectIsLoadedOnceWhenItIsUsed() throws {
        try Self.withFile { file, _ throws in
            let made = Self.pagesMade(by: file)
            let document = try file.root(as: Document.self)
            #expect(made.get().isEmpty && !document.pages.contains { $0.isLoaded })
            let page = try document.pages[7].load()
            #expect(made.get() == [7] && document.pages[7].isLoaded && !document.pages[8].isLoaded)
            #expect(page.number == 7 && page.words.allSatisfy { $0.page === page })
            #expect(try page.document?.load() === document)
            let next = try #require(page.next)
            #expect(!next.isLoaded)
            #expect(try next.load() === document.pages[8].load())
            #expect(made.get() == [7, 8])
            try Self.check(document)
            #expect(made.get().count == 60)
            #expect(try file.root(as: Document.self) === document)
        }
    }

    @Test func aGraphThatWasReleasedCanBeUnloaded() throws {
        try Self.withFile { file, _ throws in
            file.keepsObjects = false
            var document: Document? = try file.root(as: Document.self)
            let page = try #require(document?.pages[3])
            _ = try page.load()
            try GraphReleaser.release(&document)
            page.unload()
            #expect(!page.isLoaded)
            #expect(try page.load().number == 3)
        }
    }

    @Test func whatIsUnloadedCanBeLoadedAgain() throws {
        try Self.withFile { file, _ throws in
            file.keepsObjects = false
            let document = try file.root(as: Document.self)
            weak var former: Page?
            do {
                let page = try document.pages[3].load()
                former = page
                document.pages[3].unload()
                #expect(!document.pages[3].isLoaded)
                #expect(try document.pages[3].load() === page)
                document.pages[3].unload()
            }
            _ = try document.pages[4].load()
            #expect(former == nil)
            #expect(try document.pages[3].load().number == 3)
        }
    }

    @Test func changesThatWereSavedAreNotUndoneByUnloading() throws {
        try Self.withFile { file, path throws in
            file.keepsObjects = false
            let document = try file.root(as: Document.self)
            for number in 0..<3 {
                try document.pages[number].load().words = []
                try GraphEncoder().save(document, to: path)
                document.pages[number].unload()
            }
            let saved = try GraphDecoder().load(Document.self, from: path)
            #expect(try saved.pages.prefix(4).map { try $0.load().words.isEmpty } == [true, true, true, false])
        }
    }

    /// The first reference to the page is not used.
    @Test func changesThatWereSavedAreKeptWhenAnObjectWasLoadedInAnotherWay() throws {
        try Self.withFile { file, path throws in
            file.keepsObjects = false
            let document = try file.root(as: Document.self)
            for number in 0..<3 {
                var pages = file.objects(of: Page.self)
                while let page = try pages.next() {
                    guard page.number == number else { continue }
                    page.words = []
                    try GraphEncoder().save(document, to: path)
                    break
                }
            }
            _ = try document.pages[9].load()
            try GraphEncoder().save(document, to: path)
            let saved = try GraphDecoder().load(Document.self, from: path)
            #expect(try saved.pages.prefix(4).map { try $0.load().words.isEmpty } == [true, true, true, false])
        }
    }

    @Test func referencesKeepTheFileOpen() throws {
        let document = try Self.withFile { file, _ in try file.root(as: Document.self) }
        try Self.check(document)
    }

    @Test func aReferenceAndItsFileDoNotKeepEachOther() throws {
        weak var page: Page?
        try Self.withFile { file, _ throws in
            let document = try file.root(as: Document.self)
            page = try document.pages[0].load()
            #expect(page != nil)
        }
        #expect(page == nil)
    }

    @Test func releasingLoadsNothing() throws {
        try Self.withFile { file, _ throws in
            var document: Document? = try file.root(as: Document.self)
            _ = try document?.pages[7].load()
            let made = Self.pagesMade(by: file)
            try GraphReleaser.release(&document)
            #expect(document == nil && made.get().isEmpty)
        }
    }

    @Test func savingCopiesWhatIsNotLoaded() throws {
        try Self.withFile { file, path throws in
            let made = Self.pagesMade(by: file)
            let document = try file.root(as: Document.self)
            let page = try document.pages[30].load()
            let word = page.words.removeLast()
            // In the place of the file that is still open.
            try GraphEncoder().save(document, to: path, codec: .lz4)
            #expect(made.get() == [30] && document.pages.count(where: \.isLoaded) == 1)
            let whole = Self.sample()
            try whole.pages[30].load().words.removeLast()
            let expected: Bytes = try GraphEncoder().encode(whole)
            #expect(try GraphContainerFile(path).readPlain(0..<UInt64(expected.count)) == expected)
            page.words.append(word)
            try Self.check(document)
            try GraphEncoder().save(document, to: path)
            try Self.check(try GraphDecoder().load(Document.self, from: path))
        }
    }

    @Test func aDamagedPartFailsTheSaveAndTheOldFileStays() throws {
        let (damaged, block) = try Self.damagedSample()
        try Self.withFile(damaged) { file, path throws in
            let document = try file.root(as: Document.self)
            let error = expectError(GraphContainerError.self, .damaged) { try GraphEncoder().save(document, to: path) }
            let offset = try #require(error?.byteOffset)
            #expect(error?.path == path && block.contains(Int(offset)), "\(offset) is not in \(block)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(damaged))
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["document.graphz"])
        }
    }

    @Test func objectsOfAnotherClassAreRefusedWhenTheyAreUsed() throws {
        let plain: Bytes = try GraphEncoder().encode([Item(nil)])
        try Self.withFile(Array(plain)) { file, _ throws in
            let references = try file.root(as: [GraphReference<Word>].self)
            let error = expectError(GraphCodableError.self, .wrongClass) { try references[0].load() }
            #expect(error?.byteOffset == 13 && "\(error?.codingPath ?? CodingPath())" == "Item")
            #expect(!references[0].isLoaded)
            #expect(try file.root(as: [GraphReference<Item>].self)[0].load().next == nil)
        }
    }

    @Test func errorsOfUseAreThrownAndTheNextUseTriesAgain() throws {
        try Self.withFile(Self.damagedSample().bytes) { file, _ throws in
            let document = try file.root(as: Document.self)
            var failed: [Int] = []
            for (index, page) in document.pages.enumerated() {
                do {
                    #expect(try page.load().number == index)
                } catch is GraphContainerError {
                    failed.append(index)
                }
            }
            #expect(!failed.isEmpty && failed.count < 30)
            expectError(GraphContainerError.self, .damaged) { try document.pages[failed[0]].load() }
        }
    }

    /// An object that uses its reference too early.
    final class Hasty: GCodable {
        var other: GraphReference<Hasty>?
        init() {}

        init(from decoder: GDecoder) throws {
            other = try decoder.decode()
            _ = try other?.load()
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(other) }
    }

    @Test func useInsideOfALoadIsRefused() throws {
        let hasty = Hasty()
        hasty.other = GraphReference(hasty)
        let plain: Bytes = try GraphEncoder().encode(hasty)
        hasty.other = nil
        let error = expectError(GraphCodableError.self, .misuse) {
            try GraphDecoder().decode(Hasty.self, from: plain)
        }
        #expect(
            error?.message
                == "A GraphReference to GraphCodableCompressionTests.GraphReferenceTests.Hasty was used before the objects "
                + "around it had been decoded. Use it after init(from:), for instance in whenDecoded.")
        try Self.withFile(Array(plain)) { file, _ throws in
            let error = expectError(GraphCodableError.self, .misuse) { try file.root(as: Hasty.self) }
            #expect(
                error?.message
                    == "An object of an open file was requested while another one is being decoded. Load it after that: "
                    + "not in init(from:), didDecode or whenDecoded.")
        }
    }
}
