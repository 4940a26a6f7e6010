import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// A lost file header costs nothing: what it says is found in the rest of the archive.
struct HeaderSalvageTests {
    @Test func theFileHeaderIsNotNeeded() throws {
        for (name, archive) in SalvageTests.archives {
            for place in Torture.some(of: 0..<32, step: 11) {
                var bytes = archive.bytes
                bytes[place] ^= 0xFF
                let result = try salvaged(bytes)
                #expect(result.report.isComplete && !result.report.hasFileHeader, "\(name), byte \(place)")
            }
            let zeros = [UInt8](repeating: 0, count: 32) + archive.bytes[32...]
            #expect(try salvaged(zeros).bytes == archive.plain, "\(name)")
            #expect(try salvaged(Array(archive.bytes[32...])).bytes == archive.plain, "\(name)")
            // With META, INDEX or END gone as well, the blocks themselves tell.
            #expect(try salvaged(Array(zeros[..<archive.endOffset])).bytes == archive.plain, "\(name)")
        }
        // One block, which tells nothing of the block size.
        for codec in [GraphCodec.none] + compressingCodecs {
            var bytes = try compressed(Payload.text(300), codec)
            bytes.replaceSubrange(0..<32, with: [UInt8](repeating: 0, count: 32))
            #expect(try salvaged(bytes).bytes == Payload.text(300))
        }
    }

    @Test func withoutTheFileHeaderTheCodecsThatAreKnownAreTried() throws {
        let plain = PrivateCodecTests.plain
        let bytes = [UInt8](repeating: 0, count: 32) + (try compressed(plain, .custom(RunCodec())))[32...]
        #expect(code { try salvaged(bytes) } == .unsupportedCodec)
        let result = try salvaged(bytes, options: PrivateCodecTests.reading(RunCodec()))
        #expect(result.bytes == plain && result.report.isComplete && result.report.codecName == "run")
    }

    @Test func ofSeveralCodecsTheOneThatADamagedFileHeaderStatesCounts() throws {
        let plain = PrivateCodecTests.plain
        var bytes = try compressed(plain, .custom(RunCodec(id: 201)))
        bytes[20] ^= 0xFF
        let other = RunCodec(id: 200, behaviour: .restoresZeros)
        #expect(try salvaged(bytes, options: PrivateCodecTests.reading(other, RunCodec(id: 201))).bytes == plain)
    }

    @Test func withoutTheFileHeaderTheSizeOfMostBlocksCounts() throws {
        let archive = try DamagedArchive(Payload.text(4 * smallBlock), .none)
        let zeros = [UInt8](repeating: 0, count: 32)
        let whole = try salvaged(zeros + archive.bytes[32...])
        #expect(whole.bytes == archive.plain && whole.report.isComplete && whole.report.blockSize == smallBlock)
        // A block of an archive with larger blocks has taken the place of one.
        var forged = try Forgery(archive.bytes)
        var large = try Forgery(try compressed(Payload.random(2 * smallBlock), blockSizeLog2: 17)).sections[0]
        large.header.ordinal = forged.sections[2].header.ordinal
        forged.sections[2] = large
        let rest = try salvaged(zeros + forged.bytes[32...])
        #expect(rest.report.blockSize == smallBlock && rest.report.lostBlocks == [1])
        #expect(rest.report.ignoredSectionCount == 1 && rest.report.proof == .fails)
        #expect(rest.bytes == archive.plain(without: [1]))
        // Of two sizes of which there are equally many blocks the larger one counts: the last block may be smaller.
        forged.sections.removeSubrange(3...)
        #expect(try salvaged(zeros + forged.bytes[32...]).report.blockSize == 2 * smallBlock)
    }

    @Test func theEndExcludesSizesOfBlocks() throws {
        // The last block is as large as smaller blocks could be.
        let plain = Payload.text(16 * smallBlock + 2 * smallBlock)
        let archive = try compressed(plain, .none, blockSizeLog2: 20)
        let second = 64 + (try Forgery(archive).sections[0].payload.count)
        let result = try salvaged([UInt8](repeating: 0, count: second) + archive[second...])
        #expect(result.report.blockSize == 16 * smallBlock && result.report.recoveredBlockCount == 1)
        let zeros = [UInt8](repeating: 0, count: 16 * smallBlock)
        #expect(result.bytes == zeros + plain.dropFirst(zeros.count))
    }

    @Test func aBlockThatIsNotFullNeedsNoFileHeader() throws {
        for size in [1, smallBlock - 1, smallBlock + 1, 300_000] {
            let plain = Payload.text(size)
            for codec in [GraphCodec.none] + compressingCodecs {
                let archive = try compressed(plain, codec, blockSizeLog2: 20)
                #expect(try salvaged(Array(archive[32...])).bytes == plain, "\(codec), \(size) bytes")
            }
        }
    }

    @Test func theFileHeaderOfAnotherArchiveCostsNothing() throws {
        for plain in [Payload.text(300), Payload.text(3 * smallBlock + 1_000)] {
            let archive = try compressed(plain, .lz4)
            for foreign in [
                try compressed(plain, .zlib), try compressed(plain, .none), try compressed(plain, blockSizeLog2: 20),
            ] {
                let result = try salvaged(Array(foreign[..<32] + archive[32...]))
                #expect(result.bytes == plain && result.report.isComplete)
                #expect(!result.report.hasFileHeader && result.report.hasContradictions)
            }
        }
        #expect(try !salvaged(try compressed(Payload.text(300), .lz4)).report.hasContradictions)
    }

    /// An interrupted copy of one version over another.
    @Test func aMixtureOfTwoVersionsIsReported() throws {
        let old = try compressed(Payload.text(4 * smallBlock + 500), .zlib)
        let new = try DamagedArchive(Payload.random(100) + Payload.text(4 * smallBlock), .zlib)
        var mixed = Array(new.bytes[..<new.blocks[3].lowerBound]) + old.dropFirst(new.blocks[3].lowerBound)
        mixed[new.blocks[1].lowerBound + 40] ^= 1
        let report = try salvaged(mixed).report
        #expect(report.lostBlocks.contains(1) && report.hasContradictions)
    }
}
