import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Weak references to objects that an open file has released, because it does not keep what it loads.
struct ReleasedTargetTests {
    final class Item: GCodable {
        var peers: [Item] = []
        weak var page: Page?

        init() {}
        init(from decoder: GDecoder) throws {
            try decoder.decodeOrDefer(for: Key.peers, into: self) { $0.peers = $1 }
            try decoder.deferDecode(for: Key.page) { self.page = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(peers, for: Key.peers)
            try encoder.encodeConditional(page, for: Key.page)
        }
        private enum Key: String { case peers, page }
    }

    final class Page: GCodable {
        var items: [Item] = []

        init() {}
        init(from decoder: GDecoder) throws { try decoder.decodeOrDefer(into: self) { $0.items = $1 } }
        func encode(to encoder: GEncoder) throws { try encoder.encode(items) }
    }

    final class Document: GCodable {
        var pages: [GraphReference<Page>] = []

        init() {
            for _ in 0..<3 {
                let (page, first, second) = (Page(), Item(), Item())
                (first.peers, second.peers) = ([second], [first])
                (first.page, second.page, page.items) = (page, page, [first, second])
                pages.append(GraphReference(page))
            }
        }
        init(from decoder: GDecoder) throws { pages = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(pages) }
    }

    private static func withDocument(_ body: (GraphFile, Document, String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write(try GraphEncoder().encode(Document()) as [UInt8], to: path)
            let file = try GraphFile(contentsOf: path)
            file.keepsObjects = false
            try body(file, try file.root(as: Document.self), path)
        }
    }

    private static func items(_ file: GraphFile) throws -> [Item] {
        var items: [Item] = []
        var iterator = file.objects(of: Item.self)
        while let item = try iterator.next() { items.append(item) }
        return items
    }

    private static func isComplete(_ path: String) throws -> Bool {
        try GraphDecoder().load(Document.self, from: path).pages.allSatisfy { reference in
            let page = try reference.load()
            return page.items.count == 2 && page.items.allSatisfy { $0.page === page }
        }
    }

    @Test func savingDoesNotLoseAReferenceOfAnObjectThatTheProgramHas() throws {
        try Self.withDocument { file, document, path throws in
            let items = try Self.items(file)
            #expect(items.prefix(4).allSatisfy { $0.page == nil })
            let error = expectError(GraphCodableError.self, .misuse) { try GraphEncoder().save(document, to: path) }
            #expect(error?.message.contains("has lost its weak reference to object") == true)
            #expect(try Self.isComplete(path))
            items.forEach { $0.peers = [] }
        }
    }

    @Test func objectsThatLeakDoNotLoseTheirReferences() throws {
        try Self.withDocument { file, document, path throws in
            weak let leak = try Self.items(file).first
            expectError(GraphCodableError.self, .misuse) { try GraphEncoder().save(document, to: path) }
            #expect(try Self.isComplete(path))
            // Another instance of the file knows nothing of them.
            let other = try GraphFile(contentsOf: path)
            try GraphEncoder().save(other.root(as: Document.self), to: path)
            #expect(try Self.isComplete(path))
            leak?.peers.first?.peers = []
        }
    }

    @Test func objectsThatAreGoneAreCopied() throws {
        try Self.withDocument { file, document, path throws in
            try Self.items(file).forEach { $0.peers = [] }
            _ = try document.pages[2].load()
            try GraphEncoder().save(document, to: path)
            #expect(try Self.isComplete(path))
        }
    }

    @Test func aReferenceThatTheProgramHasChangedIsNotLost() throws {
        try Self.withDocument { file, document, path throws in
            let page = Page()
            document.pages.append(GraphReference(page))
            for reference in document.pages.prefix(2) {
                let old = try reference.load()
                page.items += old.items
                for item in old.items { item.page = page }
                old.items = []
                reference.unload()
            }
            _ = try document.pages[2].load()
            try GraphEncoder().save(document, to: path)
            let moved = try GraphDecoder().load(Document.self, from: path).pages[3].load()
            #expect(moved.items.count == 4 && moved.items.allSatisfy { $0.page === moved })
        }
    }

    /// What was loaded before is released, too.
    @Test func aFileMayStopToKeepItsObjects() throws {
        try Self.withDocument { file, document, path throws in
            file.keepsObjects = true
            let items = try document.pages[0].load().items
            document.pages[0].unload()
            file.keepsObjects = false
            #expect(items[0].page != nil)
            _ = try document.pages[1].load()
            #expect(items[0].page == nil)
            expectError(GraphCodableError.self, .misuse) { try GraphEncoder().save(document, to: path) }
            items.forEach { $0.peers = [] }
        }
    }
}
