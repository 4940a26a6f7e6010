@testable import GraphCodableCompression
import Testing

/// One wrong field per test, with checksums that match: what an attacker would write, or a careless writer.
///
/// `CorpusTests` try one archive for each rule. Here are the rules whose fields have many wrong values, or which a reader of parts
/// checks by itself.
struct StructureTests {
    static let plain = Payload.text(300)
    static let long = Payload.text(2 * smallBlock + 5)

    /// The codes that the readers of all kinds give.
    static func codes(_ archive: [UInt8]) -> Set<GraphContainerError.Code?> {
        [code { try decompressed(archive) }, code { try streamed(archive) }, code { try streamed(archive, step: 7) }]
    }

    static func forged(_ plain: [UInt8] = plain, _ codec: GraphCodec = .zlib, _ change: (inout Forgery) throws -> Void)
        throws -> [UInt8]
    {
        var forgery = try Forgery(try compressed(plain, codec))
        try change(&forgery)
        return forgery.bytes
    }

    @Test func anArchiveThatIsPutTogetherAgainIsTheSame() throws {
        for codec in [GraphCodec.none, .zlib, .lz4] {
            let archive = try compressed(Self.long, codec, metadata: ["a": "b"])
            var forgery = try Forgery(archive)
            #expect(forgery.bytes == archive)
            forgery.renumber(plain: Self.long)
            #expect(forgery.bytes == archive)
        }
    }

    // MARK: File header

    @Test(arguments: [0, 15, 25, 63, 64, 255] as [UInt8]) func aBlockSizeOutOfRangeIsMalformed(size: UInt8) throws {
        #expect(Self.codes(try Self.forged { $0.header[12] = size }) == [.malformed])
    }

    @Test(arguments: 0..<8) func unknownCompatibleFlagsAreIgnored(bit: Int) throws {
        let archive = try Self.forged { $0.header[13] = 1 << UInt8(bit) }
        #expect(try decompressed(archive) == Self.plain)
        #expect(throws: Never.self) { try readAtRandom(archive) }
    }

    static let wrongSizes: [UInt64] = [
        0, 1, 299, 301, 1 << 31, (1 << 31) - 1, 1 << 32, (1 << 32) - 1, 1 << 63, .max - 1,
    ]

    @Test(arguments: wrongSizes) func aWrongPlainSizeInTheHeaderIsNoticed(size: UInt64) throws {
        let archive = try Self.forged { $0.header.replaceSubrange(16..<24, with: Forgery.bytes(size)) }
        #expect(Self.codes(archive).isSubset(of: [.malformed, .limitExceeded]))
        #expect(code { try readAtRandom(archive) } == .malformed)
    }

    // MARK: Section headers

    @Test(arguments: [0x82, 0xBF, 0xC0, 0xFF] as [UInt8])
    func unknownAncillarySectionsAreSkippedButVerified(type: UInt8) throws {
        for (plain, places) in [(Self.plain, 0...1), (Self.long, 0...3)] {
            for place in places {
                for payload in [[], [1, 2, 3], Payload.random(100_000)] as [[UInt8]] {
                    var forgery = try Forgery(try compressed(plain, .lz4))
                    forgery.sections.insert(Forgery.section(type: type, payload), at: place)
                    forgery.renumber()
                    #expect(try decompressed(forgery.bytes) == plain)
                    #expect(try streamed(forgery.bytes, step: 1000) == plain)
                    #expect(try readAtRandom(forgery.bytes).blockOffsets.count == (plain.count - 1) / smallBlock + 1)
                    forgery.sections[place].header.payloadHash ^= 1
                    #expect(Self.codes(forgery.bytes) == [.damaged])
                }
            }
        }
    }

    // MARK: DATA

    /// Read by the index, no other block tells that one has too few bytes.
    @Test func aBlockThatIsShorterThanItsPlaceIsMalformed() throws {
        let archive = try Self.forged(Self.long, .none) {
            $0.setPayload(0, Payload.text(50))
            $0.renumber()
        }
        #expect(Self.codes(archive) == [.malformed])
        let index = try readAtRandom(archive)
        #expect(code { try index.block(0, in: randomAccess(to: archive)) } == .malformed)
        #expect(try index.block(1, in: randomAccess(to: archive)).header.plainSize == UInt32(smallBlock))
    }

    @Test func sizesThatABlockCannotHaveAreMalformed() throws {
        let sizes: [UInt32] = [0, UInt32(smallBlock) + 1, 1 << 31, .max]
        for size in sizes {
            #expect(Self.codes(try Self.forged { $0.sections[0].header.plainSize = size }) == [.malformed])
        }
        // Stored in no bytes, or in as many as it has.
        for size in [0, 300, 301] {
            let archive = try Self.forged {
                $0.setPayload(0, [UInt8](repeating: 0, count: size))
                $0.renumber()
            }
            #expect(Self.codes(archive) == [.malformed])
        }
    }

    @Test(arguments: [GraphCodec.zlib, .lz4]) func aBlockThatIsNotWhatItsCodecWritesIsMalformed(codec: GraphCodec)
        throws
    {
        let whole = try Forgery(try compressed(Self.plain, codec))
        let payload = whole.sections[0].payload
        var wrong: [[UInt8]] = [payload + [0], payload + payload, Payload.random(payload.count), [0], [0xFF]]
        wrong += (1..<payload.count).map { Array(payload[..<$0]) }
        for payload in wrong where payload.count < Self.plain.count {
            var forgery = whole
            forgery.setPayload(0, payload)
            #expect(Self.codes(forgery.bytes) == [.malformed], "\(payload.count) bytes")
        }
        for size in [1, 299, 301, 65536] as [UInt32] where size > payload.count {
            var forgery = whole
            forgery.sections[0].header.plainSize = size
            #expect(Self.codes(forgery.bytes) == [.malformed], "\(size) plain bytes")
        }
    }

