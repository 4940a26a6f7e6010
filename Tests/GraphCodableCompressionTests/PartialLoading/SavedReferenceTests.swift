import GraphCodable
import TestSupport
import Testing

@testable import GraphCodableCompression

/// What references hold after the graph has been saved.
struct SavedReferenceTests {
    enum Key: String { case title, pages, album }

    final class Album: GCodable {
        var title = "album"
        var pages: [GraphReference<Page>] = []

        init() {}
        init(from decoder: GDecoder) throws {
            title = try decoder.decode(for: Key.title)
            pages = try decoder.decode(for: Key.pages)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(title, for: Key.title)
            try encoder.encode(pages, for: Key.pages)
        }
    }

    final class Page: GCodable {
        var title = "page"
        var album: GraphReference<Album>?

        init(_ album: Album) { self.album = GraphReference(album) }
        init(from decoder: GDecoder) throws {
            title = try decoder.decode(for: Key.title)
            album = try decoder.decode(for: Key.album)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(title, for: Key.title)
            try encoder.encode(album, for: Key.album)
        }
    }

    private func saveSample(to path: String) throws {
        let album = Album()
        album.pages = (0..<3).map { _ in GraphReference(Page(album)) }
        try GraphEncoder().save(album, to: path)
        album.pages = []
    }

    @Test(arguments: [true, false]) func aSaveLeavesNoCycleThatWasNotThere(keepsObjects: Bool) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try saveSample(to: path)
            weak var released: Album?
            weak var releasedPage: Page?
            do {
                let file = try GraphFile(contentsOf: path)
                file.keepsObjects = keepsObjects
                let album = try file.root(as: Album.self)
                let page = try album.pages[0].load()
                page.title = "changed"
                (released, releasedPage) = (album, page)
                for number in 0..<3 { try GraphEncoder().save(album, to: folder + "/copy \(number)") }
                let back = try #require(page.album)
                #expect(!back.isLoaded)
                // It leads to the same object, which something else holds.
                let copy = try GraphDecoder().load(Album.self, from: folder + "/copy 2")
                #expect(try copy.pages[0].load().title == "changed")
                copy.pages = []
            }
            #expect(released == nil && releasedPage == nil)
        }
    }

    @Test func aRootCanBeSavedAgainWithoutItsFile() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try saveSample(to: path)
            let album = try GraphFile(contentsOf: path).root(as: Album.self)
            let page = try album.pages[0].load()
            page.title = "changed"
            for number in 0..<2 {
                try GraphEncoder().save(album, to: folder + "/copy \(number)")
                let copy = try GraphDecoder().load(Album.self, from: folder + "/copy \(number)")
                #expect(try copy.pages[0].load().title == "changed")
                copy.pages = []
            }
            page.album = nil
        }
    }

    @Test func aReferenceDoesNotGoBackBehindASave() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try saveSample(to: path)
            let file = try GraphFile(contentsOf: path)
            file.keepsObjects = false
            var album: Album? = try file.root(as: Album.self)
            let page = try #require(try album?.pages[0].load())
            album?.title = "changed"
            try GraphEncoder().save(#require(album), to: folder + "/copy")
            #expect(try page.album?.load() === album)
            page.album?.unload()
            // The reference holds the album since it was loaded after the save.
            album = nil
            #expect(try page.album?.load().title == "changed")
            page.album = nil
        }
    }

    @Test func anObjectThatWasSavedIsNotLoadedInItsOldState() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try saveSample(to: path)
            var file: GraphFile? = try GraphFile(contentsOf: path)
            file?.keepsObjects = false
            var album: Album? = try file?.root(as: Album.self)
            let page = try #require(try album?.pages[0].load())
            // Another load, so that the file no longer holds the album because of the first one.
            _ = try album?.pages[1].load()
            album?.title = "changed"
            try GraphEncoder().save(#require(album), to: folder + "/copy")
            album = nil
            #expect(try page.album?.load().title == "changed")
            page.album?.unload()
            #expect(try page.album?.load().title == "changed")
            page.album = nil

            let other = try #require(try file?.root(as: Album.self).pages[2].load())
            try GraphEncoder().save(#require(try file?.root(as: Album.self)), to: folder + "/copy")
            file = nil
            let error = expectError(GraphCodableError.self, .misuse) { try other.album?.load() }
            #expect(error?.message.contains("was saved since the file was opened") == true, "\(error as Any)")
            _ = expectError(GraphCodableError.self, .misuse) { try GraphEncoder().save(other, to: folder + "/other") }
        }
    }

    /// Only these options load the parts.
    @Test(arguments: [.canonical, .disableInheritance, .tryHashableIdentityAtLast] as [GraphEncoder.Options])
    func aCancelledTaskSavesPartsThatAreNotLoaded(options: GraphEncoder.Options) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try saveSample(to: path)
            let task = Task {
                let file = try GraphFile(contentsOf: path)
                let album = try file.root(as: Album.self)
                album.title = "last state"
                withUnsafeCurrentTask { $0?.cancel() }
                #expect(throws: CancellationError.self) { try album.pages[0].load() }
                func save() throws { try GraphEncoder(options).save(album, to: path) }
                try save()
                album.pages = []
            }
            try await task.value
            let album = try await GraphDecoder().load(Album.self, from: path)
            #expect(album.title == "last state" && album.pages.count == 3)
            album.pages = []
        }
    }
}
