import TestSupport
import Testing

@testable import GraphCodable

/// Saving a graph of which some parts were never loaded.
struct UnloadedPartTests {
    final class Holder: GCodable {
        var parts: [GraphReference<Item>] = []
        var items: [Item] = []
        var cover: GraphReference<Item>?
        /// Loads a part while it is encoded, and changes it.
        var loadsWhileEncoding = false

        enum Key: String { case parts, items, cover, first }

        init(_ parts: [Item] = []) { self.parts = parts.map { GraphReference($0) } }

        init(from decoder: GDecoder) throws {
            parts = try decoder.decode(for: Key.parts)
            cover = try decoder.decode(for: Key.cover)
            try decoder.decodeOrDefer(for: Key.items, into: self) { $0.items = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encodeConditional(cover, for: Key.cover)
            try encoder.encode(parts, for: Key.parts)
            if loadsWhileEncoding {
                items = try parts.map { try $0.load() }
                items.forEach { $0.text += "!" }
            }
            try encoder.encode(items, for: Key.items)
        }
    }

    class Item: GCodable {
        var text: String
        var next: Item?
        var place = Place(x: 1, y: 2)

        struct Place: GCodable, Equatable {
            var x, y: Int
            enum Key: String { case x, y }
            init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
            init(from decoder: GDecoder) throws {
                (x, y) = (try decoder.decode(for: Key.x), try decoder.decode(for: Key.y))
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(x, for: Key.x)
                try encoder.encode(y, for: Key.y)
            }
        }

        enum Key: String { case text, next, place }

        init(_ text: String, next: Item? = nil) { (self.text, self.next) = (text, next) }

        required init(from decoder: GDecoder) throws {
            text = try decoder.decode(for: Key.text)
            place = try decoder.decode(for: Key.place)
            try decoder.decodeOrDefer(for: Key.next, into: self) { $0.next = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(text, for: Key.text)
            try encoder.encode(place, for: Key.place)
            try encoder.encode(next, for: Key.next)
        }

        /// The first texts of a chain.
        func texts(_ count: Int = 9) -> [String] {
            Array(sequence(first: self, next: \.next).prefix(count).map(\.text))
        }
    }

    /// A class of another program: in its archives the last digit is another one.
    final class Alien0: Item, GVersion {
        static var encodeVersion: UInt32 { 3 }
        var shade = Shade0(gray: 7)

        struct Shade0: GCodable, Equatable {
            var gray: Int
            init(gray: Int) { self.gray = gray }
            init(from decoder: GDecoder) throws { gray = try decoder.decode() }
            func encode(to encoder: GEncoder) throws { try encoder.encode(gray) }
        }

        enum AlienKey: String { case shade, any }

        override init(_ text: String, next: Item? = nil) { super.init(text, next: next) }

        required init(from decoder: GDecoder) throws {
            shade = try decoder.decode(for: AlienKey.shade)
            let any = try decoder.decode(any: (any GCodable).self, for: AlienKey.any)
            #expect((any as? Shade0)?.gray == 9)
            try super.init(from: decoder)
        }

        override func encode(to encoder: GEncoder) throws {
            try encoder.encode(shade, for: AlienKey.shade)
            try encoder.encode(any: Shade0(gray: 9) as any GCodable, for: AlienKey.any)
            try super.encode(to: encoder)
        }
    }

    private func open(_ bytes: Bytes) throws -> (archive: OpenArchive, root: Holder) {
        let archive = try PartialGraph.open(bytes)
        return (archive, try archive.root(as: Holder.self))
    }

    private func decode(_ bytes: Bytes) throws -> Holder { try GraphDecoder().decode(Holder.self, from: bytes) }

    private func replace(_ old: String, by new: String, in bytes: Bytes) -> Bytes {
        var bytes = bytes
        for start in bytes.indices where bytes[start...].starts(with: old.utf8) {
            bytes.replaceSubrange(start..<start + old.utf8.count, with: new.utf8)
        }
        return bytes
    }

    // MARK: Types

