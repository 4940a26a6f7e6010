import TestSupport
import Testing

@testable import GraphCodable

/// The sizes at the end of an archive, which have one to ten bytes each.
struct TrailerTests {
    private static let sizes: [UInt64] =
        (0..<64).flatMap { (shift: UInt64) -> [UInt64] in
            let power: UInt64 = 1 << shift
            return [power, power - 1, power | 5]
        } + [.max]

    @Test func aNumberInTheOppositeOrderHasTheBytesOfAVarintBackwards() {
        for size in Self.sizes {
            var bytes: [UInt8] = []
            Varint.writeReversed(size) { bytes.append($0) }
            #expect(bytes == Varint.bytes(of: size).reversed(), "\(size)")
        }
    }

    @Test func partsOfAnySizeAreFound() throws {
        for table in Self.sizes where table < 1 << 40 {
            for directory in Self.sizes where directory < 1 << 40 {
                let sizes = Array((Varint.bytes(of: directory) + Varint.bytes(of: table)).reversed())
                let trailer: [UInt8] = Array(repeating: 0, count: 20 - sizes.count) + sizes + [0x52, 0x47, 0x89]
                let records = 9..<Int(9 + table % 1_000)
                let byteCount = records.upperBound + Int(table + directory) + sizes.count + 3
                guard byteCount >= trailer.count else { continue }
                let layout = try ArchiveFormat.header.withUnsafeBytes { header in
                    try trailer.withUnsafeBytes { try ArchiveLayout(byteCount: byteCount, header: header, trailer: $0) }
                }
                let found = (layout.records, layout.recordTable.count, layout.directory.count)
                #expect(found == (records, Int(table), Int(directory)))
                #expect(layout.directory.upperBound == byteCount - sizes.count - 3)
                // With a byte less before the trailer the parts do not fit.
                guard records.isEmpty else { continue }
                expectError(GraphCodableError.self, .malformed) {
                    _ = try ArchiveFormat.header.withUnsafeBytes { header in
                        try trailer.withUnsafeBytes {
                            try ArchiveLayout(byteCount: byteCount - 1, header: header, trailer: $0)
                        }
                    }
                }
            }
        }
    }
}
