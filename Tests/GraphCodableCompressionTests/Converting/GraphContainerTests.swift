import Foundation
@testable import GraphCodableCompression
import Testing

struct GraphContainerTests {
    static let raw = ContainerFormat.rawSignature + Payload.text(3 * smallBlock + 7) + ContainerFormat.rawEndMark
    static let options = GraphContainerWritingOptions(blockSizeLog2: 16)

    @Test func filesAreCompressedDecompressedAndRecoded() throws {
        try withTemporaryFolder { folder in
            let (plain, packed, again) = (folder + "/a.graph", folder + "/a.graphz", folder + "/b.graphz")
            try write(Self.raw, to: plain)
            let made = try GraphContainer.compress(
                from: .path(plain), to: .path(packed), codec: .zlib,
                options: GraphContainerWritingOptions(blockSizeLog2: 16, metadata: ["a": "b"]))
            #expect(made.codecName == "zlib")
            #expect(made.blockCount == 4)
            #expect(made.plainByteCount == UInt64(Self.raw.count))
            #expect(made.archiveByteCount == UInt64(try contents(of: packed).count))
            #expect(try GraphContainer.verify(.path(packed)) == made)

            let recoded = try GraphContainer.recode(from: .path(packed), to: .path(again), codec: .lz4)
            #expect(recoded.codecName == "lz4")
            #expect(try GraphContainerFile(again).inspection.metadata == ["a": "b"])
            let read = try GraphContainer.decompress(from: .path(again), to: .path(plain))
            #expect(read.codecName == "lz4")
            #expect(try contents(of: plain) == Self.raw)
            #expect(try names(in: folder) == ["a.graph", "a.graphz", "b.graphz"])
        }
    }