    @Test func typesThatTheProgramDoesNotHaveAreCopied() throws {
        let original = Holder([Alien0("a", next: Alien0("b")), Item("c")])
        let ours: Bytes = try GraphEncoder().encode(original)
        let foreign = replace("Shade0", by: "Shade8", in: replace("Alien0", by: "Alien8", in: ours))
        let (archive, root) = try open(foreign)
        defer { archive.close() }
        root.items = [Item("new")]
        original.items = root.items
        let saved: Bytes = try GraphEncoder().encode(root)
        #expect(!root.parts.contains { $0.isLoaded })
        expectError(GraphCodableError.self, .typeNotFound) { try decode(saved) }
        let again = replace("Shade8", by: "Shade0", in: replace("Alien8", by: "Alien0", in: saved))
        #expect(again == (try GraphEncoder().encode(original) as Bytes))
        let alien = try #require(try decode(again).parts[0].load() as? Alien0)
        #expect(alien.shade.gray == 7 && alien.texts() == ["a", "b"])
        let versions = try GraphArchive(saved).summary.types.filter { $0.name.hasSuffix("Alien8") }.map(\.version)
        #expect(versions == [3])
    }

    @Test func anotherVersionOfAClassStandsBesideTheProgramsOwn() throws {
        let original: Bytes = try GraphEncoder().encode(Holder([Alien0("a")]))
        // The name, which begins that of another type as well, and the version.
        let name = Array((_mangledTypeName(Alien0.self) ?? "?").utf8) + [3]
        let start = try #require(original.indices.first { original[$0...].starts(with: name) })
        var newer = original
        newer[start + name.count - 1] = 4
        let (archive, root) = try open(newer)
        defer { archive.close() }
        root.items = [Alien0("b")]
        let saved: Bytes = try GraphEncoder().encode(root)
        let types = try GraphArchive(saved).summary.types.filter { $0.name.hasSuffix("Alien0") }
        #expect(types.map(\.version).sorted() == [3, 4] && types.map(\.count) == [1, 1], "\(types)")
        let copy = try decode(saved)
        #expect(try copy.parts[0].load().text == "a" && copy.items[0].text == "b")
    }

    @Test func aNameThatMeansAnotherKindOfTypeIsRefused() throws {
        let itemName = _mangledTypeName(Item.self) ?? "?"
        let holder = ArchiveAssembler.composite(0, [0xC0], ArchiveAssembler.sequence([[0x80, 2]]), [0xCE, 0])
        // An object with a value whose type is no class, but has the name of one.
        let part = ArchiveAssembler.composite(1, [0xE8, 1] + ArchiveAssembler.composite(2))
        let bytes = ArchiveAssembler(
            [0x80, 1], holder, part, keys: ["cover", "parts", "items"],
            types: [
                ArchiveAssembler.type(Holder.self), ArchiveAssembler.type("Other", name: itemName, flags: 2),
                ArchiveAssembler.type("Part", name: "tests.part"),
            ],
            shapes: [
                ArchiveAssembler.shape(of: 0, 1, 2, 3), ArchiveAssembler.shape(of: 2, 0), ArchiveAssembler.shape(of: 1),
            ]
        ).bytes
        let (archive, root) = try open(bytes)
        defer { archive.close() }
        _ = try GraphEncoder().encode(root) as Bytes
        root.items = [Item("new")]
        let error = expectError(GraphCodableError.self, .notEncodable) { try GraphEncoder().encode(root) as Bytes }
        #expect(
            error?.message
                == "Two types would have the name '\(itemName)' and the same version in the archive, but they are not the "
                + "same: one is a class and the other is not, or a part of another archive uses it. Give the program's type "
                + "another name or version.")
    }

    // MARK: Identity

    @Test func aChangedObjectIsWrittenBesideUnloadedOnes() throws {
        let shared = Item("shared")
        let (archive, root) = try open(
            try GraphEncoder().encode(Holder([Item("a", next: shared), Item("b", next: shared), shared])))
        defer { archive.close() }
        try root.parts[2].load().text = "changed"
        let saved: Bytes = try GraphEncoder().encode(root)
        #expect(root.parts.map(\.isLoaded) == [false, false, true])
        let copy = try decode(saved).parts.map { try $0.load() }
        #expect(copy[2].text == "changed" && copy[0].next === copy[2] && copy[1].next === copy[2])
        #expect(try GraphArchive(saved).summary.objectCount == 4)
    }

