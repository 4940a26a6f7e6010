import GraphCodable
@testable import GraphCodableCompression
import Testing

struct RoundTripTests {
    static let codecs: [GraphCodec] =
        [.none] + compressingCodecs + (1...9).map { .zlib(level: $0) } + (1...12).map { .lz4(level: $0) }
    static let sizes = [0, 1, 2, 31, smallBlock - 1, smallBlock, smallBlock + 1, 3 * smallBlock, 5 * smallBlock + 77]

    @Test(arguments: [3, 100_000]) func anArchiveIsAnyCollectionOfBytes(count: Int) throws {
        let graph = (0..<count).map { "text \($0)" }
        let bytes = try GraphEncoder().encode(graph) as [UInt8]
        #expect(try GraphEncoder().encode(graph) as ContiguousArray<UInt8> == ContiguousArray(bytes))
        #expect(try GraphEncoder().encode(graph) as ArraySlice<UInt8> == bytes[...])
        #expect(try GraphEncoder(.canonical).encode(graph) as ContiguousArray<UInt8> == ContiguousArray(bytes))
        #expect(throws: GraphCodableError.self) {
            try GraphEncoder(policy: GraphDecodingPolicy(maximumElementCount: 2)).encode(graph) as ArraySlice<UInt8>
        }
    }

    /// Small archives are made in a way of their own.
    @Test(arguments: [GraphCodec.none, .zlib(level: 1), .lz4(level: 9)] + compressingCodecs)
    func smallArchivesHaveTheSameBytesHoweverTheyAreMade(codec: GraphCodec) throws {
        let graph = try GraphEncoder().encode((0..<9_000).map { ["a": $0, "b": $0 * $0] }) as [UInt8]
        for count in [1, 2, 40, 255, 256, 300, 5_000, 40_000, smallBlock - 1, smallBlock, smallBlock + 1] {
            for payload in [Array(graph.prefix(count)), Payload.random(count)] {
                for filter in [GraphContainerFilter.none, .fields] {
                    let options = GraphContainerWritingOptions(filter: filter)
                    var pieces: [UInt8] = []
                    let writer = try ContainerWriter(codec: codec, options: options, plainSize: UInt64(count)) {
                        pieces.append(contentsOf: $0)
                    }
                    try payload.withUnsafeBytes { try writer.append($0) }
                    try writer.finish()
                    let archive = try payload.withUnsafeBytes {
                        try GraphContainer.compress($0, codec: codec, options: options)
                    }
                    #expect(archive == pieces, "\(count) bytes, filter \(filter)")
                    #expect(try decompressed(archive) == payload)
                    #expect(try streamed(archive) == payload)
                }
            }
        }
    }

    @Test(arguments: codecs) func everySizeOfEveryCodecComesBack(codec: GraphCodec) throws {
        for size in Self.sizes {
            let plain = Payload.text(size)
            let archive = try compressed(plain, codec)
            #expect(try decompressed(archive) == plain)
            #expect(try streamed(archive) == plain)
        }
    }

    @Test(arguments: [GraphCodec.none, .zlib(level: 1), .lz4], 16...24)
    func everyBlockSizeComesBack(codec: GraphCodec, blockSizeLog2: Int) throws {
        let plain = Payload.text(3 * smallBlock + 5)
        let archive = try compressed(plain, codec, blockSizeLog2: blockSizeLog2)
        #expect(try decompressed(archive) == plain)
        #expect(archive[12] == UInt8(blockSizeLog2))
    }

    @Test(arguments: [GraphCodec.none, .zlib, .lz4]) func threadsDoNotChangeTheBytes(codec: GraphCodec) throws {
        let plain = Payload.text(20 * smallBlock + 1)
        let archive = try compressed(plain, codec, threads: 1)
        for threads in [2, 3, 8] {
            #expect(try compressed(plain, codec, threads: threads) == archive)
            let options = GraphContainerReadingOptions(threadCount: threads)
            #expect(try decompressed(archive, options: options) == plain)
            #expect(try streamed(archive, step: 1000, options: options) == plain)
        }
    }

    @Test func thePiecesOfThePayloadDoNotChangeTheBytes() throws {
        let plain = Payload.text(5 * smallBlock + 100)
        let expected = try compressed(plain, .lz4)
        for step in [999, smallBlock, smallBlock + 1, 3 * smallBlock] {
            for threads in [1, 2] {
                var archive: [UInt8] = []
                let options = GraphContainerWritingOptions(
                    blockSizeLog2: 16, threadCount: threads, filter: .none)
                let writer = try ContainerWriter(codec: .lz4, options: options, plainSize: UInt64(plain.count)) {
                    archive.append(contentsOf: $0)
                }
                for start in stride(from: 0, to: plain.count, by: step) {
                    try plain[start..<min(start + step, plain.count)].withUnsafeBytes { try writer.append($0) }
                }
                try writer.finish()
                #expect(archive == expected, "pieces of \(step), \(threads) threads")
            }
        }
    }

    @Test(arguments: [GraphCodec.none, .zlib, .lz4, .lz4(level: 12)])
    func theDestinationDoesNotChangeTheBytes(codec: GraphCodec) throws {
        // Blocks that shrink beside blocks that do not, and none at all.
        let mixed = Payload.text(2 * smallBlock) + Payload.random(2 * smallBlock) + Payload.text(smallBlock + 7)
        for plain in [mixed, Payload.random(3 * smallBlock + 1), [7], []] {
            for threads in [1, 2] {
                let options = GraphContainerWritingOptions(
                    blockSizeLog2: 16, threadCount: threads, metadata: ["by": "me", "for": ""], filter: .none)
                var pieces: [UInt8] = []
                let writer = try ContainerWriter(codec: codec, options: options, plainSize: UInt64(plain.count)) {
                    pieces.append(contentsOf: $0)
                }
                let memory = HeapBuffer()
                let memoryWriter = try ContainerWriter(
                    codec: codec, options: options, plainSize: UInt64(plain.count), destination: .memory(memory))
                for writer in [writer, memoryWriter] {
                    try plain.withUnsafeBytes { try writer.append($0) }
                    try writer.finish()
                }
                let archive = try plain.withUnsafeBytes {
                    try GraphContainer.compress($0, codec: codec, options: options)
                }
                #expect(archive == pieces, "\(plain.count) bytes, \(threads) threads")
                #expect(Array(memory.bytes) == pieces, "\(plain.count) bytes, \(threads) threads")
            }
        }
    }

    @Test(arguments: [GraphCodec.zlib(level: 9), .lz4, .lz4(level: 12)])
    func whatDoesNotShrinkIsStoredRaw(codec: GraphCodec) throws {
        let plain = Payload.random(2 * smallBlock + 10)
        let archive = try compressed(plain, codec)
        let sections = try Forgery(archive).sections.filter { $0.header.type == SectionType.data }
        #expect(sections.count == 3)
        #expect(sections.allSatisfy { $0.header.isRaw })
        #expect(try decompressed(archive) == plain)
    }

    @Test func theUnknownPlainSizeIsAllOnes() throws {
        var archive: [UInt8] = []
        let writer = try ContainerWriter(codec: .lz4, options: GraphContainerWritingOptions()) {
            archive.append(contentsOf: $0)
        }
        try Payload.text(1000).withUnsafeBytes { try writer.append($0) }
        try writer.finish()
        #expect(archive[16..<24].allSatisfy { $0 == 0xFF })
        #expect(try decompressed(archive) == Payload.text(1000))
        #expect(try streamed(archive) == Payload.text(1000))
    }

    @Test func aWrongAnnouncedSizeFailsTheWriting() throws {
        let writer = try ContainerWriter(codec: .lz4, options: GraphContainerWritingOptions(), plainSize: 5) { _ in }
        try [1, 2, 3].withUnsafeBytes { try writer.append($0) }
        #expect(code { try writer.finish() } == .invalidArgument)
    }

    @Test func anErrorOfTheOutputIsThrownFromThenOn() throws {
        struct Full: Error {}
        let options = GraphContainerWritingOptions(blockSizeLog2: 16, threadCount: 3)
        var room = 100_000
        let writer = try ContainerWriter(codec: .none, options: options) {
            room -= $0.count
            if room < 0 { throw Full() }
        }
        let plain = Payload.random(40 * smallBlock)
        #expect(throws: Full.self) { try plain.withUnsafeBytes { try writer.append($0) } }
        #expect(throws: Full.self) { try plain.withUnsafeBytes { try writer.append($0) } }
        #expect(throws: Full.self) { try writer.finish() }
    }

    @Test func severalArchivesCanBeInWorkAtOnce() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let plain = Payload.text(number * 30_000)
                    let codec = [GraphCodec.none, .zlib(level: 1), .lz4][number % 3]
                    let archive = try compressed(plain, codec, threads: 4)
                    return try decompressed(archive, options: GraphContainerReadingOptions(threadCount: 4)) == plain
                }
            }
            for try await isEqual in group {
                #expect(isEqual)
            }
        }
    }

    /// What the whole archive costs says nothing about its first block.
    @Test func costlyBytesGiveTheSameArchiveInPiecesOfAnySize() throws {
        let plain = Payload.text(16 * smallBlock)
        var policy = GraphDecodingPolicy()
        policy.maximumCostPerByte = 100
        func archive(step: Int) throws -> [UInt8] {
            let memory = HeapBuffer()
            let writer = try ContainerWriter(
                codec: .zlib, options: GraphContainerWritingOptions(blockSizeLog2: 16), policy: policy,
                destination: .memory(memory))
            for start in stride(from: 0, to: plain.count, by: step) {
                let end = min(start + step, plain.count)
                // A little more than the policy allows for the 2 MiB that each archive counts in addition to its own.
                try plain[start..<end].withUnsafeBytes { try writer.append($0, cost: end * 210) }
            }
            try writer.finish()
            return withExtendedLifetime(memory) { Array(memory.bytes) }
        }
        let whole = try archive(step: plain.count)
        for step in [1_000, smallBlock, 100_000] {
            #expect(try archive(step: step) == whole, "\(step)")
        }
        #expect(try decompressed(whole) == plain)
    }

    @Test func metadataComeBack() throws {
        let metadata = ["title": "Städte", "author": "", "a": "\u{1F600}"]
        let archive = try compressed(Payload.text(10), .zlib, metadata: metadata)
        #expect(try readAtRandom(archive).metadata == metadata)
        let reader = try archive.withUnsafeBytes { bytes in
            let reader = try ContainerReader(ByteSource(bytes), options: GraphContainerReadingOptions())
            _ = try reader.nextBlock()
            return reader
        }
        #expect(reader.metadata == (try Metadata.encode(metadata)))
        #expect(try decompressed(archive) == Payload.text(10))
    }

    @Test func impossibleOptionsAreRefused() {
        #expect(code { try compressed([], .zlib(level: 0)) } == .invalidArgument)
        #expect(code { try compressed([], .zlib(level: 10)) } == .invalidArgument)
        #expect(code { try compressed([], .lz4(level: 13)) } == .invalidArgument)
        #expect(code { try compressed([], .lz4(level: .min)) } == .invalidArgument)
        #expect(code { try compressed([], .lz4, blockSizeLog2: 15) } == .invalidArgument)
        #expect(code { try compressed([], .lz4, blockSizeLog2: 25) } == .invalidArgument)
        #expect(code { try compressed([], .lz4, metadata: ["": "x"]) } == .invalidArgument)
        let long = String(repeating: "x", count: 1 << 20)
        #expect(code { try compressed([], .lz4, metadata: ["x": long]) } == .invalidArgument)
    }
}
