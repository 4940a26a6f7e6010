import GraphCodable
import TestSupport
import Testing

@testable import GraphCodableCompression

/// What an open file holds that does not keep its objects: what the last load has created, and what it has reached.
struct ReachedObjectTests {
    private enum Key: String { case albums, library, photos, other, number, album, stamp }

    final class Library: GCodable {
        let albums: [GraphReference<Album>]

        init() {
            let album = Album()
            albums = [GraphReference(album)]
            album.library = self
        }
        init(from decoder: GDecoder) throws { albums = try decoder.decode(for: Key.albums) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(albums, for: Key.albums) }
    }

    final class Album: GCodable {
        weak var library: Library?
        var photos: [GraphReference<Photo>]
        var other: GraphReference<Stamp>

        init() {
            (photos, other) = ([], GraphReference(Stamp()))
            photos = (1...4).map { GraphReference(Photo($0, self)) }
        }
        init(from decoder: GDecoder) throws {
            photos = try decoder.decode(for: Key.photos)
            other = try decoder.decode(for: Key.other)
            library = try decoder.decode(for: Key.library)
            (decoder.userInfo[.onBook] as? @Sendable (Int) -> Void)?(0)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(photos, for: Key.photos)
            try encoder.encode(other, for: Key.other)
            try encoder.encodeConditional(library, for: Key.library)
        }
    }

    final class Photo: GCodable {
        let number: Int
        let label: Label
        weak var album: Album?

        init(_ number: Int, _ album: Album) { (self.number, label, self.album) = (number, Label(id: 7), album) }
        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            label = try decoder.decode(for: Key.stamp)
            album = try decoder.decode(for: Key.album)
            (decoder.userInfo[.onBook] as? @Sendable (Int) -> Void)?(number)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(label, for: Key.stamp)
            try encoder.encodeConditional(album, for: Key.album)
        }
    }

    /// A value with identity that all photos share.
    struct Label: GCodable, GIdentifiable, Identifiable {
        let id: Int
        init(id: Int) { self.id = id }
        init(from decoder: GDecoder) throws { id = try decoder.decode(for: Key.number) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(id, for: Key.number) }
    }

    /// Something to load that leads nowhere.
    final class Stamp: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// Passes the open file of a library in a list, and what the initializers have been called for: 0 is the album.
    private static func withFile(_ body: (inout GraphFile?, Locked<[Int]>) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try GraphEncoder().save([Library()], to: folder + "/file")
            var file: GraphFile? = try GraphFile(contentsOf: folder + "/file")
            file?.keepsObjects = false
            let made = Locked<[Int]>([])
            file?.userInfo = [.onBook: { @Sendable (number: Int) in made.set(made.get() + [number]) }]
            try body(&file, made)
        }
    }

    @Test func everyObjectOfAWalkIsComplete() throws {
        try Self.withFile { file, made throws in
            var photos = try #require(file).objects(of: Photo.self)
            while let photo = try photos.next() {
                #expect(photo.album?.library != nil && photo.label.id == 7, "photo \(photo.number)")
            }
            #expect(made.get() == [0, 1, 2, 3, 4] || made.get() == [1, 0, 2, 3, 4])
        }
    }

    @Test func whatTheLastLoadHasNotReachedIsReleased() throws {
        try Self.withFile { file, _ throws in
            var photos = try #require(file).objects(of: Photo.self)
            weak let first = try photos.next()
            weak let album = try photos.next()?.album
            #expect(first == nil && album != nil)
            var stamps = try #require(file).objects(of: Stamp.self)
            #expect(try stamps.next() != nil)
            #expect(album == nil)
        }
    }

    @Test func aLoadThatFailsReleasesNothing() throws {
        try Self.withFile { file, _ throws in
            var photos = try #require(file).objects(of: Photo.self)
            weak let photo = try photos.next()
            #expect(throws: GraphCodableError.self) { try file?.root(as: [Stamp].self) }
            #expect(throws: GraphCodableError.self) { try file?.root(as: Int.self) }
            #expect(photo?.album?.library != nil)
        }
    }

    @Test func aFileThatGoesDuringALoadDoesNotLoseWhatItHas() throws {
        try Self.withFile { file, _ throws in
            var photos = try #require(file).objects(of: Photo.self)
            #expect(try photos.next()?.album != nil)
            nonisolated(unsafe) var last = file
            file?.userInfo = [.onBook: { @Sendable (_: Int) in last = nil }]
            file = nil
            #expect(throws: GraphCodableError.self) { try photos.next() }
            #expect(last == nil)
        }
    }
}
