import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

struct LimitTests {
    static func options(plain: UInt64 = 1 << 32, expansion: UInt64 = 1_100) -> GraphContainerReadingOptions {
        GraphContainerReadingOptions(
            policy: GraphDecodingPolicy(maximumPlainByteCount: plain, maximumExpansion: expansion), threadCount: 1)
    }

    @Test(arguments: [GraphCodec.none, .zlib, .lz4]) func thePlainSizeIsLimited(codec: GraphCodec) throws {
        let plain = Payload.text(3 * smallBlock)
        let archive = try compressed(plain, codec)
        let size = UInt64(plain.count)
        for limit in [0, 1, size - 1] {
            #expect(code { try decompressed(archive, options: Self.options(plain: limit)) } == .limitExceeded)
            #expect(code { try streamed(archive, options: Self.options(plain: limit)) } == .limitExceeded)
        }
        for limit in [size, size + 1, .max] {
            #expect(try decompressed(archive, options: Self.options(plain: limit)) == plain)
            #expect(try streamed(archive, options: Self.options(plain: limit)) == plain)
        }
    }

    @Test func aStreamOfUnknownSizeEndsAtTheLimit() throws {
        var archive: [UInt8] = []
        let writer = try ContainerWriter(codec: .zlib, options: GraphContainerWritingOptions(blockSizeLog2: 16)) {
            archive.append(contentsOf: $0)
        }
        try Payload.text(3 * smallBlock).withUnsafeBytes { try writer.append($0) }
        try writer.finish()
        let options = Self.options(plain: UInt64(2 * smallBlock))
        #expect(code { try streamed(archive, options: options) } == .limitExceeded)
        #expect(code { try decompressed(archive, options: options) } == .limitExceeded)
    }

    @Test func theExpansionIsLimited() throws {
        let plain = [UInt8](repeating: 0, count: 4 << 20)
        let archive = try compressed(plain, .zlib, blockSizeLog2: 20)
        let expansion = UInt64(plain.count / archive.count)
        #expect(expansion > 500)
        #expect(code { try decompressed(archive, options: Self.options(expansion: 100)) } == .limitExceeded)
        #expect(code { try streamed(archive, options: Self.options(expansion: 100)) } == .limitExceeded)
        #expect(try decompressed(archive, options: Self.options(expansion: expansion * 2)) == plain)
        #expect(try streamed(archive) == plain)
    }

    /// The memory for a block depends on the size of the file, not on what of it has been read.
    @Test func whatIsLoadedIsVerifiedAndConvertedWithTheSameLimits() throws {
        let blockSize = 1 << 22
        var generator = SplitMix64(seed: 1)
        // A block that becomes very small, and whose form takes more memory than its own size allows; and another that does not.
        let numbers = (0..<10_000).flatMap { _ in
            [UInt8](repeating: 1, count: 400) + [0xC6] + Forgery.bytes(generator.next())
        }
        var plain = numbers + [UInt8](repeating: 1, count: blockSize - numbers.count)
        plain += Payload.random(blockSize, seed: 2)
        let archive = try compressed(plain, .zlib, blockSizeLog2: 22, filter: .fields)
        let options = GraphContainerReadingOptions(policy: GraphDecodingPolicy(maximumCostPerByte: 3), threadCount: 1)
        #expect(try decompressed(archive, options: options) == plain)
        try withTemporaryFolder { folder in
            let (path, result) = (folder + "/file", folder + "/result")
            try write(archive, to: path)
            #expect(try GraphContainerFile(path).block(0).isFiltered)
            #expect(throws: Never.self) { try GraphContainer.verify(.path(path), options: options) }
            #expect(throws: Never.self) {
                try GraphContainer.decompress(from: .path(path), to: .path(result), options: options)
            }
            #expect(throws: Never.self) {
                try GraphContainer.recode(from: .path(path), to: .path(result), codec: .lz4, readingOptions: options)
            }
        }
    }

    @Test func smallArchivesMayExpandAsTheyLike() throws {
        let plain = [UInt8](repeating: 0, count: 1 << 20)
        let archive = try compressed(plain, .zlib, blockSizeLog2: 20)
        #expect(try decompressed(archive, options: Self.options(expansion: 1)) == plain)
    }

    @Test func anAnnouncedSizeReservesNothingThatTheFileCannotHold() throws {
        // 2^40 bytes in one block of 65,536: refused for the count of blocks, before any memory is asked for.
        for size in [1 << 31, 1 << 40, 1 << 62] as [UInt64] {
            var forgery = try Forgery(try compressed(Payload.text(100), .zlib))
            forgery.header.replaceSubrange(16..<24, with: Forgery.bytes(size))
            var end = forgery.sections[1].payload
            end.replaceSubrange(0..<8, with: Forgery.bytes(size))
            end.replaceSubrange(24..<32, with: Forgery.bytes(size / UInt64(smallBlock)))
            forgery.setPayload(1, end)
            #expect(code { try readAtRandom(forgery.bytes) } == .malformed)
            let options = Self.options(plain: .max, expansion: .max)
            #expect(code { try decompressed(forgery.bytes, options: options) } == .malformed)
        }
    }
}
