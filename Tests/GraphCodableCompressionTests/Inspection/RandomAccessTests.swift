import Foundation
import GraphCodable
@testable import GraphCodableCompression
import Testing

struct RandomAccessTests {
    static let plain = Payload.text(4 * smallBlock + 999)

    static func withFile<Result>(
        _ bytes: [UInt8], options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        _ body: (GraphContainerFile) throws -> Result
    ) throws -> Result {
        try withTemporaryFolder { folder in
            try write(bytes, to: folder + "/archive")
            return try body(try GraphContainerFile(folder + "/archive", options: options))
        }
    }

    @Test(arguments: [GraphCodec.none, .zlib, .lz4]) func anyPartCanBeRead(codec: GraphCodec) throws {
        try Self.withFile(try compressed(Self.plain, codec)) { file throws in
            let size = Self.plain.count
            let places = [0, 1, 100, smallBlock - 1, smallBlock, smallBlock + 1, 4 * smallBlock, size - 1, size]
            for lower in places {
                for upper in places where lower <= upper {
                    #expect(try file.readPlain(UInt64(lower)..<UInt64(upper)) == Array(Self.plain[lower..<upper]))
                }
            }
        }
    }

    @Test func aRangeOutsideTheArchiveIsRefused() throws {
        try Self.withFile(try compressed(Self.plain, .lz4)) { file throws in
            #expect(code { try file.readPlain(0..<UInt64(Self.plain.count) + 1) } == .invalidArgument)
            #expect(code { try file.readPlain(UInt64.max - 1..<UInt64.max) } == .invalidArgument)
            #expect(code { try file.block(5) } == .invalidArgument)
            #expect(code { try file.block(-1) } == .invalidArgument)
        }
    }

    /// The positions of the strings, which are four bytes long, take twice the block.
    @Test func aFilteredBlockTakesNoMoreMemoryThanThePolicyAllows() throws {
        let size = 1 << 18
        let texts = try #require(HostileMemoryTests.forms(blockSize: size).first { $0.name == "texts" })
        let archive = try HostileMemoryTests.container(texts.form, blockSizeLog2: 18, blocks: 1, .zlib)
        for (room, isAllowed) in [(size / 2, false), (2 * size, false), (4 * size, true)] {
            let policy = GraphDecodingPolicy(maximumMemory: UInt64(size + room))
            try Self.withFile(archive, options: GraphContainerReadingOptions(policy: policy)) { file throws in
                let code = code { try file.readPlain(0..<UInt64(size)) }
                #expect(code == (isAllowed ? nil : .limitExceeded), "\(room)")
            }
        }
    }

    /// Shares note the end and the cost of each value, in twelve bytes.
    @Test func whatLooksIntoFilteredBlocksKeepsTheLimitOfMemory() throws {
        let size = 1 << 18
        let forms = HostileMemoryTests.forms(blockSize: size).filter {
            ["leaves", "references", "texts"].contains($0.name)
        }
        for (name, form) in forms {
            let archive = try HostileMemoryTests.container(form, blockSizeLog2: 18, blocks: 1, .zlib)
            var allowed: [Bool] = []
            for room in [size / 2, 3 * size, 24 * size] {
                let policy = GraphDecodingPolicy(maximumMemory: UInt64(size + room))
                try Self.withFile(archive, options: GraphContainerReadingOptions(policy: policy)) { file throws in
                    let code = code { try CompressedOffsets(file)?.byteCount(before: 0) }
                    #expect(code == nil || code == .limitExceeded, "\(name): \(code)")
                    allowed.append(code == nil)
                }
            }
            #expect(allowed.first == false && allowed.last == true, "\(name): \(allowed)")
            if name == "leaves" { #expect(!allowed[1]) }
        }
    }

    @Test func aRawArchiveCanBeReadInTheSameWay() throws {
        let raw = ContainerFormat.rawSignature + Self.plain
        try Self.withFile(raw) { file throws in
            #expect(file.summary.kind == .raw)
            #expect(file.summary.plainByteCount == UInt64(raw.count))
            #expect(try file.readPlain(5..<1000) == Array(raw[5..<1000]))
            #expect(code { try file.readPlain(0..<UInt64(raw.count) + 1) } == .invalidArgument)
        }
    }

    @Test func onlyWhatIsReadIsVerified() throws {
        var archive = try compressed(Self.plain, .lz4)
        let second = try #require(try readAtRandom(archive).blockOffsets.dropFirst().first)
        archive[Int(second) + 32] ^= 1
        try Self.withFile(archive) { file throws in
            #expect(try file.readPlain(0..<1000) == Array(Self.plain[..<1000]))
            #expect(code { try file.readPlain(0..<UInt64(smallBlock + 1)) } == .damaged)
        }
    }

    @Test func anUnknownCodecOnlyMattersWhenDecompressing() throws {
        let archive = try compressed([UInt8](repeating: 1, count: 1000), .custom(RunCodec()))
        try Self.withFile(archive) { file throws in
            #expect(file.summary.codecID == 200)
            #expect(file.summary.codecName == "codec 200")
            #expect(code { try file.readPlain(0..<1) } == .unsupportedCodec)
        }
        try Self.withFile(archive, options: GraphContainerReadingOptions(codecs: [RunCodec()])) { file throws in
            #expect(file.summary.codecName == "run")
            #expect(try file.readPlain(0..<3) == [1, 1, 1])
        }
    }

    @Test func anInspectionTellsAllOfIt() throws {
        let archive = try compressed(Self.plain, .lz4, metadata: ["a": "b"])
        try withTemporaryFolder { folder in
            try write(archive, to: folder + "/archive")
            let file = try GraphContainerFile(folder + "/archive")
            let inspection = file.inspection
            let blocks = try (0..<5).map { try file.block($0) }
            #expect(inspection.summary.codecName == "lz4")
            #expect(inspection.summary.archiveByteCount == UInt64(archive.count))
            #expect(inspection.summary.plainByteCount == UInt64(Self.plain.count))
            #expect(inspection.blockSize == smallBlock)
            #expect(inspection.metadata == ["a": "b"])
            #expect(inspection.hasIndex)
            #expect(inspection.formatVersion == 1)
            #expect(inspection.ratio > 2)
            #expect(blocks.map(\.plainByteCount) == [65536, 65536, 65536, 65536, 999])
            #expect(blocks.map(\.plainOffset) == [0, 65536, 131_072, 196_608, 262_144])
            #expect(blocks.allSatisfy { !$0.isStoredRaw && $0.storedByteCount < $0.plainByteCount })
        }
    }

    @Test func damageOutsideTheBlocksIsNoticedAtOnce() throws {
        let archive = try compressed(Self.plain, .lz4, metadata: ["a": "b"])
        let index = try readAtRandom(archive)
        var changed = archive
        for place in Array(0..<Int(index.blockOffsets[0])) + Array(Int(index.end.indexOffset)..<archive.count) {
            changed[place] ^= 0x10
            #expect(code { try readAtRandom(changed) } != nil, "byte \(place)")
            changed[place] ^= 0x10
        }
    }

    @Test func aPipeWithoutAWriterIsRefusedAtOnce() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let error = #expect(throws: GraphContainerError.self) { try GraphContainerFile(path) }
            #expect(error?.code == .invalidArgument && error?.path == path)
            #expect(throws: GraphContainerError.self) { try GraphFile(contentsOf: path) }
        }
    }
}