    @Test(arguments: [GraphCodec.zlib, .lz4])
    func changedBytesUnderAValidChecksumNeverGiveAnotherPayload(codec: GraphCodec) throws {
        let whole = try Forgery(try compressed(Self.plain, codec))
        for bit in 0..<whole.sections[0].payload.count * 8 {
            var forgery = whole
            var payload = forgery.sections[0].payload
            payload[bit / 8] ^= 1 << UInt8(bit % 8)
            forgery.setPayload(0, payload)
            // A few bits of deflate mean nothing; then the payload is the right one.
            if let plain = try? decompressed(forgery.bytes), plain != Self.plain {
                Issue.record("bit \(bit) gave another payload")
            }
        }
    }

    // MARK: META

    static let wrongMetadata: [(String, [UInt8])] = [
        ("part of a size", [1, 0, 0]),
        ("a name without value", [1, 0, 0, 0, 0x61]),
        ("a value that is cut off", [1, 0, 0, 0, 0x61, 2, 0, 0, 0, 0x62]),
        ("a size past the end", [255, 255, 255, 255, 0x61, 0, 0, 0, 0]),
        ("an empty name", [0, 0, 0, 0, 0, 0, 0, 0]),
        ("invalid UTF-8", [1, 0, 0, 0, 0xFF, 0, 0, 0, 0]),
        ("a surrogate", [3, 0, 0, 0, 0xED, 0xA0, 0x80, 0, 0, 0, 0]),
        ("a name twice", [1, 0, 0, 0, 0x61, 0, 0, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 0]),
        ("names in the wrong order", [1, 0, 0, 0, 0x62, 0, 0, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 0]),
    ]

    @Test(arguments: wrongMetadata) func wrongMetadataAreMalformed(name: String, payload: [UInt8]) throws {
        let archive = try Self.forged {
            $0.sections.insert(Forgery.section(type: SectionType.metadata, payload), at: 0)
            $0.renumber()
        }
        #expect(Self.codes(archive) == [.malformed])
        #expect(code { try readAtRandom(archive) } == .malformed)
    }

    // MARK: INDEX

    @Test func anIndexOfAnythingElseIsMalformed() throws {
        let whole = try Forgery(try compressed(Self.long, .lz4))
        let place = try #require(whole.sections.firstIndex { $0.header.type == SectionType.index })
        let payload = whole.sections[place].payload
        for byte in payload.indices {
            var forgery = whole
            var wrong = payload
            wrong[byte] ^= 1
            forgery.setPayload(place, wrong)
            #expect(Self.codes(forgery.bytes) == [.malformed])
        }
        for wrong in [[], Array(payload.dropLast(8)), Array(payload.dropLast()), payload + payload] {
            var forgery = whole
            forgery.setPayload(place, wrong)
            #expect(Self.codes(forgery.bytes) == [.malformed])
            #expect(code { try readAtRandom(forgery.bytes) } == .malformed)
        }
    }

    @Test func anArchiveNeedsNoIndexAndMayHaveOneForOneBlock() throws {
        var without = try Forgery(try compressed(Self.long, .lz4))
        without.sections.removeAll { $0.header.type == SectionType.index }
        without.renumber()
        #expect(try decompressed(without.bytes) == Self.long)
        #expect(try readAtRandom(without.bytes).blockOffsets.count == 3)
        let with = try Self.forged {
            $0.sections.insert(Forgery.section(type: SectionType.index, []), at: 1)
            $0.renumber()
        }
        #expect(try decompressed(with) == Self.plain)
        #expect(try readAtRandom(with).blockOffsets == [32])
    }

    @Test func anIndexOfNoBlocksIsMalformed() throws {
        let archive = try Self.forged([], .none) {
            $0.sections.insert(Forgery.section(type: SectionType.index, []), at: 0)
            $0.renumber()
        }
        #expect(Self.codes(archive) == [.malformed])
        #expect(code { try readAtRandom(archive) } == .malformed)
    }

    // MARK: END

    @Test func everyWrongFieldOfTheEndIsNoticed() throws {
        let whole = try Forgery(try compressed(Self.long, .lz4))
        let place = whole.sections.count - 1
        for field in 0..<4 {
            for value in Self.wrongSizes + [32, 131_076] {
                var forgery = whole
                var payload = forgery.sections[place].payload
                payload.replaceSubrange(field * 8..<field * 8 + 8, with: Forgery.bytes(value))
                forgery.setPayload(place, payload)
                #expect(Self.codes(forgery.bytes).isSubset(of: [.malformed, .limitExceeded, .damaged]))
                if field != 1 {
                    #expect(code { try readAtRandom(forgery.bytes) } == .malformed)
                }
            }
        }
    }

    @Test func aCompressedMetaIndexOrEndIsMalformed() throws {
        var whole = try Forgery(try compressed(Self.long, .lz4, metadata: ["a": "b"]))
        whole.renumber(plain: Self.long)
        for place in whole.sections.indices where whole.sections[place].header.type != SectionType.data {
            var forgery = whole
            forgery.sections[place].header.flags = 0
            #expect(Self.codes(forgery.bytes) == [.malformed])
            #expect(code { try readAtRandom(forgery.bytes) } == .malformed)
        }
    }
}
