import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Readers of parts find the same faults in the order of sections as readers of the whole: Z15, Z18, Z19.
struct SectionOrderTests {
    /// Three blocks and a part of one, and a block without an index.
    static let values = [(0..<1_600).map { "text \($0) " + String(repeating: "x", count: 130) }, ["one"]]
    static let cases = ([.none] + compressingCodecs).flatMap { codec in
        [[:], ["a": "b"]].map { (codec: codec, metadata: $0) }
    }

    typealias Way = (name: String, read: @Sendable (String) throws -> [String])
    /// Every way in which a program reads a file, from the beginning to the end or at random.
    static let ways: [Way] = [
        ("load", { try GraphDecoder().load([String].self, from: $0) }),
        ("verify", { try verified($0) }),
        ("GraphContainerFile", { try joined($0) }),
        ("GraphFile", { try GraphFile(contentsOf: $0).root(as: [String].self) }),
    ]

    private static func verified(_ path: String) throws -> [String] {
        _ = try GraphContainer.verify(.path(path))
        return try GraphDecoder().load([String].self, from: path)
    }

    private static func joined(_ path: String) throws -> [String] {
        let file = try GraphContainerFile(path)
        return try GraphDecoder().decode([String].self, from: try file.readPlain(0..<file.summary.plainByteCount))
    }

    /// The archive of a value, with its raw archive.
    private func archive(
        of value: [String], _ codec: GraphCodec, _ metadata: [String: String]
    ) throws -> (sections: Forgery, plain: [UInt8]) {
        let plain: [UInt8] = Array(try GraphEncoder().encode(value) as Bytes)
        return (try Forgery(try compressed(plain, codec, metadata: metadata, filter: .fields)), plain)
    }

    /// The code, place and message of the error of a closure; `nil` if there is none.
    private func failure(_ body: () throws -> some Any) -> String? {
        do {
            _ = try body()
            return nil
        } catch let error as GraphContainerError {
            return "\(error.code) (byte \(error.byteOffset.map(String.init) ?? "none")): \(error.message)"
        } catch {
            return "\(error)"
        }
    }

    private func disorder(_ found: Int, _ expected: Int, at offset: Int) -> String {
        "malformed (byte \(offset + 4)): Section \(found) stands where section \(expected) belongs: "
            + "sections were lost, repeated or put in another order."
    }

    private func offset(of place: Int, in sections: Forgery) -> Int {
        sections.sections[..<place].reduce(32) { $0 + 32 + $1.payload.count }
    }

    /// Returns the archive with one more section.
    private func inserting(_ type: UInt8, at place: Int, in sound: Forgery) -> Forgery {
        var forged = sound
        forged.sections.insert(Forgery.section(type: type, Payload.random(21)), at: place)
        forged.renumber()
        return forged
    }

