import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// What cannot be loaded from an open file is an error that says where, and leaves the file usable.
struct GraphFileErrorTests {
    /// A class that is not allowed might be a subclass, and is not passed over.
    @Test func objectsOfClassesThatAreNotAllowedAreErrors() throws {
        let policy = GraphDecodingPolicy(allowedTypes: .only([Book.self]))
        try GraphFileTests.withFile(policy: policy) { file, _ throws in
            var books = file.objects(of: Book.self)
            var (found, refused) = (0, 0)
            while true {
                do {
                    guard try books.nextID() != nil else { break }
                    found += 1
                } catch let error as GraphCodableError where error.code == .typeNotAllowed {
                    refused += 1
                }
            }
            #expect(found + refused == 841 && refused > 280 && found > 0)
        }
    }

    @Test func anInitializerThatFailsLeavesTheFileUsable() throws {
        let refused = Book("refused")
        let library = Library(shelves: [Shelf(0, [Book("s0b0")]), Shelf(1, [refused])])
        let plain: Bytes = try GraphEncoder().encode(library)
        try GraphFileTests.withFile(Array(plain)) { file, _ throws in
            var shelves = file.objects(of: Shelf.self)
            let first = try #require(try shelves.next())
            #expect(throws: CocoaError.self) { try shelves.next() }
            #expect(throws: CocoaError.self) { try file.root(as: Library.self) }
            #expect(first.books[0].title == "s0b0" && first.books[0].shelf === first)
            #expect(try shelves.next() == nil)
        }
    }

