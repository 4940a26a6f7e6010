import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

/// Errors of decoding say which file it was, however it was read.
struct ErrorPathTests {
    final class Faulty: GCodable {
        private enum Key: String { case absent }

        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode(for: Key.absent) as Int }
        func encode(to encoder: GEncoder) throws {}
    }

    struct Album: GCodable {
        var pages: [GraphReference<Faulty>]

        init(_ pages: [GraphReference<Faulty>]) { self.pages = pages }
        init(from decoder: GDecoder) throws { pages = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(pages) }
    }

    static let ways: [(name: String, read: @Sendable (String) async throws -> Void)] = [
        ("load", { path in try now { _ = try GraphDecoder().load(Album.self, from: path) } }),
        ("load backups", { path in try now { _ = try GraphDecoder().load(Album.self, from: path, backups: 1) } }),
        ("recover", { path in try now { _ = try GraphDecoder().recover(Album.self, from: path) } }),
        ("load later", { path in _ = try await GraphDecoder().load(Album.self, from: path) }),
        ("recover later", { path in _ = try await GraphDecoder().recover(Album.self, from: path) }),
        ("GraphFile root", { path in try now { _ = try GraphFile(contentsOf: path).root(as: [Faulty].self) } }),
        ("GraphFile object", { path in try now { _ = try GraphFile(contentsOf: path).object(1, as: Faulty.self) } }),
        (
            "GraphFile objects",
            { path in
                try now {
                    var objects = try GraphFile(contentsOf: path).objects(of: Faulty.self)
                    _ = try objects.next()
                }
            }
        ),
        (
            "GraphReference",
            { path in
                try now {
                    let file = try GraphFile(contentsOf: path)
                    _ = try file.root(as: Album.self).pages[0].load()
                }
            }
        ),
    ]

    /// Reads without waiting.
    private static func now(_ body: () throws -> Void) throws { try body() }

    @Test(arguments: [GraphCodec.none, .zlib]) func everyErrorOfDecodingNamesTheFile(codec: GraphCodec) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/album"
            try Self.now { try GraphEncoder().save(Album([GraphReference(Faulty())]), to: path, codec: codec) }
            let raw = folder + "/raw"
            try Self.now { try GraphContainer.decompress(from: .path(path), to: .path(raw)) }
            for (name, read) in Self.ways {
                for file in [path, raw] {
                    let error = await #expect(throws: GraphCodableError.self) { try await read(file) }
                    #expect(error?.path == file, "\(name)")
                    #expect(error?.description.hasPrefix(file + ": ") == true, "\(name)")
                }
            }
        }
    }

    @Test func anErrorOfMemoryHasNoPath() throws {
        let bytes: Bytes = try GraphEncoder().encode(Album([GraphReference(Faulty())]))
        let error = #expect(throws: GraphCodableError.self) { try GraphDecoder().decode(Album.self, from: bytes) }
        #expect(error?.path == nil)
    }
}
