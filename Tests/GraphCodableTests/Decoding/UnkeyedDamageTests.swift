import GraphCodable
import TestSupport
import Testing

/// A loop over the values without keys ends early if one of them is damaged, and decoding fails nevertheless.
struct UnkeyedDamageTests {
    final class Note: GCodable {
        var lines: [String] = []
        init(_ lines: [String]) { self.lines = lines }

        init(from decoder: GDecoder) throws {
            while decoder.unkeyedCount > 0 { lines.append(try decoder.decode()) }
        }

        func encode(to encoder: GEncoder) throws {
            for line in lines { try encoder.encode(line) }
        }
    }

    struct Page: GCodable {
        var lines: [String] = []
        init(_ lines: [String]) { self.lines = lines }

        init(from decoder: GDecoder) throws {
            while let line: String = try decoder.decodeIfPresent() { lines.append(line) }
        }

        func encode(to encoder: GEncoder) throws {
            for line in lines { try encoder.encode(line) }
        }
    }

    /// Replaces the tag of a line by one that no value has.
    private func damaged(_ archive: Bytes, _ line: String) throws -> Bytes {
        let text = [UInt8(0x40 + line.utf8.count)] + Array(line.utf8)
        let offset = try #require(archive.indices.first { archive[$0...].starts(with: text) })
        var archive = archive
        archive[offset] = 0xFF
        return archive
    }

    @Test(arguments: [3, 16, 17, 40]) func aDamagedValueEndsNoLoopInSilence(count: Int) throws {
        let lines = (0..<count).map { "line \($0)" }
        let note = try GraphEncoder().encode(Note(lines)) as Bytes
        let page = try GraphEncoder().encode(Page(lines)) as Bytes
        for line in lines {
            let error = #expect(throws: GraphCodableError.self) {
                try GraphDecoder().decode(Note.self, from: try damaged(note, line))
            }
            #expect(error?.code == .malformed || error?.code == .typeMismatch)
            let other = #expect(throws: GraphCodableError.self) {
                try GraphDecoder().decode(Page.self, from: try damaged(page, line))
            }
            #expect(other?.code == .malformed || other?.code == .typeMismatch)
        }
    }
}
