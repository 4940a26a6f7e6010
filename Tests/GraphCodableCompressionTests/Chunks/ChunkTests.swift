import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

/// Archives from and to sequences of chunks.
struct ChunkTests {
    /// Bytes in chunks of a size, which notes how many were asked for.
    struct Source: AsyncSequence, Sendable {
        let bytes: [UInt8]
        let step: Int
        var beforeChunk: @Sendable (Int) throws -> Void = { _ in }
        let askedFor = Locked(0)

        struct Iterator: AsyncIteratorProtocol {
            let source: Source
            var position = 0

            mutating func next() async throws -> ArraySlice<UInt8>? {
                guard position < source.bytes.count else { return nil }
                let chunk = source.bytes[position...].prefix(source.step)
                position += chunk.count
                try source.beforeChunk(source.askedFor.get())
                source.askedFor.set(source.askedFor.get() + 1)
                return chunk
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(source: self) }
    }

    struct Stopped: Error {}

    /// A graph whose archive has several of the smallest blocks.
    static let root = (0..<20_000).map { "line \($0) of a compressible text" }
    static let smallBlocks = GraphContainerWritingOptions(blockSizeLog2: 16, threadCount: 1)
    static let oneThread = GraphContainerReadingOptions(threadCount: 1)

    static func collect(_ chunks: some AsyncSequence<[UInt8], any Error>) async throws -> [UInt8] {
        try await chunks.reduce(into: []) { $0 += $1 }
    }

    /// The error of an iteration.
    static func failure(of chunks: some AsyncSequence<[UInt8], any Error>) async -> (any Error)? {
        do {
            _ = try await collect(chunks)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [GraphCodec.none, .zlib, .lz4]) func chunksGiveWhatFilesGive(codec: GraphCodec) async throws {
        for (count, step) in [(3, 1), (20_000, 9_999), (20_000, .max)] {
            let root = Array(Self.root.prefix(count))
            let raw: [UInt8] = try GraphEncoder().encode(root)
            let plain = Source(bytes: raw, step: step)
            let archive = try await Self.collect(
                GraphContainer.compress(plain, codec: codec, options: Self.smallBlocks))
            #expect(try GraphContainer.decompress(archive) == raw)
            let source = Source(bytes: archive, step: step)
            #expect(try await Self.collect(GraphContainer.decompress(source)) == raw)
            #expect(try await GraphDecoder().decode([String].self, fromArchive: source) == root)
            #expect(try await GraphDecoder().decode([String].self, fromArchive: plain) == root)
        }
    }

    @Test func aGraphBecomesChunksOfAUsefulSize() async throws {
        let chunks = try GraphEncoder().chunks(of: Self.root, codec: .none, options: Self.smallBlocks)
        // It can be iterated over again.
        for _ in 1...2 {
            let sizes = try await chunks.reduce(into: []) { $0.append($1.count) }
            #expect(sizes.count > 5 && sizes.dropLast().allSatisfy { (1 << 16..<1 << 18).contains($0) })
            #expect(try await GraphDecoder().decode([String].self, fromArchive: chunks) == Self.root)
        }
        #expect(throws: GraphContainerError.self) {
            try GraphEncoder().chunks(of: Self.root, codec: .zlib(level: 99))
        }
    }

    @Test func nothingIsReadBeforeItIsNeeded() async throws {
        let bytes = try compressed(Payload.random(64 * smallBlock), .lz4)
        let source = Source(bytes: bytes, step: 1_000)
        var chunks = GraphContainer.decompress(source, options: Self.oneThread).makeAsyncIterator()
        #expect(source.askedFor.get() == 0)
        var taken = 0
        while let chunk = try await chunks.next() {
            taken += chunk.count
            // A few blocks are between what was read and what was taken.
            #expect(source.askedFor.get() * source.step < taken + 8 * smallBlock)
        }
        #expect(taken == 64 * smallBlock)
        #expect(try await chunks.next() == nil)
    }

