import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

/// Files with several roots, each of which is loaded by its name.
struct NamedRootFileTests {
    final class Item: GCodable {
        let name: String
        let bytes: Bytes

        init(_ name: String, _ bytes: Bytes = []) {
            (self.name, self.bytes) = (name, bytes)
        }

        private enum Key: String { case name, bytes }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            bytes = try decoder.decode(for: Key.bytes)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(bytes, for: Key.bytes)
        }
    }

    private static func noise(_ count: Int) -> Bytes {
        var generator = SplitMix64(seed: 1)
        let words = (0..<count / 8).map { _ in generator.next() }
        return words.withUnsafeBytes { Bytes($0) }
    }

    @Test(arguments: [GraphCodec.lz4, .none]) func rootsOfAFileAreLoadedByTheirNames(_ codec: GraphCodec) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).graphz")
        defer { try? FileManager.default.removeItem(at: file) }
        let shared = Item("shared")
        let roots: GraphRoots = [
            "document": [shared, Item("large", Self.noise(3_000_000))], "same": shared, "thumbnail": Data([1, 2, 3]),
        ]
        try GraphEncoder(extensions: ["com.example.app": [7]]).save(roots, to: file, codec: codec)
        #expect(try GraphDecoder().load(Data.self, root: "thumbnail", from: file) == Data([1, 2, 3]))

        let open = try GraphFile(contentsOf: file)
        #expect(open.summary.rootNames == ["document", "same", "thumbnail"])
        #expect(open.summary.extensions == ["com.example.app": [7]])
        #expect(try open.summary == GraphArchive(from: .path(file.path)).summary)
        let same = try open.root("same", as: Item.self)
        #expect(same.name == "shared")
        #expect(try open.root("document", as: [Item].self)[0] === same)
        #expect(try open.root("thumbnail", as: Data.self) == Data([1, 2, 3]))
        let error = #expect(throws: GraphCodableError.self) { try open.root("other", as: Item.self) }
        #expect(error?.code == .keyNotFound)
        #expect(
            error?.message
                == "The archive has no root named 'other'. Its roots are 'document', 'same', 'thumbnail'.")
        #expect(try open.root("same", as: Item.self) === same)
    }
}