    @Test func whatIsLoadedDuringTheEncodingHasOneRecord() throws {
        let original: Bytes = try GraphEncoder().encode(Holder([Item("a", next: Item("c")), Item("b")]))
        let (archive, root) = try open(original)
        defer { archive.close() }
        root.loadsWhileEncoding = true
        let saved: Bytes = try GraphEncoder().encode(root)
        let copy = try decode(saved)
        #expect(copy.items.map(\.text) == ["a!", "b!"] && copy.items[0].next?.text == "c")
        #expect(try zip(copy.items, copy.parts).allSatisfy { try $0 === $1.load() })
        #expect(try GraphArchive(saved).summary.objectCount == 4)
    }

    @Test func aConditionalReferenceCopiesNothing() throws {
        let items = [Item("a"), Item("b")]
        let original = Holder(items)
        original.cover = GraphReference(items[1])
        let (archive, root) = try open(try GraphEncoder().encode(original))
        defer { archive.close() }
        #expect(try decode(try GraphEncoder().encode(root)).cover?.load().text == "b")
        root.parts.removeLast()
        let saved: Bytes = try GraphEncoder().encode(root)
        #expect(root.cover?.isLoaded == false)
        #expect(try decode(saved).cover == nil && decode(saved).parts[0].load().text == "a")
    }

    @Test func partsOfSeveralFilesAreCopiedIntoOne() throws {
        let files = try ["x", "y"].map {
            try open(try GraphEncoder().encode(Holder([Item($0 + "1"), Item($0 + "2")])))
        }
        defer { files.forEach { $0.archive.close() } }
        let root = Holder()
        root.parts = files[0].root.parts + files[1].root.parts + files[0].root.parts
        let saved: Bytes = try GraphEncoder().encode(root)
        let copy = try decode(saved).parts.map { try $0.load() }
        #expect(copy.map(\.text) == ["x1", "x2", "y1", "y2", "x1", "x2"] && copy[0] === copy[4])
        #expect(try GraphArchive(saved).summary.types.map(\.count).sorted() == [1, 4, 4])
    }

    @Test func namedRootsAndExtensionsGoWithCopiedParts() throws {
        let (archive, root) = try open(try GraphEncoder().encode(Holder([Item("a"), Item("b")])))
        defer { archive.close() }
        let encoder = GraphEncoder(extensions: ["com.example.test": [1, 2]])
        let saved = try encoder.encode(roots: ["document": root, "cover": root.parts[1]])
        #expect(try GraphArchive(saved).summary.extensions == ["com.example.test": [1, 2]])
        let copy = try PartialGraph.open(saved)
        defer { copy.close() }
        let cover = try copy.root("cover", as: Item.self)
        #expect(cover.text == "b")
        #expect(try copy.root("document", as: Holder.self).parts[1].load() === cover)
        // Once more, with everything unloaded.
        let again = try PartialGraph.open(saved)
        defer { again.close() }
        let roots = try encoder.encode(roots: [
            "document": again.root("document", as: Holder.self),
            "cover": again.root("cover", as: GraphReference<Item>.self),
        ])
        #expect(roots == saved)
    }

