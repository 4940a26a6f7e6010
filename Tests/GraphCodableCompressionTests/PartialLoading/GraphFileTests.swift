import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Objects of an open file, which are loaded one by one.
struct GraphFileTests {
    static let plain: [UInt8] = (try? GraphEncoder().encode(Library.sample())) ?? []

    /// Opens an archive of small blocks.
    static func withFile<Result>(
        _ archive: [UInt8]? = nil, policy: GraphDecodingPolicy = GraphDecodingPolicy(),
        _ body: (GraphFile, String) throws -> Result
    ) throws -> Result {
        try withTemporaryFolder { folder in
            let path = folder + "/library.graphz"
            try write(try archive ?? compressed(plain, .lz4, metadata: ["by": "me"]), to: path)
            return try body(GraphFile(contentsOf: path, options: GraphContainerReadingOptions(policy: policy)), path)
        }
    }

    @Test(arguments: [nil, GraphCodec.none, .zlib, .lz4]) func anyShelfCanBeLoaded(codec: GraphCodec?) throws {
        let archive = try codec.map { try compressed(Self.plain, $0, filter: .fields) } ?? Self.plain
        try Self.withFile(archive) { file, _ throws in
            #expect(file.summary.objectCount == 841)
            #expect(file.summary.types.map(\.count) == [1, 40, 280, 520])
            var shelves = file.objects(of: Shelf.self)
            var ids: [Int] = []
            while let id = try shelves.nextID() { ids.append(id) }
            #expect(ids.count == 40)
            // The books hold one another in circles, but not their shelves.
            var loaded: [Shelf] = []
            for id in ids.reversed() {
                let shelf = try file.object(id, as: Shelf.self)
                #expect(Library.isComplete(shelf), "\(shelf.number)")
                loaded.append(shelf)
            }
            let library = try file.root(as: Library.self)
            #expect(library.shelves.allSatisfy { Library.isComplete($0) })
            #expect(library.shelves.map(\.number) == Array(0..<40))
        }
    }