    @Test func errorsSayWhere() throws {
        try GraphFileTests.withFile { file, _ throws in
            let missing = expectError(GraphCodableError.self, .valueNotFound) { try file.object(842, as: Book.self) }
            #expect(
                missing?.message
                    == "The archive has no object 842. Its objects have numbers from 1 to 841, of which 0 have no contents."
            )
            for id in [0, -1, .max, .min] {
                expectError(GraphCodableError.self, .valueNotFound) { try file.object(id, as: Book.self) }
            }
            let wrong = expectError(GraphCodableError.self, .wrongClass) { try file.object(1, as: Book.self) }
            #expect(wrong?.byteOffset == 11 && "\(wrong?.codingPath ?? CodingPath())" == "Library")
            expectError(GraphCodableError.self, .typeMismatch) { try file.object(1, as: String.self) }
            #expect(try file.object(1, as: Library.self).shelves.count == 40)
        }
    }

    /// An archive with one object, of a class that the program does not have, and one shape.
    private static func archive(ofObject object: UInt8) -> [UInt8] {
        func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }
        let type = [3] + text("Nowhere.Thing") + text("7Nowhere5ThingC")
        return HostileMemoryTests.archive(
            [0x80, 1, object], table: [2, 2, 4, 2], directory: [0, 1] + type + [1, 3, 0] + [1])
    }

    /// The decoder keeps such a value in an object of its own, which the error must not name.
    @Test func aValueWithAnIdentityThatIsLoadedIsNoObject() throws {
        let archive: Bytes = try GraphEncoder().encode([ReachedObjectTests.Label(id: 7)])
        try GraphFileTests.withFile(compressed(Array(archive), .lz4)) { file, _ throws in
            let labels = try file.root(as: [ReachedObjectTests.Label].self)
            #expect(labels.map(\.id) == [7])
            let error = expectError(GraphCodableError.self, .typeMismatch) { try file.object(1, as: Book.self) }
            #expect(error?.message.contains("decoded as") == true && error?.message.contains("DecodedValue") == false)
        }
    }

    @Test func errorsOfLookingForObjectsSayWhere() throws {
        try GraphFileTests.withFile(Self.archive(ofObject: 0x60)) { file, _ throws in
            var books = file.objects(of: Book.self)
            let error = expectError(GraphCodableError.self, .typeNotFound) { try books.nextID() }
            #expect(error?.byteOffset == 11)
        }
        try GraphFileTests.withFile(Self.archive(ofObject: 0x61)) { file, _ throws in
            var books = file.objects(of: Book.self)
            let error = expectError(GraphCodableError.self, .malformed) { try books.nextID() }
            #expect(error?.byteOffset == 12)
        }
    }

    /// An object that loads something while it is decoded.
    final class Impatient: GCodable {
        init() {}

        init(from decoder: GDecoder) throws {
            let load = decoder.userInfo[.onBook] as? @Sendable () -> Void
            load?()
        }

        func encode(to encoder: GEncoder) throws {}
    }

    @Test func loadingInsideOfALoadIsRefused() throws {
        let plain: Bytes = try GraphEncoder().encode([Impatient(), Impatient()])
        try GraphFileTests.withFile(Array(plain)) { file, _ throws in
            let errors = Locked<[any Error]>([])
            nonisolated(unsafe) let open = file
            file.userInfo = [
                .onBook: { @Sendable () in
                    do {
                        _ = try open.object(2, as: Impatient.self)
                    } catch {
                        errors.set(errors.get() + [error])
                    }
                    var objects = open.objects(of: Impatient.self)
                    #expect(throws: GraphCodableError.self) { try objects.next() }
                }
            ]
            #expect(try file.root(as: [Impatient].self).count == 2)
            #expect(errors.get().map { ($0 as? GraphCodableError)?.code } == [.misuse, .misuse])
        }
    }

    /// Opens another file while it is decoded.
    struct Opener: GCodable {
        let path: String

        init(path: String) { self.path = path }

        init(from decoder: GDecoder) throws {
            path = try decoder.decode()
            _ = try GraphFile(contentsOf: path)
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(path) }
    }

    @Test func anErrorOfOpeningHasNoPlaceInAnotherArchive() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/damaged.graph"
            try write(HostileMemoryTests.archive([0], directory: [0, 0, 0, 7]), to: path)
            let bytes: Bytes = try GraphEncoder().encode([Opener(path: path)])
            let error = expectError(GraphCodableError.self, .malformed) {
                try GraphDecoder().decode([Opener].self, from: bytes)
            }
            #expect(error?.message == "An archive inside of this one could not be decoded.")
            #expect(error.map { "\($0.codingPath)" } == "[0][0]")
            #expect((error?.underlyingError as? GraphCodableError)?.code == .malformed)
        }
    }

    // MARK: Limits

    @Test func eachLoadKeepsThePolicy() throws {
        // A shelf takes one or two blocks, and the first one all of them in passing, to learn what leads to what. The library
        // takes all objects, too.
        let enough = GraphDecodingPolicy(maximumMemory: 2 * UInt64(GraphFileTests.plain.count))
        try GraphFileTests.withFile(policy: enough) { file, _ throws in
            var shelves = file.objects(of: Shelf.self)
            while let shelf = try shelves.next() { #expect(Library.isComplete(shelf)) }
        }
        let policy = GraphDecodingPolicy(maximumMemory: UInt64(GraphFileTests.plain.count))
        try GraphFileTests.withFile(policy: policy) { file, _ throws in
            expectError(GraphCodableError.self, .limitExceeded) { try file.root(as: Library.self) }
            return
        }
        let tooLittle = GraphDecodingPolicy(maximumMemory: UInt64(smallBlock))
        expectError(GraphCodableError.self, .limitExceeded) {
            try GraphFileTests.withFile(policy: tooLittle) { _, _ in }
        }
        let few = GraphDecodingPolicy(maximumObjectCount: 100)
        expectError(GraphCodableError.self, .limitExceeded) { try GraphFileTests.withFile(policy: few) { _, _ in } }
    }

    /// Raw archives have no checksums, so whatever is damaged reaches the decoder.
    @Test func damagedArchivesNeverTrap() throws {
        let library = Library.sample(shelfCount: 3, bookCount: 4)
        let plain: [UInt8] = Array(try GraphEncoder().encode(library) as Bytes)
        var generator = SplitMix64(seed: UInt64.random(in: 0...UInt64.max))
        let seed = generator
        var counts = (opened: 0, loaded: 0)
        try withTemporaryFolder { folder in
            for _ in 0..<Torture.count(300, torture: 30_000) {
                var damaged = plain
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    // Contents of strings and numbers hardly matter.
                    let range = Bool.random(using: &generator) ? 0..<plain.count : plain.count - 300..<plain.count
                    damaged[Int.random(in: range, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                }
                try write(damaged, to: folder + "/archive")
                guard let file = try? GraphFile(contentsOf: folder + "/archive") else { continue }
                counts.opened += 1
                var books = file.objects(of: Book.self)
                for _ in 0..<12 where (try? books.next()) != nil { counts.loaded += 1 }
                _ = try? file.root(as: Library.self)
                for id in 0..<4 { _ = try? file.object(id, as: Shelf.self) }
            }
        }
        #expect(counts.opened > 20 && counts.loaded > 20, "\(counts), \(seed)")
    }
}