    @Test func anExistingFileThatIsNotToBeReplacedStaysAsItIs() throws {
        try withTemporaryFolder { folder in
            let (source, path) = (folder + "/source", folder + "/file")
            try write(Self.raw, to: source)
            try write([7], to: path)
            let outputs: [GraphContainer.Endpoint] = [
                .path(path, replacing: false), .path(bytes: Array(path.utf8), replacing: false),
                try .url(URL(filePath: path), replacing: false),
            ]
            for output in outputs {
                let error = #expect(throws: GraphContainerError.self) {
                    try GraphContainer.compress(from: .path(source), to: output, codec: .zlib)
                }
                #expect(error?.code == .fileExists)
                #expect(try contents(of: path) == [7])
            }
        }
    }

    @Test func recodingKeepsNamesThatAreEqualAsStrings() throws {
        let metadata = try ["e\u{301}", "\u{E9}"].flatMap { try Metadata.encode([$0: $0]) }
        var forgery = try Forgery(try compressed(Self.raw, .zlib))
        forgery.sections.insert(Forgery.section(type: SectionType.metadata, metadata), at: 0)
        forgery.renumber()
        try withTemporaryFolder { folder in
            let path = folder + "/a"
            try write(forgery.bytes, to: path)
            try GraphContainer.recode(from: .path(path), to: .path(path), codec: .lz4)
            let recoded = try contents(of: path)
            #expect(try Forgery(recoded).sections[0].payload == metadata)
            #expect(try decompressed(recoded) == Self.raw)
        }
    }

    /// Small archives have a writer of their own, which makes the same bytes.
    @Test(arguments: [GraphCodec.none] + compressingCodecs) func smallArchivesAreMadeAsLargeOnes(codec: GraphCodec)
        throws
    {
        // Sizes up to that of a block, and contents that become much smaller, a little smaller, and no smaller.
        for size in [1, 2, 255, 256, 257, 5_000, 65_000, smallBlock - 1, smallBlock] {
            let payloads = [[UInt8](repeating: 1, count: size), Payload.text(size), Payload.random(size)]
            for (blockSizeLog2, plain) in [16, 17, 20].flatMap({ log2 in payloads.map { (log2, $0) } }) {
                let options = GraphContainerWritingOptions(blockSizeLog2: blockSizeLog2)
                let large = HeapBuffer()
                let writer = try ContainerWriter(
                    codec: codec, options: options, plainSize: UInt64(size), destination: .memory(large))
                try plain.withUnsafeBytes { try writer.append($0) }
                try writer.finish()
                let small = try GraphContainer.compress(plain, codec: codec, options: options)
                #expect(withExtendedLifetime(large) { large.bytes.elementsEqual(small) }, "\(size), \(blockSizeLog2)")
            }
        }
    }

    /// While a file is read, another program may save there.
    @Test(arguments: ["replaced", "changed", "removed"])
    func aNewerFileIsNotReplacedByWhatTheOlderOneHeld(how: String) throws {
        try withTemporaryFolder { folder in
            let (path, other) = (folder + "/a", folder + "/b")
            try write(Self.raw, to: path)
            try write([1, 2, 3], to: other)
            let error = #expect(throws: GraphContainerError.self) {
                try GraphContainer.recode(from: .path(path), to: .path(path), codec: .zlib) { progress in
                    guard progress.completedByteCount == progress.totalByteCount else { return }
                    switch how {
                    case "replaced": rename(other, path)
                    case "changed": try write([4], to: path)
                    default: unlink(path)
                    }
                }
            }
            #expect(
                error?.code == .fileChanged && error?.path == path
                    && error?.message
                        == "Another program has changed or removed the file since it was read, so it was not replaced. Try again."
            )
            switch how {
            case "replaced": #expect(try contents(of: path) == [1, 2, 3])
            case "changed": #expect(try contents(of: path) == [4])
            default: #expect(try names(in: folder) == ["b"])
            }
            #expect(try names(in: folder).count == (how == "changed" ? 2 : 1))
        }
    }

    /// The file may have got another inode before writing begins.
    @Test func aNewerFileIsNotReplacedByWhatWasSalvagedBefore() throws {
        try withTemporaryFolder { folder in
            let (path, link) = (folder + "/a", folder + "/link")
            try write(Self.raw, to: path)
            #expect(symlink("a", link) == 0)
            let salvaged = try GraphContainer.salvage(from: .path(path))
            try DurableFileTests.save(to: path)
            for output in [path, link] {
                let error = #expect(throws: GraphContainerError.self) { try salvaged.write(to: .path(output)) }
                #expect(error?.code == .fileChanged && error?.path == path)
            }
            #expect(try contents(of: path) == DurableFileTests.new)
            // What is gone cannot be lost.
            unlink(path)
            try salvaged.write(to: .path(path))
            #expect(try contents(of: path) == Self.raw)
        }
    }

    @Test func aFileCanBeRecodedInItsPlace() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a"
            try write(Self.raw, to: path)
            for codec in [GraphCodec.none, .zlib, .lz4, .lz4(level: 12)] {
                try GraphContainer.recode(from: .path(path), to: .path(path), codec: codec)
                #expect(try GraphContainer.verify(.path(path)).codecID == codec.id)
                #expect(try decompressed(try contents(of: path)) == Self.raw)
            }
            try GraphContainer.decompress(from: .path(path), to: .path(path))
            #expect(try contents(of: path) == Self.raw)
            #expect(try GraphContainer.verify(.path(path)).kind == .raw)
        }
    }

    @Test func aRawArchiveThatIsCutIsNotSound() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a"
            try write(Self.raw, to: path)
            #expect(try GraphContainer.verify(.path(path)).plainByteCount == UInt64(Self.raw.count))
            try write(Array(Self.raw.dropLast(1)), to: path)
            let error = #expect(throws: GraphContainerError.self) { try GraphContainer.verify(.path(path)) }
            #expect(error?.code == .truncated && error?.byteOffset == UInt64(Self.raw.count - 1))
            #expect(error?.message.contains("does not end with its end mark") == true)
        }
    }

    @Test func pipesWillDo() async throws {
        let archive = try compressed(Self.raw, .lz4)
        for _ in 0..<3 {
            let (input, output) = (Pipe(), Pipe())
            // Each waits for another, so none may take a thread that others need.
            async let fed: Void = BackgroundWork(nil).run {
                try input.fileHandleForWriting.write(contentsOf: Data(archive))
                try input.fileHandleForWriting.close()
            }
            async let recoded = BackgroundWork(nil).run {
                let summary = try GraphContainer.recode(
                    from: .fileDescriptor(input.fileHandleForReading.fileDescriptor),
                    to: .fileDescriptor(output.fileHandleForWriting.fileDescriptor), codec: .zlib)
                try output.fileHandleForWriting.close()
                return summary
            }
            let received = try await BackgroundWork(nil).run { try output.fileHandleForReading.readToEnd() ?? Data() }
            try await fed
            #expect(try await recoded.archiveByteCount == UInt64(received.count))
            #expect(try decompressed([UInt8](received)) == Self.raw)
        }
    }

    @Test func theWrongKindOfArchiveIsRefused() throws {
        try withTemporaryFolder { folder in
            try write(Self.raw, to: folder + "/raw")
            try write(try compressed(Self.raw), to: folder + "/packed")
            let target = GraphContainer.Endpoint.path(folder + "/target")
            #expect(
                code { try GraphContainer.compress(from: .path(folder + "/packed"), to: target, codec: .lz4) }
                    == .invalidArgument)
            #expect(
                code { try GraphContainer.decompress(from: .path(folder + "/raw"), to: target) } == .invalidArgument)
            #expect(code { try GraphContainer.verify(.path(folder)) } == .fileFailure)
            #expect(code { try GraphContainer.verify(.path(folder + "/missing")) } == .fileFailure)
            try write(Payload.text(100), to: folder + "/text")
            #expect(code { try GraphContainer.verify(.path(folder + "/text")) } == .notAnArchive)
            #expect(try names(in: folder) == ["packed", "raw", "text"])
        }
    }

    @Test func errorsNameTheFileAndThePlace() throws {
        try withTemporaryFolder { folder in
            var archive = try compressed(Self.raw, .lz4)
            archive[5000] ^= 1
            let path = folder + "/a.graphz"
            try write(archive, to: path)
            let error = #expect(throws: GraphContainerError.self) { try GraphContainer.verify(.path(path)) }
            #expect(error?.code == .damaged)
            #expect(error?.path == path)
            #expect(error?.byteOffset == 64)
            #expect(error?.description.hasPrefix("\(path): damaged (byte 64): ") == true)
            let target = folder + "/target"
            #expect(code { try GraphContainer.decompress(from: .path(path), to: .path(target)) } == .damaged)
            #expect(code { try GraphContainer.recode(from: .path(path), to: .path(path), codec: .none) } == .damaged)
            #expect(try contents(of: path) == archive)
            #expect(try names(in: folder) == ["a.graphz"])
        }
    }

    @Test func progressReachesTheEndAndCanEndTheWork() throws {
        struct Enough: Error {}
        try withTemporaryFolder { folder in
            let archive = try compressed(Self.raw, .lz4)
            try write(archive, to: folder + "/a")
            var steps: [GraphContainer.Progress] = []
            try GraphContainer.verify(.path(folder + "/a")) { steps.append($0) }
            #expect(steps.count == 4)
            #expect(steps.last?.completedByteCount == UInt64(archive.count))
            #expect(steps.allSatisfy { $0.totalByteCount == UInt64(archive.count) })
            #expect(throws: Enough.self) {
                try GraphContainer.decompress(from: .path(folder + "/a"), to: .path(folder + "/b")) { _ in
                    throw Enough()
                }
            }
            #expect(try names(in: folder) == ["a"])
        }
    }

    @Test func aCancelledTaskEndsTheWork() async throws {
        let archive = try compressed(Self.raw, .lz4)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try withTemporaryFolder { folder in
                try write(archive, to: folder + "/a")
                #expect(throws: CancellationError.self) { try GraphContainer.verify(.path(folder + "/a")) }
            }
        }
        try await task.value
    }
}