    /// Calls a closure with the path of a file that holds an archive.
    private func withFile(_ forged: Forgery, _ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/archive"
            try write(forged.bytes, to: path)
            try body(path)
        }
    }

    private func expect(_ expected: String, ofEveryReader path: String, _ comment: String = "") {
        for way in Self.ways { #expect(failure { try way.read(path) } == expected, "\(way.name) \(comment)") }
    }

    @Test(arguments: cases) func everyReaderRefusesAnUnknownCriticalSection(
        codec: GraphCodec, metadata: [String: String]
    ) throws {
        let types: [(UInt8, String)] = [(0x03, "0x3"), (0x3F, "0x3F"), (0x40, "0x40"), (0x00, "0x0"), (0x7F, "0x7F")]
        for value in Self.values {
            let (sound, plain) = try archive(of: value, codec, metadata)
            let last = sound.sections.count - 1
            for place in 0...last {
                let (type, name) = types[place % types.count]
                let forged = inserting(type, at: place, in: sound)
                let isAfterIndex = place > 0 && sound.sections[place - 1].header.type == SectionType.index
                let offset = offset(of: place, in: sound)
                let expected =
                    isAfterIndex
                    ? "malformed (byte \(offset)): The INDEX section is not followed by the END section."
                    : "unsupportedFeature (byte \(offset)): The archive has a section of type \(name), which this release "
                        + "does not know and may not skip. Use a newer release of GraphCodable."
                try withFile(forged) { path in
                    expect(expected, ofEveryReader: path, "section \(place)")
                    let salvaged = try GraphContainer.salvage(from: .path(path))
                    #expect(salvaged.bytes == plain && salvaged.report.lostRanges.isEmpty, "section \(place)")
                    #expect(salvaged.report.hasUnknownSection && !salvaged.report.isComplete, "section \(place)")
                    let recovered = try GraphDecoder().recover([String].self, from: path)
                    #expect(recovered.root == value && !recovered.isComplete, "section \(place)")
                }
            }
        }
    }

    @Test(arguments: cases) func everyReaderSkipsUnknownAncillarySections(
        codec: GraphCodec, metadata: [String: String]
    ) throws {
        for value in Self.values {
            let (sound, _) = try archive(of: value, codec, metadata)
            let first = metadata.isEmpty ? 0 : 1
            let blockCount = sound.sections.count { $0.header.type == SectionType.data }
            for place in first...first + blockCount {
                let forged = inserting(0xC5, at: place, in: sound)
                try withFile(forged) { path in
                    for way in Self.ways { #expect(try way.read(path) == value, "\(way.name), section \(place)") }
                    let report = try GraphContainer.salvage(from: .path(path)).report
                    #expect(report.isComplete && !report.hasUnknownSection)
                }
            }
        }
    }

    @Test(arguments: cases) func everyReaderNoticesExchangedBlocks(
        codec: GraphCodec, metadata: [String: String]
    ) throws {
        let (sound, plain) = try archive(of: Self.values[0], codec, metadata)
        let first = metadata.isEmpty ? 0 : 1
        let blockCount = sound.sections.count { $0.header.type == SectionType.data }
        #expect(blockCount == 4)
        for (one, other) in (0..<blockCount).flatMap({ other in (0..<other).map { ($0, other) } }) {
            var forged = sound
            forged.sections.swapAt(first + one, first + other)
            forged.renumber()
            forged.sections[first + one].header.ordinal = UInt32(first + other)
            forged.sections[first + other].header.ordinal = UInt32(first + one)
            let errors = [(one, other), (other, one)].map { place, found in
                disorder(first + found, first + place, at: offset(of: first + place, in: forged))
            }
            try withFile(forged) { path in
                for way in Self.ways {
                    // The end of the raw archive, which a GraphFile reads first, may be in the second one.
                    let isExpected = failure { try way.read(path) }.map {
                        $0 == errors[0] || way.name == "GraphFile" && $0 == errors[1]
                    }
                    #expect(isExpected == true, "\(way.name), blocks \(one) and \(other)")
                }
                let file = try GraphContainerFile(path)
                for block in 0..<blockCount {
                    let bytes = block * smallBlock..<min((block + 1) * smallBlock, plain.count)
                    func read() throws -> [UInt8] {
                        try file.readPlain(UInt64(bytes.lowerBound)..<UInt64(bytes.upperBound))
                    }
                    switch block {
                    case one: #expect(failure { try read() } == errors[0])
                    case other: #expect(failure { try read() } == errors[1])
                    default: #expect(try read() == Array(plain[bytes]))
                    }
                }
            }
        }
    }

    /// The index, which may be left out, does not say how many other sections there are.
    @Test(arguments: cases) func exchangedBlocksAmongOtherSectionsAreNoticedAtOnce(
        codec: GraphCodec, metadata: [String: String]
    ) throws {
        let (sound, _) = try archive(of: Self.values[0], codec, metadata)
        let first = metadata.isEmpty ? 0 : 1
        for hasIndex in [true, false] {
            var forged = sound
            if !hasIndex { forged.sections.removeAll { $0.header.type == SectionType.index } }
            forged.sections.insert(Forgery.section(type: 0xC5, []), at: first + 1)
            forged.sections.swapAt(first, first + 2)
            forged.renumber()
            forged.sections[first].header.ordinal = UInt32(first + 2)
            forged.sections[first + 2].header.ordinal = UInt32(first)
            let expected = disorder(first + 2, first, at: offset(of: first, in: forged))
            try withFile(forged) { path in
                expect(expected, ofEveryReader: path)
                #expect(failure { try GraphContainerFile(path) } == expected)
            }
        }
    }

    @Test(arguments: cases) func everyReaderNoticesAWrongOrdinal(
        codec: GraphCodec, metadata: [String: String]
    ) throws {
        for value in Self.values {
            let (sound, _) = try archive(of: value, codec, metadata)
            for place in sound.sections.indices {
                for wrong in [UInt32(place) &+ 1, UInt32(place) &- 1] {
                    var forged = sound
                    forged.sections[place].header.ordinal = wrong
                    let expected = disorder(Int(wrong), place, at: offset(of: place, in: sound))
                    try withFile(forged) { expect(expected, ofEveryReader: $0, "section \(place)") }
                }
            }
        }
    }

    @Test(arguments: cases) func everyReaderNoticesASectionThatTheEndDoesNotCount(
        codec: GraphCodec, metadata: [String: String]
    ) throws {
        for value in Self.values {
            let (sound, _) = try archive(of: value, codec, metadata)
            let first = metadata.isEmpty ? 0 : 1
            let blockCount = sound.sections.count { $0.header.type == SectionType.data }
            let types: [UInt8] = [0x03, 0xC5]
            for (place, type) in (first...first + blockCount).flatMap({ place in types.map { (place, $0) } }) {
                var forged = inserting(type, at: place, in: sound)
                for later in place + 1..<forged.sections.count { forged.sections[later].header.ordinal -= 1 }
                let expected =
                    type == 0xC5
                    ? disorder(place, place + 1, at: offset(of: place + 1, in: forged))
                    : "unsupportedFeature (byte \(offset(of: place, in: forged))): The archive has a section of type 0x3, which "
                        + "this release does not know and may not skip. Use a newer release of GraphCodable."
                try withFile(forged) { path in
                    for way in Self.ways {
                        let found = failure { try way.read(path) }
                        // A reader of parts finds only the gap.
                        let isGap = found?.hasSuffix("The blocks do not follow one another.") == true
                        let isInParts = way.name.hasPrefix("Graph")
                        #expect(found == expected || isInParts && isGap, "\(way.name), section \(place)")
                    }
                }
            }
        }
    }

    @Test func anIndexThatOmitsOtherSectionsMustListTheBlocks() throws {
        var (forged, _) = try archive(of: Self.values[0], .lz4, [:])
        forged.sections.insert(Forgery.section(type: 0xC5, []), at: 1)
        forged.renumber()
        let place = forged.sections.count - 2
        var offsets = forged.sections[place].payload
        offsets[8] &+= 1
        forged.setPayload(place, offsets)
        let expected =
            "malformed (byte \(offset(of: place, in: forged) + 32)): "
            + "The INDEX section does not list the offsets of the blocks."
        try withFile(forged) { expect(expected, ofEveryReader: $0) }
    }
}
