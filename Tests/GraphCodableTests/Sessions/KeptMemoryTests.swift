import GraphCodable
import Testing

/// An encoder that is used again keeps memory of the last graph, which changes no archive.
struct KeptMemoryTests {
    struct Failure: Error {}

    final class Leaf: GCodable {
        let id: Int
        init(_ id: Int) { self.id = id }
        init(from decoder: GDecoder) throws { id = try decoder.decode() }
        func encode(to encoder: GEncoder) throws {
            guard id >= 0 else { throw Failure() }
            try encoder.encode(id)
            try encoder.encode("the name of the leaf \(id)")
        }
    }

    /// The counts are of one chunk and of many, of more than are kept, and of tables that are kept, released, and too large.
    @Test func archivesOfAllSizesAreThoseOfANewEncoder() throws {
        let encoder = GraphEncoder()
        for count in [60_000, 3, 12_000, 12_000, 1_000, 40_000, 0, 12_000] {
            let leaves = (0..<count).map(Leaf.init)
            let expected: Bytes = try GraphEncoder().encode(leaves)
            #expect(try encoder.encode(leaves) == expected)
            #expect(throws: Failure.self) { try encoder.encode(leaves + [Leaf(-1)]) as Bytes }
            var pieces: Bytes = []
            try encoder.encode(leaves) { pieces += $0 }
            #expect(pieces == expected)
        }
    }
}