    @Test func metadataIsThereWithoutLoading() throws {
        try Self.withFile { file, _ in #expect(file.inspection.metadata == ["by": "me"]) }
    }

    @Test func objectsOfAClassIncludeThoseOfSubclasses() throws {
        try Self.withFile { file, _ throws in
            var books = file.objects(of: Book.self)
            var titles: Set<String> = []
            while let book = try books.next() {
                #expect(book.isDecoded && book.sequel != nil)
                titles.insert(book.title)
            }
            #expect(titles.count == 800)
            var atlases = file.objects(of: Atlas.self)
            var count = 0
            while let atlas = try atlases.next() {
                #expect(atlas.scale % 3 == 0)
                count += 1
            }
            #expect(count == 280)
            var none = file.objects(of: Chapter.self)
            #expect(try none.next() == nil)
        }
    }

    class OldBook: GCodable, GNamed {
        class var archiveName: ArchiveName { "test.Book" }
        init() {}
        required init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }
    final class OldAtlas: OldBook {
        override class var archiveName: ArchiveName { "test.Atlas" }
    }
    class NewBook: GCodable, GNamed {
        class var archiveName: ArchiveName { "test.Book" }
        required init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }
    final class NewAtlas: NewBook {
        override class var archiveName: ArchiveName { "test.Atlas" }
    }

    /// The program knows the superclass by nothing but the requested class.
    @Test func objectsOfARenamedSuperclassArePassedOver() throws {
        var archive: [UInt8] = try GraphEncoder().encode([OldBook(), OldAtlas(), OldBook()])
        for place in archive.indices
        where archive[place...].starts(with: "OldBook".utf8) || archive[place...].starts(with: "OldAtlas".utf8) {
            archive[place] = UInt8(ascii: "X")
        }
        try Self.withFile(archive) { file, _ throws in
            var atlases = file.objects(of: NewAtlas.self)
            #expect(try atlases.next() != nil)
            #expect(try atlases.next() == nil)
        }
    }

    /// A class that is not in the archive.
    final class Chapter: GCodable {
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    // MARK: Identity

    @Test func anObjectThatIsHeldIsNotCreatedAgain() throws {
        try Self.withFile { file, _ throws in
            let made = Locked(0)
            file.userInfo = [.onBook: { @Sendable (_: String) in made.set(made.get() + 1) }]
            var books = file.objects(of: Book.self)
            let first = try #require(try books.next())
            let shelf = try #require(first.shelf)
            #expect(made.get() == 20)
            #expect(try file.root(as: Library.self).shelves[shelf.number] === shelf)
            #expect(made.get() == 800)
            var shelves = file.objects(of: Shelf.self)
            while let other = try shelves.next(), other !== shelf {}
            #expect(try shelves.next() != nil)
        }
    }

    @Test func anObjectThatIsReleasedIsDeallocatedAndCreatedAgain() throws {
        try Self.withFile { file, _ throws in
            file.keepsObjects = false
            var shelves = file.objects(of: Shelf.self)
            let id = try #require(try shelves.nextID())
            var shelf: Shelf? = try file.object(id, as: Shelf.self)
            weak let former = shelf
            let book = shelf?.books[0]
            // The books refer to one another in a circle.
            shelf?.books.forEach { $0.sequel = nil }
            shelf = nil
            #expect(former != nil, "The file keeps what its last load created.")
            _ = try shelves.next()
            #expect(former == nil)
            let again = try file.object(id, as: Shelf.self)
            #expect(again.number == 0 && again.books.count == 20)
            #expect(again.books[0] === book, "The program holds it.")
        }
    }

    @Test func aFileKeepsAllObjectsUnlessItIsToldNotTo() throws {
        try Self.withFile { file, _ throws in
            var books = file.objects(of: Book.self)
            let first = try #require(try books.next())
            while let book = try books.next() { #expect(book.shelf != nil) }
            #expect(first.shelf?.books.contains { $0 === first } == true)
        }
    }

    @Test func closingAFileReleasesItsObjects() throws {
        weak var shelf: Shelf?
        try Self.withFile { file, _ throws in
            var shelves = file.objects(of: Shelf.self)
            shelf = try shelves.next()
            shelf?.books.forEach { $0.sequel = nil }
            #expect(shelf != nil)
        }
        #expect(shelf == nil)
    }

    /// A list of which each element holds the next one.
    final class Link: GCodable {
        var next: Link?

        init(_ next: Link?) { self.next = next }
        init(from decoder: GDecoder) throws { next = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(next) }
    }

    @Test func aLongListIsReleasedWithoutRecursion() throws {
        var list: Link? = Link(nil)
        for _ in 0..<50_000 { list = Link(list) }
        let plain: Bytes = try GraphEncoder().encode(list)
        try GraphReleaser.release(&list)
        try Self.withFile(Array(plain)) { file, _ throws in
            var links = file.objects(of: Link.self)
            var count = 0
            while try links.next() != nil { count += 1 }
            #expect(count == 50_001)
        }
    }

    // MARK: Reading

    private static func ids<Object>(_ objects: GraphFile.Objects<Object>) throws -> (found: [Int], failureCount: Int) {
        var objects = objects
        var (found, failureCount): ([Int], Int) = ([], 0)
        for _ in 0..<2_000 {
            do {
                guard let id = try objects.nextID() else { break }
                found.append(id)
            } catch is GraphContainerError {
                failureCount += 1
            }
        }
        return (found, failureCount)
    }

    @Test func onlyTheBlocksOfAnObjectAreRead() throws {
        let archive = try DamagedArchive(Self.plain, .lz4)
        var damaged = archive.bytes
        // The middle block. The tables are in the last one, and the library is in the first one.
        damaged[archive.blocks[archive.blocks.count / 2].upperBound - 3] ^= 1
        try Self.withFile(damaged) { file, path throws in
            // Nothing is read behind the last object of a class. The shelves are before the damage, and the books around it.
            let ids = try Self.ids(file.objects(of: Shelf.self))
            #expect(ids.found.count == 40 && ids.failureCount == 0)
            #expect(try Self.ids(file.objects(of: Book.self)).failureCount > 20)
            var loaded: [Shelf] = []
            var failures: [GraphContainerError] = []
            for id in ids.found {
                do {
                    loaded.append(try file.object(id, as: Shelf.self))
                } catch let error as GraphContainerError {
                    failures.append(error)
                }
            }
            #expect(loaded.allSatisfy { Library.isComplete($0) })
            #expect(loaded.count > 25 && !failures.isEmpty && loaded.count + failures.count == 40)
            let error = try #require(failures.first)
            #expect(error.code == .damaged && error.path == path)
            // Twice the same, and what was loaded stays valid.
            expectError(GraphContainerError.self, .damaged) { try file.root(as: Library.self) }
            expectError(GraphContainerError.self, .damaged) { try file.root(as: Library.self) }
            #expect(loaded.allSatisfy { Library.isComplete($0) })
        }
    }

    /// The order in which sets are built depends on the references of the whole file.
    @Test(arguments: [false, true]) func referencesThatCouldNotBeReadAreReadAgainUnlessDamaged(isDamage: Bool) throws {
        let (size, plain) = (4_096, Self.plain)
        let broken = plain.count / size / 2
        var isBroken = true
        var count = 0
        let blocks = try ArchiveBlocks(
            byteCount: plain.count, blockSize: size, keptByteCount: 0, isDamage: { _ in isDamage }
        ) { number, target in
            if number == broken {
                count += 1
                if isBroken { throw CocoaError(.fileReadUnknown) }
            }
            plain.withUnsafeBytes { target.copyBytes(from: $0.dropFirst(number * size).prefix(target.count)) }
        }
        let archive = try OpenArchive(
            blocks, arrivedByteCount: plain.count, chargesBlocks: true, policy: GraphDecodingPolicy())
        defer { archive.close() }
        let type = try #require(archive.summary.types.firstIndex { $0.name.hasSuffix(".Shelf") })
        let ids = (1..<UInt32(archive.idCount)).filter { (try? archive.typeIndex(of: $0)) == type }
        func load(_ ids: [UInt32]) -> [UInt32] {
            ids.filter { id in (try? archive.object(Int(id), as: Shelf.self)).map(Library.isComplete) == true }
        }
        let loaded = load(ids)
        #expect(loaded.count > 25 && loaded.count < ids.count)
        // Loads that fail, or that succeed, do not read what is damaged again.
        #expect(isDamage ? count == 1 : count >= ids.count)
        isBroken = false
        count = 0
        #expect(load(ids).count == (isDamage ? loaded : ids).count)
        #expect(isDamage ? count == 0 : count > 0)
    }

    @Test func anOpenFileCanBeReadAfterAnotherHasReplacedIt() throws {
        try Self.withFile { file, path throws in
            try GraphEncoder().save(["something else"], to: path, codec: .zlib)
            #expect(try file.root(as: Library.self).shelves.allSatisfy { Library.isComplete($0) })
            #expect(try GraphDecoder().load([String].self, from: path) == ["something else"])
        }
    }

    // MARK: Backups

    private static func open(_ path: String, skipping: Int = 0) throws -> LoadedGraph<GraphFile> {
        try GraphFile.open(path, backups: 3, skipping: skipping)
    }

    /// The end of the file is read first. What a block in the middle holds, only a load finds out.
    @Test @MainActor func aBackupIsOpenedIfTheTablesAreDamaged() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/library"
            for count in 1...4 {
                try await GraphEncoder().save(Library.sample(shelfCount: count, bookCount: 300), to: path, keeping: 3)
            }
            func shelfCount(_ file: GraphFile) throws -> Int { try file.root(as: Library.self).shelves.count }
            for damaged in 0...2 {
                let (now, later) = (try Self.open(path), try await GraphFile.open(path, backups: 3))
                for opened in [now, later] {
                    #expect(try shelfCount(opened.root) == 4 - damaged)
                    #expect(opened.backup == (damaged == 0 ? nil : damaged) && opened.failures.count == damaged)
                    #expect(opened.version != nil && opened.path == path + (damaged == 0 ? "" : ".\(damaged)"))
                }
                var bytes = try contents(of: now.path)
                bytes[bytes.count - 70] ^= 1
                try write(bytes, to: now.path)
            }
            #expect(try Self.open(path, skipping: 3).backup == 3)
            try FileManager.default.removeItem(atPath: path)
            await #expect(throws: GraphContainerError.self) { _ = try await GraphFile.open(path) }
        }
    }

    @Test func aFileOfANewerProgramIsNotDamaged() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/library"
            for _ in 1...2 { try await GraphEncoder().save(Library.sample(), to: path, keeping: 3) }
            var bytes = try contents(of: path)
            bytes[8] = 99
            bytes.replaceSubrange(24..<32, with: Forgery.hash(Array(bytes[..<24])))
            try write(bytes, to: path)
            expectError(GraphContainerError.self, .unsupportedVersion) { try Self.open(path) }
        }
    }

    // MARK: Cancellation

    /// Cancels its task when many have been decoded.
    final class Cancelling: GCodable {
        static let count = Locked(0)

        init() {}
        init(from decoder: GDecoder) throws {
            Self.count.set(Self.count.get() + 1)
            if Self.count.get() == 20_000 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func aLoadEndsWhenItsTaskIsCancelled() async throws {
        Cancelling.count.set(0)
        let bytes: Bytes = try GraphEncoder().encode((0..<60_000).map { _ in Cancelling() })
        try await inTemporaryFolder { folder in
            try write(Array(bytes), to: folder + "/objects")
            let task = Task { try GraphFile(contentsOf: folder + "/objects").root(as: [Cancelling].self).count }
            await #expect(throws: CancellationError.self) { try await task.value }
            // Some thousand objects later at most.
            #expect((20_000..<40_000).contains(Cancelling.count.get()))
        }
    }
}
