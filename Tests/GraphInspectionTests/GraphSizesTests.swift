import GraphCodable
import GraphCodableCompression
import GraphInspection
import TestSupport
import Testing

@Suite("Sizes by type and field")
struct GraphSizesTests {
    @Test(arguments: 0..<10) func addUpToTheArchive(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let graph = try VertexGraph(random: 50, degree: 3, using: &generator).read()
        let sizes = GraphSizes(graph)
        let summary = graph.archive.summary
        // The root's record is a reference.
        #expect(sizes.objects.reduce(0) { $0 + $1.byteCount } == summary.recordByteCount)
        let type = try #require(sizes.objects.first { $0.shortName == "Vertex" })
        #expect(type.count == graph.objects.count)
        #expect(type.byteCount == graph.objects.reduce(0) { $0 + graph.byteCount(of: $1) })
        for field in type.fields {
            let bytes = graph.objects.flatMap { graph.fields(of: $0) }.filter { $0.key == field.key }.map(\.byteCount)
            #expect(field.count == bytes.count)
            #expect(field.byteCount == bytes.reduce(0, +))
        }
        // One byte, or with many fields three, begins each object.
        #expect(type.byteCount - type.fields.reduce(0) { $0 + $1.byteCount } == type.count)
        #expect(sizes.byteCount == summary.byteCount)
    }

    @Test func tellWhatSharingSaved() throws {
        let shared = Vertex("a long name that is stored once")
        let graph = try ObjectGraph(
            GraphArchive(GraphEncoder().encode((0..<10).map { Vertex("\($0)", links: [shared]) }) as Bytes))
        let sharing = GraphSizes(graph).sharing
        let size = graph.byteCount(of: try #require(graph.id(named: shared.name)))
        #expect(sharing.objectCount == 1)
        #expect(sharing.referenceCount == 10)
        #expect(sharing.byteCount == size)
        #expect(sharing.savedByteCount == 9 * size)
    }

    @Test func listTheLargestObjectsAndValues() throws {
        let long = Vertex(String(repeating: "x", count: 1_000))
        let wide = Vertex("wide", links: (0..<400).map { Vertex("\($0)") })
        let sizes = GraphSizes(
            try ObjectGraph(GraphArchive(GraphEncoder().encode([long, wide]) as Bytes)), limit: 3)
        #expect(sizes.largestObjects.count == 3)
        #expect(sizes.largestObjects[0].title.hasPrefix("Vertex #1 \"xxx"))
        #expect(sizes.largestObjects[1].title == "Vertex #2 \"wide\"")
        #expect(sizes.largestValues[0].path == "name")
        #expect(sizes.largestValues[0].object == 1)
        #expect(sizes.largestValues[0].kind == "string")
        #expect(sizes.largestValues[0].byteCount == 1_003)
        #expect(sizes.largestValues[0].text.hasSuffix("…\" (1000 bytes)"))
    }

    @Test func sharesOfTheCompressedArchiveAddUp() throws {
        let vertices = (0..<20_000).map { Vertex("vertex \($0)", weight: $0) }
        let bytes = try GraphEncoder().encode(vertices) as Bytes
        let options = GraphContainerWritingOptions(blockSizeLog2: 16)
        let compressed = try bytes.withUnsafeBytes {
            try GraphContainer.compress($0, codec: .zlib, options: options)
        }
        let file = try TemporaryFile(compressed)
        defer { withExtendedLifetime(file) {} }
        let blocks = try GraphContainer.inspect(.path(file.path), includingBlocks: true).blocks
        let sizes = GraphSizes(try ObjectGraph(GraphArchive(bytes)), blocks: blocks)
        let stored = blocks.reduce(0) { $0 + $1.storedByteCount }
        #expect(sizes.compressedByteCount == stored)
        let objects = sizes.objects.compactMap(\.compressedByteCount).reduce(0, +)
        // The rest belongs to the record table and the directory.
        #expect(objects < Double(stored) && objects > Double(stored) * 0.8)
        let fields = try #require(sizes.objects.first).fields
        #expect(fields.allSatisfy { ($0.compressedByteCount ?? 0) > 0 })
    }
}
