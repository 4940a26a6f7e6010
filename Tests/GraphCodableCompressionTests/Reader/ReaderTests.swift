import GraphCodable
import Testing

@testable import GraphCodableCompression

/// The readers of containers by themselves: with sources and destinations that no caller of the package gives them.
struct ReaderTests {
    static let plain = Payload.text(2 * smallBlock + 5)

    private func decompress(_ archive: [UInt8], intoMemoryOf size: Int) throws -> [UInt8] {
        var memory = [UInt8](repeating: 0, count: size)
        try archive.withUnsafeBytes { bytes in
            let options = GraphContainerReadingOptions(threadCount: 2)
            try memory.withUnsafeMutableBytes {
                var decompressor = try ContainerDecompressor(
                    ContainerReader(ByteSource(bytes), options: options), to: .memory($0), options: options)
                try decompressor.run()
            }
        }
        return memory
    }

    @Test(arguments: [GraphCodec.none, .lz4]) func memoryMustHaveJustTheSizeOfThePayload(codec: GraphCodec) throws {
        let archive = try compressed(Self.plain, codec)
        let size = Self.plain.count
        #expect(try decompress(archive, intoMemoryOf: size) == Self.plain)
        for wrong in [0, 1, smallBlock, size - 1, size + 1, size + smallBlock] {
            #expect(code { try decompress(archive, intoMemoryOf: wrong) } == .malformed)
        }
    }

    @Test func aRawArchiveIsNoContainer() throws {
        let raw = ContainerFormat.rawSignature + [UInt8](repeating: 0, count: 100)
        #expect(code { try streamed(raw) } == .notAnArchive)
        #expect(code { try readAtRandom(raw) } == .notAnArchive)
    }

    @Test func everyPlaceWhereASourceMayEndIsNoticed() throws {
        // With an index and a section that is skipped.
        var forgery = try Forgery(try compressed(Payload.text(smallBlock + 5), .lz4, metadata: ["a": "b"]))
        forgery.sections.insert(Forgery.section(type: 0xC5, Array(0..<40)), at: 1)
        forgery.renumber()
        let archive = forgery.bytes
        #expect(try streamed(archive) == Payload.text(smallBlock + 5))
        var places = Array(0..<archive.count)
        places.removeAll { $0 > 300 && $0 < archive.count - 300 && $0 % 97 != 0 }
        for place in places {
            #expect(code { try streamed(Array(archive[..<place])) } == .truncated, "\(place) bytes")
            #expect(code { try streamed(Array(archive[..<place]), step: 5) } == .truncated, "\(place) bytes")
        }
    }

    @Test func aFileThatHasBecomeShorterIsNoticed() throws {
        let archive = try compressed(Self.plain, .lz4, metadata: ["a": "b"])
        var limit = archive.count
        let file = RandomAccess(size: UInt64(archive.count)) { offset, target in
            let piece = archive.prefix(limit).dropFirst(Int(offset)).prefix(target.count)
            target.copyBytes(from: piece)
            return piece.count
        }
        func open() throws -> ContainerIndex {
            try ContainerIndex(file, options: GraphContainerReadingOptions())
        }
        let index = try open()
        let block = try index.block(2, in: file)
        #expect(try file.payload(of: block.header, at: block.offset).count == Int(block.header.storedSize))
        for size in [0, 31, 32, 100, archive.count - 65, archive.count - 64, archive.count - 1] {
            limit = size
            #expect(code { try open() } == .truncated, "\(size) bytes")
        }
        limit = Int(block.offset) + 33
        #expect(code { try file.payload(of: block.header, at: block.offset) } == .truncated)
        limit = Int(block.offset) + 31
        #expect(code { try index.block(2, in: file) } == .truncated)
    }

    @Test func aSourceInMemoryComesInOnePiece() throws {
        let bytes = Payload.random(1 << 20)
        let pieces = try bytes.withUnsafeBytes { memory in
            var pieces: [[UInt8]] = []
            let source = ByteSource(memory)
            try source.forEachPiece { pieces.append(Array($0)) }
            #expect(source.offset == UInt64(bytes.count))
            return pieces
        }
        #expect(pieces == [bytes])
    }

