import GraphCodable
import GraphCodableCompression
import Testing

@Suite("Verification on several cores")
struct VerificationTests {
    final class Node: GCodable {
        let name: String
        init(_ name: String) { self.name = name }
        private enum Key: String { case name }
        init(from decoder: GDecoder) throws { name = try decoder.decode(for: Key.name) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(name, for: Key.name) }
    }

    @Test(arguments: [nil, 1, 2, 3, 64]) func soundArchivesPass(threadCount: Int?) throws {
        for count in [0, 1, 4_095, 4_096, 20_000] {
            let bytes = try GraphEncoder().encode((0..<count).map { Node("Node \($0)") }) as [UInt8]
            try GraphArchive(bytes).verify(threadCount: threadCount)
        }
    }

    @Test func theErrorOfTheFirstRecordIsThrownHoweverTheThreadsRun() throws {
        var bytes = try GraphEncoder().encode((0..<30_000).map { Node("Node \($0)") }) as [UInt8]
        let starts = ["Node 4000", "Node 9000", "Node 20000", "Node 29999"].map { name in
            bytes.firstRange(of: Array(name.utf8))?.lowerBound
        }
        for start in starts.reversed() {
            bytes[try #require(start) - 1] = 0xFF
            let archive = try GraphArchive(bytes)
            let expected = #expect(throws: GraphCodableError.self) { try archive.verify() }
            #expect(expected?.byteOffset == start.map { UInt64($0) })
            for threadCount in [1, 2, 3, 8] {
                let error = #expect(throws: GraphCodableError.self) { try archive.verify(threadCount: threadCount) }
                #expect(error?.description == expected?.description)
            }
        }
    }
}
