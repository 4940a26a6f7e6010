import TestSupport
import Testing

@testable import GraphCodable

/// An archive is the same wherever the encoder's chunks end, and whether it is streamed.
struct ChunkBoundaryTests {
    final class Shelf: GCodable {
        let holders: [GraphReference<Nest.Holder>]
        init(_ nests: [Nest]) { holders = nests.map { GraphReference(Nest.Holder($0)) } }
        init(from decoder: GDecoder) throws { holders = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(holders) }
    }

    /// A list with more values than a shape may have without keys.
    struct TextList: GCodable {
        let texts: [String]
        init(_ texts: [String]) { self.texts = texts }
        init(from decoder: GDecoder) throws { texts = try Array(from: decoder) }
        func encode(to encoder: GEncoder) throws { try texts.forEach { try encoder.encode($0) } }
    }

    struct Owner: GCodable {
        let list: TextList
        enum Key: String { case list }
        init(_ texts: [String]) { list = TextList(texts) }
        init(from decoder: GDecoder) throws { list = try decoder.decode(for: Key.list) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(list, for: Key.list) }
    }

    private func stream<Root: GEncodable>(_ root: Root, _ encoder: GraphEncoder) throws -> Bytes {
        var bytes: Bytes = []
        try encoder.encode(root) { bytes += $0 }
        return bytes
    }

    @Test(arguments: [[], .canonical] as [GraphEncoder.Options])
    func aFullCompositeWithinAnotherCrossesChunks(options: GraphEncoder.Options) throws {
        let texts = (0..<8_000).map { "text \($0)" }
        let encoder = GraphEncoder(options)
        let bytes: Bytes = try encoder.encode(Owner(texts))
        #expect(try GraphDecoder().decode(Owner.self, from: bytes).list.texts == texts)
        #expect(try stream(Owner(texts), encoder) == bytes)
    }

    enum Color: String, GCodable { case red }

    struct Painted: GCodable {
        let texts: [String], colors: [Color]
        enum Key: String { case texts, colors }

        /// A large text would have a chunk of its own.
        init(_ length: Int) {
            texts = stride(from: 0, to: length, by: 500).map { String(repeating: "x", count: min(500, length - $0)) }
            colors = [.red, .red]
        }

        init(from decoder: GDecoder) throws {
            (texts, colors) = (try decoder.decode(for: Key.texts), try decoder.decode(for: Key.colors))
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(texts, for: Key.texts)
            try encoder.encode(colors, for: Key.colors)
        }
    }

    /// The first raw value of a type is recognized only after its header has been written.
    @Test func aRawValueAtTheEndOfAChunkIsNoComposite() throws {
        let reused = GraphEncoder()
        for length in WriterState.chunkSize - 600...WriterState.chunkSize - 300 {
            let bytes: Bytes = try GraphEncoder().encode(Painted(length))
            try #require(reused.encode(Painted(length)) as Bytes == bytes, "length \(length)")
            #expect(try GraphDecoder().decode(Painted.self, from: bytes).colors == [.red, .red])
        }
    }

    @Test(arguments: [[], .canonical] as [GraphEncoder.Options])
    func chunksMayEndAnywhere(options: GraphEncoder.Options) throws {
        let reused = GraphEncoder(options)
        let start = UInt64.random(in: 0...UInt64.max >> 1)
        let count = UInt64(Torture.count(4, torture: 4_000))
        var (seed, largeCount) = (start, 0)
        // Also until one archive had several chunks.
        while seed < start + count || largeCount == 0 {
            var random = SplitMix64(seed: seed)
            let nest = Nest.random(&random)
            let bytes: Bytes = try GraphEncoder(options).encode(nest)
            try #require(stream(nest, GraphEncoder(options)) == bytes, "seed \(seed), streamed")
            try #require(stream(nest, reused) == bytes, "seed \(seed), streamed by a used encoder")
            try #require(reused.encode(nest) as Bytes == bytes, "seed \(seed), by a used encoder")
            try #require(GraphDecoder().decode(Nest.self, from: bytes) == nest, "seed \(seed), decoded")
            if bytes.count > WriterState.chunkSize { largeCount += 1 }
            seed += 1
            try #require(seed < start + count + 1_000)
        }
    }

    @Test func chunksMayEndAnywhereInCopiedParts() throws {
        let start = UInt64.random(in: 0...UInt64.max >> 1)
        for seed in start..<start + UInt64(Torture.count(4, torture: 1_500)) {
            var random = SplitMix64(seed: seed)
            let nests = (0..<3).map { _ in Nest.random(&random) }
            let archive = try PartialGraph.open(GraphEncoder().encode(Shelf(nests)))
            defer { archive.close() }
            let shelf = try archive.root(as: Shelf.self)
            let bytes: Bytes = try GraphEncoder().encode(shelf)
            try #require(stream(shelf, GraphEncoder()) == bytes, "seed \(seed), streamed")
            let copy = try GraphDecoder().decode(Shelf.self, from: bytes)
            try #require(copy.holders.map { try $0.load().nest } == nests, "seed \(seed), decoded")
        }
    }
}
