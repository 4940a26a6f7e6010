import GraphCodable
@testable import GraphCodableCompression
import Testing

/// Damage without knowledge of the format: every kind of it must be noticed.
struct DamageTests {
    /// Small archives that have every kind of section and block between them.
    static let archives: [(name: String, bytes: [UInt8])] = {
        var result: [(String, [UInt8])] = []
        for codec in [GraphCodec.none, .zlib(level: 9), .lz4(level: 12)] + compressingCodecs {
            result.append(("\(codec), empty", (try? compressed([], codec)) ?? []))
            result.append(("\(codec), text", (try? compressed(Payload.text(300), codec)) ?? []))
            let random = try? compressed(Payload.random(40), codec, metadata: ["k": "v"])
            result.append(("\(codec), random", random ?? []))
        }
        return result
    }()

    /// Several blocks, so that there is an index; costly, because most damage is only found after a block.
    static let longArchive = try? compressed([UInt8](repeating: 7, count: smallBlock + 1), .zlib)

    /// Whether all ways of reading refuse an archive.
    static func isRefused(_ archive: [UInt8]) -> Bool {
        code { try decompressed(archive) } != nil && code { try streamed(archive) } != nil
    }

    @Test(arguments: archives) func everyFlippedBitIsNoticed(name: String, bytes: [UInt8]) throws {
        try #require(!Self.isRefused(bytes))
        var archive = bytes
        for bit in 0..<archive.count * 8 {
            archive[bit / 8] ^= 1 << UInt8(bit % 8)
            if !Self.isRefused(archive) {
                Issue.record("\(name): bit \(bit % 8) of byte \(bit / 8) was changed and nobody noticed")
            }
            archive[bit / 8] ^= 1 << UInt8(bit % 8)
        }
    }

    @Test(arguments: archives) func everyTruncationIsNoticed(name: String, bytes: [UInt8]) throws {
        try #require(!bytes.isEmpty)
        for count in 0..<bytes.count {
            let prefix = Array(bytes[..<count])
            #expect(code { try decompressed(prefix) } == .truncated, "\(name): \(count) bytes")
            #expect(code { try streamed(prefix) } == .truncated, "\(name): \(count) bytes")
            #expect(code { try readAtRandom(prefix) } != nil, "\(name): \(count) bytes")
        }
    }

    @Test(arguments: archives) func everyAddedByteIsNoticed(name: String, bytes: [UInt8]) throws {
        for byte in [UInt8(0), 0x89, 0xFF] {
            #expect(code { try decompressed(bytes + [byte]) } == .trailingBytes, "\(name)")
            #expect(code { try streamed(bytes + [byte]) } == .trailingBytes, "\(name)")
        }
        #expect(code { try decompressed(bytes + bytes) } == .trailingBytes, "\(name)")
    }

    /// The end of the file is that of another archive, which announces another size.
    @Test func anArchiveBehindAnotherIsNoticedInAFile() throws {
        let long = try #require(Self.longArchive)
        let short = try compressed(Payload.text(300), .zlib)
        try withTemporaryFolder { folder in
            for (first, second) in [(long, short), (short, long), (short, short)] {
                try write(first + second, to: folder + "/a")
                let error = #expect(throws: GraphContainerError.self) {
                    try GraphArchive(from: .path(folder + "/a"), options: GraphContainerReadingOptions())
                }
                #expect(error?.code == .trailingBytes && error?.byteOffset == UInt64(first.count))
            }
        }
    }

    @Test func everyFlippedBitOfAnArchiveOfSeveralBlocksIsNoticed() throws {
        var archive = try #require(Self.longArchive)
        try #require(!Self.isRefused(archive))
        for bit in 0..<archive.count * 8 {
            archive[bit / 8] ^= 1 << UInt8(bit % 8)
            if code({ try decompressed(archive) }) == nil {
                Issue.record("bit \(bit % 8) of byte \(bit / 8) was changed and nobody noticed")
            }
            archive[bit / 8] ^= 1 << UInt8(bit % 8)
        }
    }

    @Test func blocksThatAreMovedLostOrRepeatedAreNoticed() throws {
        let plain = Payload.text(4 * smallBlock + 9)
        for codec in [GraphCodec.none] + compressingCodecs {
            let whole = try Forgery(try compressed(plain, codec))
            // INDEX and END follow the blocks.
            let blockCount = 5
            for first in 0..<blockCount {
                var lost = whole
                lost.sections.remove(at: first)
                #expect(Self.isRefused(lost.bytes))
                var repeated = whole
                repeated.sections.insert(whole.sections[first], at: first)
                #expect(Self.isRefused(repeated.bytes))
                for second in 0..<first {
                    var swapped = whole
                    swapped.sections.swapAt(first, second)
                    #expect(Self.isRefused(swapped.bytes))
                }
            }
        }
    }

    @Test func blocksOfAnotherArchiveAreNoticed() throws {
        // Same ordinal, same sizes, valid checksums: only the hash of all plain bytes can tell.
        let whole = try Forgery(try compressed(Payload.random(2 * smallBlock, seed: 1)))
        let other = try Forgery(try compressed(Payload.random(2 * smallBlock, seed: 2)))
        for place in 0..<2 {
            var spliced = whole
            spliced.sections[place] = other.sections[place]
            #expect(code { try decompressed(spliced.bytes) } == .damaged)
            #expect(code { try streamed(spliced.bytes) } == .damaged)
        }
    }

    @Test func theFirstOfSeveralErrorsIsReportedWhateverTheThreads() throws {
        var archive = try compressed(Payload.text(12 * smallBlock), .lz4)
        let sections = try Forgery(archive).sections
        let sizes = sections.map { 32 + $0.payload.count }
        let place = 32 + sizes[..<4].reduce(0, +) + 40
        archive[place] ^= 1
        archive[place + sizes[4]] ^= 1
        for threads in [1, 2, 4] {
            let error = #expect(throws: GraphContainerError.self) {
                try decompressed(archive, options: GraphContainerReadingOptions(threadCount: threads))
            }
            #expect(error?.code == .damaged)
            #expect(error?.byteOffset == UInt64(place - 8))
        }
    }
}