    @Test func aBombIsRefusedBeforeItHasBeenRead() async throws {
        let bomb = try compressed([UInt8](repeating: 0, count: 16 << 20), .zlib, blockSizeLog2: 20)
        let options = GraphContainerReadingOptions(policy: .strict)
        for isDecoded in [true, false] {
            let source = Source(bytes: bomb, step: 100)
            let error: (any Error)?
            if isDecoded {
                error = await #expect(throws: GraphContainerError.self) {
                    try await GraphDecoder(policy: .strict).decode([String].self, fromArchive: source)
                }
            } else {
                error = await Self.failure(of: GraphContainer.decompress(source, options: options))
            }
            let found = try #require(error as? GraphContainerError)
            #expect(found.code == .limitExceeded)
            #expect(
                found.message.hasPrefix("The archive grows more than 100 times when it is decompressed."), "\(found)")
            #expect(source.askedFor.get() * source.step < bomb.count / 2)
        }
    }

    @Test func errorsHaveTheOffsetsOfFiles() async throws {
        let archive = try compressed(Payload.text(5 * smallBlock), .zlib)
        var damaged = archive
        damaged[damaged.count / 2] ^= 1
        for (bytes, code) in [
            (archive.dropLast(), .truncated), (damaged[...], .damaged), ([1, 2, 3], .notAnArchive), ([], .truncated),
        ] as [(ArraySlice<UInt8>, GraphContainerError.Code)] {
            let expected = #expect(throws: GraphContainerError.self) { try streamedFromAFile(Array(bytes)) }
            #expect(expected?.code == code)
            let chunks = GraphContainer.decompress(Source(bytes: Array(bytes), step: 1_000))
            let found = await Self.failure(of: chunks) as? GraphContainerError
            #expect(found?.byteOffset == expected?.byteOffset && found?.message == expected?.message)
        }
    }

    private func streamedFromAFile(_ bytes: [UInt8]) throws {
        try withTemporaryFolder { folder in
            try write(bytes, to: folder + "/archive")
            try GraphContainer.decompress(from: .path(folder + "/archive"), to: .path(folder + "/raw"))
        }
    }

    @Test func theErrorsOfTheSourceArriveAndEndTheWork() async throws {
        let raw: [UInt8] = try GraphEncoder().encode(Self.root)
        let archive = try GraphContainer.compress(raw, codec: .zlib)
        let stop: @Sendable (Int) throws -> Void = { if $0 == 3 { throw Stopped() } }
        #expect(
            await Self.failure(
                of: GraphContainer.compress(Source(bytes: raw, step: 100, beforeChunk: stop), codec: .lz4)) is Stopped)
        let source = Source(bytes: archive, step: 100, beforeChunk: stop)
        #expect(await Self.failure(of: GraphContainer.decompress(source)) is Stopped)
        await #expect(throws: Stopped.self) { try await GraphDecoder().decode([String].self, fromArchive: source) }
    }

    @Test func aCancelledTaskReadsNoMore() async throws {
        let archive = try compressed(Payload.random(8 * smallBlock))
        for isDecoded in [true, false] {
            let source = Source(bytes: archive, step: 1_000) { number in
                if number == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            let task = Task { () -> (any Error)? in
                if isDecoded {
                    return await #expect(throws: CancellationError.self) {
                        try await GraphDecoder().decode([String].self, fromArchive: source)
                    }
                }
                return await Self.failure(of: GraphContainer.decompress(source))
            }
            #expect(await task.value is CancellationError)
            #expect(source.askedFor.get() == 4)
        }
    }

    /// A stream of the standard library ends when its task is cancelled, which is not the end of the archive.
    @Test func aStreamThatEndsBecauseItsTaskIsCancelledIsNotTruncated() async throws {
        let archive = try compressed(Payload.random(8 * smallBlock))
        for part in [Array(archive.prefix(archive.count / 2)), archive] {
            let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            continuation.yield(part)
            let task = Task { await Self.failure(of: GraphContainer.decompress(stream)) }
            task.cancel()
            #expect(await task.value is CancellationError)
        }
    }

    /// A codec that says when nobody has it any more.
    final class Watched: GraphBlockCodec {
        let ended: AsyncStream<Void>.Continuation
        var id: UInt8 { 200 }
        var name: String { "watched" }

        init(_ ended: AsyncStream<Void>.Continuation) { self.ended = ended }
        deinit { ended.finish() }

        func makeCompressor() throws -> any GraphBlockCompressor { throw Stopped() }
        func makeDecompressor() throws -> any GraphBlockDecompressor { throw Stopped() }
    }

    @Test func aCopyOfAnIteratorThatHasEndedDoesNotWait() async throws {
        let archive = try compressed(Payload.random(smallBlock))
        var chunks = GraphContainer.decompress(Source(bytes: archive, step: 1_000)).makeAsyncIterator()
        var copy = chunks
        while try await chunks.next() != nil {}
        #expect(try await copy.next() == nil)
    }

    @Test func workThatNobodyWaitsForEnds() async throws {
        let archive = try compressed(Payload.random(64 * smallBlock))
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        do {
            let options = GraphContainerReadingOptions(threadCount: 1, codecs: [Watched(continuation)])
            var chunks = GraphContainer.decompress(Source(bytes: archive, step: 1_000), options: options)
                .makeAsyncIterator()
            #expect(try await chunks.next() != nil)
        }
        // This waits for ever if the thread does.
        for await _ in stream {}
    }
}
