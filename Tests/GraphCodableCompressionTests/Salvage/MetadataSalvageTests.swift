import GraphCodable
import Testing

@testable import GraphCodableCompression

/// Metadata that is lost is reported.
struct MetadataSalvageTests {
    private static let plain = Payload.text(300)

    private func forgery(metadata: [String: String]) throws -> Forgery {
        try Forgery(try compressed(Self.plain, .zlib, metadata: metadata))
    }

    @Test func aDamagedOrMissingSectionIsReported() throws {
        let whole = try forgery(metadata: ["title": "Berlin"])
        #expect(whole.sections[0].header.type == SectionType.metadata)
        var damaged = whole.bytes
        damaged[32 + 32] ^= 1
        var missing = whole
        missing.sections.remove(at: 0)
        let cut = Array(whole.bytes.dropFirst(32 + 32 + whole.sections[0].payload.count))
        // The payload matches its checksum, but is no list of names.
        var undecodable = whole
        undecodable.sections[0].payload[0] ^= 0xFF
        for bytes in [damaged, missing.bytes, cut, undecodable.bytes] {
            let result = try salvaged(bytes)
            #expect(result.bytes == Self.plain && result.report.proof == .holds)
            #expect(result.report.isMetadataLost && !result.report.isComplete && result.report.metadata.isEmpty)
        }
    }

    @Test func namesThatAreEqualAsStringsAreKept() throws {
        let metadata = try ["e\u{301}", "\u{E9}"].flatMap { try Metadata.encode([$0: $0]) }
        var forgery = try Forgery(try compressed(try GraphEncoder().encode([1]), .zlib))
        forgery.sections.insert(Forgery.section(type: SectionType.metadata, metadata), at: 0)
        forgery.renumber()
        try withTemporaryFolder { folder in
            try GraphSalvage(try salvaged(forgery.bytes)).write(to: .path(folder + "/a"), codec: .lz4)
            #expect(try Forgery(try contents(of: folder + "/a")).sections[0].payload == metadata)
        }
    }

    @Test func metadataThatIsThereOrNeverWasIsNotLost() throws {
        for metadata in [[:], ["title": "Berlin"]] {
            let report = try salvaged(try forgery(metadata: metadata).bytes).report
            #expect(report.metadata == metadata && !report.isMetadataLost && report.isComplete)
        }
    }
}
