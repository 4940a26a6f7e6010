import Foundation
import GraphCodable
import TestSupport
import Testing

@testable import GraphCodableCompression

/// What follows a tag is known in three places: to the core's walker, which checks it, and to the filter's scanner and
/// splitter, which must be fast. This compares them.
struct FilterGrammarTests {
    /// Where the values of an archive begin by the core's walker, and where the last record ends.
    private static func values(of raw: [UInt8]) throws -> (starts: Set<Int>, end: Int) {
        let records = try GraphArchive(raw).records
        var (starts, end) = (Set<Int>(), 0)
        var values: [ArchivedValue] = []
        for id in 0..<records.idCount {
            try records.readValues(of: id, into: &values)
            starts.formUnion(values.map(\.start))
            end = max(end, records.byteRange(of: id)?.upperBound ?? 0)
        }
        return (starts, end)
    }

    private static func archives() throws -> [(name: String, raw: [UInt8])] {
        try GoldenContainerTests.names.map { ($0, try GoldenContainerTests.bytes($0 + ".graph")) }
            + ["binary", "typed"].map {
                ($0, [UInt8](try Data(contentsOf: Corpus.folder.appending(path: "accepted/\($0).graph"))))
            }
    }

    @Test func theFilterKnowsEveryValueThatTheWalkerKnows() throws {
        var tags: Set<UInt8> = []
        for (name, raw) in try Self.archives() {
            let (starts, end) = try Self.values(of: raw)
            tags.formUnion(starts.map { raw[$0] })
            raw.withUnsafeBytes { bytes in
                var splitter = FieldSplitter()
                let split = splitter.split(bytes, from: BlockStart(headSize: 9, tableOffset: end))
                #expect(split >= end, "\(name): values from \(split) on")
                for start in starts where start > 9 {
                    var scanner = BlockScanner()
                    _ = scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[..<start]))
                    let next = scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[start...]))
                    #expect(next?.headSize == 0 && next?.firstKind == 0, "\(name): \(start)")
                }
            }
        }
        // Every kind of value is in the archives.
        let table = FilterToken.table
        // There are no references to more than 8,192 objects.
        let expected = Set((0...255).map { table[$0] }).subtracting([.invalid, .reference21, .reference32])
        #expect(expected.subtracting(tags.map { table[Int($0)] }).isEmpty)
    }
}