    // MARK: The index

    private func forged(_ plain: [UInt8] = plain, _ change: (inout Forgery) -> Void) throws -> [UInt8] {
        var forgery = try Forgery(try compressed(plain, .none, metadata: ["a": "b"]))
        change(&forgery)
        return forgery.bytes
    }

    @Test func metadataMustComeFirstAndBeSmallAtRandomToo() throws {
        #expect(code { try readAtRandom(try forged { $0.sections[0].header.ordinal = 5 }) } == .malformed)
        let large = try forged {
            $0.setPayload(0, [UInt8](repeating: 0, count: ContainerFormat.maximumMetadataSize + 1))
            $0.renumber()
        }
        #expect(code { try readAtRandom(large) } == .limitExceeded)
    }

    @Test func aSectionThatReachesOverTheFileIsRefusedBeforeAnythingIsReserved() throws {
        let archive = try forged {
            $0.sections[0].header.storedSize = 1 << 20
            $0.sections[0].header.plainSize = 1 << 20
        }
        #expect(code { try readAtRandom(archive) } == .truncated)
    }

    @Test func anIndexThatIsNoneIsRefused() throws {
        let archive = try forged { $0.sections[$0.sections.count - 2].header.type = 0x82 }
        #expect(code { try readAtRandom(archive) } == .malformed)
    }

    @Test func anIndexThatLeadsOutOfTheBlocksIsRefused() throws {
        let sound = try readAtRandom(try forged { _ in })
        let offsets = sound.blockOffsets
        let wrong: [[UInt64]] = [
            [0, offsets[1], offsets[2]], [offsets[1], offsets[0], offsets[2]], [offsets[0], offsets[0], offsets[2]],
            [offsets[0], offsets[1], sound.end.indexOffset], [offsets[0], offsets[1], .max],
            [offsets[0], offsets[1], sound.end.indexOffset - 32],
        ]
        for list in wrong {
            let archive = try forged { $0.setPayload($0.sections.count - 2, list.flatMap(Forgery.bytes)) }
            #expect(code { try readAtRandom(archive) } == .malformed)
        }
    }

    @Test func anIndexThatLeadsToAnotherSectionIsRefused() throws {
        var forgery = try Forgery(try compressed(Self.plain, .none, metadata: ["a": "b"]))
        var offsets = try readAtRandom(forgery.bytes).blockOffsets
        // META, which looks like a block, but for its type.
        offsets[0] = 32
        forgery.setPayload(forgery.sections.count - 2, offsets.flatMap(Forgery.bytes))
        #expect(code { try readAtRandom(forgery.bytes) } == .malformed)
    }

    @Test func sectionsInAnotherOrderAreNoticedWithoutAnIndex() throws {
        let archive = try forged(Payload.text(100)) { $0.sections[1].header.ordinal = 2 }
        #expect(code { try readAtRandom(archive) } == .malformed)
    }

    @Test func metadataThatNoReaderAcceptsAreNotWritten() {
        let long = String(repeating: "m", count: ContainerFormat.maximumMetadataSize + 1)
        #expect(code { try compressed([], metadata: ["a": long]) } == .invalidArgument)
        #expect(code { try compressed([], metadata: [long: ""]) } == .invalidArgument)
    }

    // MARK: Memory

    @Test func memoryThatIsNotThereIsAnError() throws {
        let buffer = HeapBuffer()
        #expect(buffer.relinquish() == nil)
        #expect(code { try buffer.reserve(Int.max - 4096) } == .limitExceeded)
        try withUnsafeBytes(of: 7 as UInt64) { try buffer.append($0) }
        withUnsafeBytes(of: 7 as UInt64) { bytes in
            // Longer than it says it is: nothing of it is looked at.
            let endless = UnsafeRawBufferPointer(start: bytes.baseAddress, count: .max)
            #expect(code { try buffer.append(endless) } == .limitExceeded)
        }
        #expect(Array(buffer.bytes) == [7, 0, 0, 0, 0, 0, 0, 0])
    }
}