    /// A save that ends well can be loaded.
    @Test func theMemoryOfCopiedPartsCounts() throws {
        var random = SplitMix64(seed: 3)
        let vertex = PartialGraph.Vertex(0, &random)
        vertex.values.table = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("\($0)", [$0]) })
        vertex.values.any = (0..<2_000).map { "a longer text \($0)" }
        let root = PartialGraph.Vertex(1, &random)
        root.parts = [GraphReference(vertex)]
        let archive = try PartialGraph.open(try GraphEncoder().encode(root))
        defer { archive.close() }
        let opened = try archive.root(as: PartialGraph.Vertex.self)
        func leastMemory(_ root: PartialGraph.Vertex) -> Int {
            var (low, high) = (0, 1 << 24)
            while low < high {
                let middle = (low + high) / 2
                let encoder = GraphEncoder(policy: GraphDecodingPolicy(maximumMemory: UInt64(middle)))
                if (try? encoder.encode(root) as Bytes) == nil { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let (copied, encoded) = (leastMemory(opened), leastMemory(root))
        #expect(!opened.parts[0].isLoaded)
        // What its types would say is estimated.
        #expect(copied * 2 > encoded && copied < encoded * 2, "\(copied) and \(encoded)")
    }

    // MARK: What needs the objects

    private static let damage: [(Bytes, String)] = [
        ([0x61, 0x41, 0xFF], "at Item.text (in Item, byte 21): A string is not valid UTF-8. ?"),
        ([0x61, 0x80, 3], "at Item.text (in Item, byte 21): A reference refers to object 3, which has no record. ?"),
        (
            [0x61, 0x80, 9],
            "at Item.text (in Item, byte 23): A reference refers to object 9, but the archive has only 3. ?"
        ),
        ([0x80, 1], "(byte 20): The record of an object is not an object's value. The archive is damaged."),
        (
            [0x61, 5, 5],
            "at Item (in Item, byte 22): Bytes follow the value of a record. The archive is damaged."
        ),
        ([0x61, 0xF5], "at Item.text (in Item, byte 22): 0xF5 is not the tag of a value. ?"),
        (
            [0x61, 0xD0, 1, 2],
            "at Item.text (in Item, byte 21): An array of booleans contains values other than 0 and 1. ?"
        ),
        ([0x61], "at Item.text (in Item, byte 21): A part of the archive ends too early. ?"),
        ([0x7F], "(byte 21): A composite has shape 31, but the archive has only 2. ?"),
    ]

    @Test(arguments: damage)
    func aDamagedRecordIsFound(record: Bytes, message: String) throws {
        let holder = ArchiveAssembler.composite(0, [0xC0], ArchiveAssembler.sequence([[0x80, 2]]), [0xCE, 0])
        var assembler = ArchiveAssembler(
            [0x80, 1], holder, record, keys: ["cover", "parts", "items", "text"],
            types: [ArchiveAssembler.type(Holder.self), ArchiveAssembler.type(Item.self)],
            shapes: [ArchiveAssembler.shape(of: 0, 1, 2, 3), ArchiveAssembler.shape(of: 1, 4)])
        assembler.idCount = 4
        let (archive, root) = try open(assembler.bytes)
        defer { archive.close() }
        let error = #expect(throws: GraphCodableError.self) { try GraphEncoder().encode(root) as Bytes }
        let whole = message.replacing("(in ", with: "(in GraphCodableTests.UnloadedPartTests.")
            .replacing("?", with: "The archive is damaged or was not made by this package.")
        #expect(error?.description == "malformed " + whole)
        // The file can still be used.
        root.parts = []
        #expect(try decode(try GraphEncoder().encode(root)).parts.isEmpty)
    }

    /// What is encoded in these tests is verified.
    @Test func damagedFilesGiveAnErrorOrASoundArchive() throws {
        var random = SplitMix64(seed: 11)
        let original = PartialGraph.make(12, hasFriends: true, &random)
        let bytes: Bytes = try GraphEncoder().encode(original)
        PartialGraph.takeApart(original)
        var (saved, failed) = (0, 0)
        for _ in 0..<Torture.count(600, torture: 50_000) {
            var mutant = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                mutant[Int.random(in: 9..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let archive = try? PartialGraph.open(mutant) else { continue }
            defer { archive.close() }
            guard let root = try? archive.root(as: PartialGraph.Vertex.self) else { continue }
            defer { PartialGraph.takeApart(root) }
            do {
                _ = try GraphEncoder().encode(root) as Bytes
                saved += 1
            } catch is GraphCodableError {
                failed += 1
            }
        }
        #expect(saved > 50 && failed > 20, "\(saved) were saved, and \(failed) failed.")
    }

    @Test func blocksAreNotReadAgainAndAgain() throws {
        let (count, size) = (64, 64)
        var readCount = 0
        let blocks = try ArchiveBlocks(byteCount: count * size, blockSize: size, keptByteCount: 0) { number, target in
            readCount += 1
            for index in target.indices { target[index] = UInt8(truncatingIfNeeded: number &+ index) }
        }
        var random = SplitMix64(seed: 5)
        func read(_ depth: Int) throws {
            let start = Int.random(in: 0..<count * size - 40, using: &random)
            try blocks.withBytes(of: start..<start + 40) { bytes in
                if depth > 0 { try read(depth - 1) }
                for (index, byte) in bytes.enumerated() {
                    let offset = start + index
                    #expect(byte == UInt8(truncatingIfNeeded: offset / size + offset % size))
                }
            }
        }
        for _ in 0..<2_000 { try read(1) }
        // The blocks, twice for each of the six times that more are kept.
        #expect(readCount <= 2 * 7 * count + 2 * count)
        blocks.keepFewer()
        readCount = 0
        for number in 0..<count { try blocks.withBytes(of: number * size..<number * size + 1) { _ in } }
        #expect(readCount >= count - 2, "Blocks that are kept for copying are given back.")
    }
}
