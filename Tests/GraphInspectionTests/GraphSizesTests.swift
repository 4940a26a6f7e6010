import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

@testable import GraphInspection

@Suite("Sizes by type and field")
struct GraphSizesTests {
    @Test(arguments: 0..<10) func addUpToTheArchive(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let graph = try VertexGraph(random: 50, degree: 3, using: &generator).read()
        let sizes = try GraphSizes(graph.archive)
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

    @Test(arguments: 0..<50) func theLargestAreThoseOfASortedList(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let limit = Int.random(in: 0...20, using: &generator)
        let sizes = (0..<200).map { _ in Int.random(in: 0...30, using: &generator) }
        var largest = TopList<Int>(limit: limit)
        for (place, size) in sizes.enumerated() { largest.add(place, size: size) }
        let sorted = sizes.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }
        #expect(largest.elements == Array(sorted.prefix(limit)))
    }

    @Test func tellWhatSharingSaved() throws {
        let shared = Vertex("a long name that is stored once")
        let graph = try ObjectGraph(
            GraphArchive(GraphEncoder().encode((0..<10).map { Vertex("\($0)", links: [shared]) }) as Bytes))
        let sharing = try GraphSizes(graph.archive).sharing
        let size = graph.byteCount(of: try #require(graph.id(named: shared.name)))
        #expect(sharing.objectCount == 1)
        #expect(sharing.referenceCount == 10)
        #expect(sharing.byteCount == size)
        #expect(sharing.savedByteCount == 9 * size)
    }

    @Test func listTheLargestObjectsAndValues() throws {
        let long = Vertex(String(repeating: "x", count: 1_000))
        let wide = Vertex("wide", links: (0..<400).map { Vertex("\($0)") })
        let sizes = try GraphSizes(GraphArchive(GraphEncoder().encode([long, wide]) as Bytes), limit: 3)
        #expect(sizes.largestObjects.count == 3)
        #expect(sizes.largestObjects[0].title.hasPrefix("Vertex #1 \"xxx"))
        #expect(sizes.largestObjects[1].title == "Vertex #2 \"wide\"")
        #expect(sizes.largestValues[0].path == "name")
        #expect(sizes.largestValues[0].object == 1)
        #expect(sizes.largestValues[0].kind == "string")
        #expect(sizes.largestValues[0].byteCount == 1_003)
        #expect(sizes.largestValues[0].text.hasSuffix("…\" (1000 bytes)"))
    }

    /// Values are read in pieces, so those that a piece divides must count once, and at their place.
    @Test func countManyValuesOfOneObject() throws {
        let points = (0..<3_000).map { [Point(x: $0, y: -$0)] }
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode([Long(points: points)]) as Bytes))
        let sizes = try GraphSizes(graph.archive)
        let long = try #require(sizes.objects.first { $0.shortName == "Long" })
        #expect(long.fields.map(\.key) == ["points", "end"])
        #expect(long.byteCount == 1 + long.fields.reduce(0) { $0 + $1.byteCount })
        let point = try #require(sizes.values.first)
        #expect(point.count == 3_000)
        #expect(point.byteCount == 3_000 + point.fields.reduce(0) { $0 + $1.byteCount })
        #expect(point.fields.map(\.count) == [3_000, 3_000])
        #expect(long.fields[0].byteCount == 3 + 3_000 * 2 + point.byteCount)
        #expect(sizes.largestValues.first?.path == "end")
    }

    final class Long: GEncodable {
        private enum Key: String { case points, end }
        let points: [[Point]]

        init(points: [[Point]]) { self.points = points }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(points, for: Key.points)
            try encoder.encode("the end", for: Key.end)
        }
    }

    struct Point: GEncodable {
        private enum Key: String { case x, y }
        let x: Int
        let y: Int

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(x, for: Key.x)
            try encoder.encode(y, for: Key.y)
        }
    }

    private func sizes(
        of root: some GEncodable, _ codec: GraphCodec, filter: GraphContainerFilter
    ) throws -> (sizes: GraphSizes, stored: Int) {
        let bytes = try GraphEncoder().encode(root) as Bytes
        let options = GraphContainerWritingOptions(blockSizeLog2: 16, filter: filter)
        let compressed = try bytes.withUnsafeBytes { try GraphContainer.compress($0, codec: codec, options: options) }
        let file = try ScratchFile(compressed)
        defer { withExtendedLifetime(file) {} }
        let container = try GraphContainerFile(file.url.path)
        let numbers = 0..<Int(container.summary.blockCount)
        let stored = try numbers.reduce(0) { $0 + (try container.block($1).storedByteCount) }
        return (try GraphSizes(GraphArchive(bytes), file: container), stored)
    }

    @Test(arguments: [GraphContainerFilter.none, .fields]) func sharesOfTheCompressedArchiveAddUp(
        filter: GraphContainerFilter
    ) throws {
        let vertices = (0..<20_000).map { Vertex("vertex \($0)", weight: $0) }
        let (sizes, stored) = try sizes(of: vertices, .zlib, filter: filter)
        #expect(sizes.compressedByteCount == stored)
        #expect(sizes.blockCount > 5)
        #expect(filter == .none ? sizes.filteredBlockCount == 0 : sizes.filteredBlockCount > 5)
        let objects = sizes.objects.compactMap(\.compressedByteCount).reduce(0, +)
        // The rest belongs to the record table and the directory.
        let rest = try #require(sizes.compressedOtherByteCount)
        #expect(abs(objects + rest - Double(stored)) < 0.001 && rest > 0 && rest < Double(stored) * 0.5)
        let type = try #require(sizes.objects.first)
        #expect(type.fields.allSatisfy { ($0.compressedByteCount ?? 0) > 0 })
        let fields = type.fields.compactMap(\.compressedByteCount).reduce(0, +)
        let whole = try #require(type.compressedByteCount)
        #expect(fields <= whole)
    }

    /// Bytes that cannot be compressed take in the file what they take in the archive, and a field that always has the same value
    /// nothing. Divided evenly, both would take the same for each byte.
    @Test(arguments: [GraphCodec.zlib, .lz4]) func aFieldHasWhatItsStreamsTake(codec: GraphCodec) throws {
        var generator = SplitMix64(seed: 1)
        let vertices = (0..<4_000).map { _ in
            Vertex(String(repeating: "same ", count: 5), weight: Int.random(in: .min ... .max, using: &generator))
        }
        let (sizes, stored) = try sizes(of: vertices, codec, filter: .fields)
        #expect(sizes.filteredBlockCount > 0)
        let type = try #require(sizes.objects.first { $0.shortName == "Vertex" })
        func compressed(_ key: String) throws -> Double {
            let field = try #require(type.fields.first { $0.key == key })
            return try #require(field.compressedByteCount)
        }
        #expect(try compressed("name") < 1_000)
        let weight = try compressed("weight")
        #expect(weight > 31_500 && weight < 33_000, "\(weight)")
        #expect(stored > 32_000)
        // Without the filter nothing tells one field from another.
        let even = try #require(try self.sizes(of: vertices, codec, filter: .none).sizes.objects.first)
        let shares = try ["name", "weight"].map { key -> Double in
            let field = try #require(even.fields.first { $0.key == key })
            return try #require(field.compressedByteCount) / Double(field.byteCount)
        }
        #expect(abs(shares[0] / shares[1] - 1) < 0.1)
    }
}
