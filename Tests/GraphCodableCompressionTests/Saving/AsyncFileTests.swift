import Foundation
import GraphCodable
@testable import GraphCodableCompression
import Synchronization
import TestSupport
import Testing

/// Saving and loading while the caller's actor goes on.
struct AsyncFileTests {
    /// A graph of an actor's own, which nobody else may touch.
    final class Item: GCodable {
        var next: Item?
        var numbers: [Int]

        init(_ numbers: [Int], next: Item? = nil) {
            self.numbers = numbers
            self.next = next
        }

        private enum Key: String {
            case numbers, next
        }

        init(from decoder: any GDecoder) throws {
            MainActor.preconditionIsolated()
            numbers = try decoder.decode(for: Key.numbers)
            next = try decoder.decode(for: Key.next)
        }

        func encode(to encoder: any GEncoder) throws {
            MainActor.preconditionIsolated()
            try encoder.encode(numbers, for: Key.numbers)
            try encoder.encode(next, for: Key.next)
        }
    }

    static let large = Array(0..<200_000)

    static func file(_ path: String, keeping count: Int = 0, _ system: any SystemCalls) -> FileSaver {
        FileSaver(
            path: SystemPath(path), backupCount: count, codec: .none,
            options: GraphContainerWritingOptions(blockSizeLog2: 16), system: system)
    }

    // MARK: There and back

    @Test @MainActor func aGraphOfTheMainActorIsEncodedAndDecodedThere() async throws {
        try await inTemporaryFolder { folder in
            let item = Item(Self.large, next: Item([1, 2]))
            try await GraphEncoder().save(item, to: folder + "/async", codec: .zlib)
            let loaded = try await GraphDecoder().load(Item.self, from: folder + "/async")
            #expect(loaded.numbers == Self.large && loaded.next?.numbers == [1, 2])
            let newest = try await GraphDecoder().load(Item.self, from: folder + "/async", backups: 1)
            let recovered = try await GraphDecoder().recover(Item.self, from: folder + "/async")
            #expect(newest.root.next?.numbers == [1, 2] && recovered.root.next?.numbers == [1, 2])
            try saveNow(item, to: folder + "/now")
            #expect(try contents(of: folder + "/async") == contents(of: folder + "/now"))
        }
    }

    @MainActor private func saveNow(_ item: Item, to path: String) throws {
        try GraphEncoder().save(item, to: path, codec: .zlib)
    }

    /// Runs on no actor, and gives the graph away.
    private nonisolated static func load(_ path: String) async throws -> sending [String: [Int]] {
        try await GraphDecoder().load([String: [Int]].self, from: path)
    }

    @Test @MainActor func whatWasDecodedElsewhereCanBeSent() async throws {
        try await inTemporaryFolder { folder in
            let url = URL(filePath: folder + "/file")
            try await GraphEncoder().save(["a": [1]], to: url)
            #expect(try await Self.load(folder + "/file") == ["a": [1]])
        }
    }

    @Test func bytesThatWereEncodedBeforeMakeTheSameFile() async throws {
        try await inTemporaryFolder { folder in
            let archive = try GraphEncoder().encode(Self.large) as Bytes
            try await GraphEncoder().save(Self.large, to: folder + "/root", keeping: 2)
            let expected = try contents(of: folder + "/root")
            try await GraphEncoder().save(encoded: Data(archive), to: folder + "/data")
            try await GraphEncoder().save(encoded: archive[...], to: URL(filePath: folder + "/slice"))
            let now = {
                try GraphEncoder().save(encoded: archive, to: folder + "/now")
                try GraphEncoder().save(encoded: archive, to: URL(filePath: folder + "/now"), keeping: 1)
            }
            try now()
            #expect(try names(in: folder) == ["data", "now", "now.1", "root", "slice"])
            for name in try names(in: folder) {
                #expect(try contents(of: folder + "/" + name) == expected, "\(name)")
            }
        }
    }

    @Test func onlyRawArchivesAreTakenForEncodedBytes() throws {
        let raw = try GraphEncoder().encode(1) as Bytes
        let cases: [(GraphContainerError.Code, Bytes, String)] = [
            (.invalidArgument, try GraphContainer.compress(raw, codec: .lz4), "compressed already"),
            (.truncated, raw.dropLast(), "does not end with its end mark"), (.truncated, [], "nothing to decode"),
            (.notAnArchive, Array("no archive".utf8), "neither a compressed archive nor a raw one"),
        ]
        try withTemporaryFolder { folder in
            for (code, bytes, text) in cases {
                let error = expectError(GraphContainerError.self, code) {
                    try GraphEncoder().save(encoded: bytes, to: folder + "/file")
                }
                #expect(error?.message.contains(text) == true, "\(code)")
                let place = code == .truncated ? UInt64(bytes.count) : 0
                #expect(error?.byteOffset == place)
            }
            let files = try names(in: folder)
            #expect(files.isEmpty)
        }
    }

    @Test func dataAndArraysAreCompressedAndDecompressed() throws {
        let plain = Payload.text(100_000)
        let archive = try GraphContainer.compress(plain, codec: .lz4)
        #expect(try GraphContainer.compress(Data(plain), codec: .lz4) == archive)
        #expect(try GraphContainer.compress(plain[...], codec: .lz4) == archive)
        #expect(try GraphContainer.decompress(archive) == plain)
        #expect(try GraphContainer.decompress(Data(archive)) == plain)
        #expect(try GraphContainer.withPlainBytes(of: Data(archive)) { $0.elementsEqual(plain) })
    }

    @Test func theNewestGoodBackupIsLoaded() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            for version in 1...3 {
                try await GraphEncoder().save(version, to: path, keeping: 3)
            }
            try write([1, 2, 3], to: path)
            let loaded = try await GraphDecoder().load(Int.self, from: path, backups: 3)
            #expect(loaded.root == 2 && loaded.backup == 1 && loaded.failures.map(\.path) == [path])
            let url = URL(filePath: path)
            await #expect(throws: GraphContainerError.self) {
                try await GraphDecoder().load(Int.self, from: url, backups: 0)
            }
        }
    }

    /// Expects that no file is open when it is decoded.
    struct Watching: GCodable {
        static let system = CodingUserInfoKey(rawValue: "system")

        init() {}

        init(from decoder: GDecoder) throws {
            let key = try #require(Self.system)
            #expect((decoder.userInfo[key] as? FaultySystem)?.openCount == 0)
        }

        func encode(to encoder: GEncoder) throws {}
    }

    @Test func theFileIsClosedBeforeTheGraphIsDecoded() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            for codec in [GraphCodec.none, .lz4] {
                try await GraphEncoder().save(Watching(), to: path, codec: codec)
                let decoder = GraphDecoder()
                let system = FaultySystem { _, _ in nil }
                decoder.userInfo[try #require(Watching.system)] = system
                let options = GraphContainerReadingOptions()
                _ = try decoder.load(Watching.self, from: SystemPath(path), options: options, system: system)
                _ = try await decoder.load(Watching.self, from: SystemPath(path), options: options, nil, system)
                #expect(system.calls.filter { $0 == "open" }.count == 2)
            }
        }
    }

    // MARK: Threads

    /// So many saves wait for the disk that each thread of the cooperative pool would, if they waited there.
    @Test func tasksGoOnWhileTheDiskIsSlow() async throws {
        try await inTemporaryFolder { folder in
            let gate = Gate()
            let system = FaultySystem.slowDisk(gate)
            let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask {
                        try await GraphEncoder().save(number, in: Self.file("\(folder)/\(number)", system))
                    }
                }
                try await gate.arrival(count)
                let sums = await withTaskGroup(of: Int.self) { others in
                    for number in 0..<count { others.addTask { number } }
                    return await others.reduce(0, +)
                }
                #expect(sums == count * (count - 1) / 2)
                #expect(try names(in: folder).allSatisfy { $0.hasSuffix(".tmp") })
                gate.open()
                try await group.waitForAll()
            }
            #expect(try names(in: folder) == (0..<count).map(String.init).sorted())
        }
    }

    // MARK: Failures

    @Test func eachFailureIsTheSameAsThatOfSavingAtOnce() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let options = GraphContainerWritingOptions(blockSizeLog2: 16)
            func message(_ body: () async throws -> Void) async throws -> String? {
                for name in try names(in: folder) {
                    try FileManager.default.removeItem(atPath: folder + "/" + name)
                }
                try await GraphEncoder().save(0, to: path)
                do {
                    try await body()
                    return nil
                } catch {
                    return "\(error)"
                }
            }
            for call in ["fstatat", "open", "write", "fchmod", "fsync", "rename", "link"] {
                let fails: @Sendable (Int, String) -> FaultySystem.Fault? = { $1 == call ? .error(EIO) : nil }
                let now = {
                    try GraphEncoder().save(
                        1, to: SystemPath(path), keeping: 1, codec: .none, options: options, system: FaultySystem(fails)
                    )
                }
                let expected = try await message { try now() }
                let found = try await message {
                    try await GraphEncoder().save(1, in: Self.file(path, keeping: 1, FaultySystem(fails)))
                }
                #expect(found == expected && found != nil, "\(call)")
            }
        }
    }

    @Test func aGraphThatCannotBeEncodedLeavesTheFile() async throws {
        struct Failing: GEncodable {
            struct Failure: Error {}
            func encode(to encoder: any GEncoder) throws { throw Failure() }
        }
        try await inTemporaryFolder { folder in
            try await GraphEncoder().save(1, to: folder + "/file")
            await #expect(throws: Failing.Failure.self) {
                try await GraphEncoder().save(Failing(), to: folder + "/file")
            }
            #expect(try await GraphDecoder().load(Int.self, from: folder + "/file") == 1)
            await #expect(throws: GraphCodableError.self) {
                try await GraphDecoder().load(String.self, from: folder + "/file")
            }
            let error = await #expect(throws: GraphContainerError.self) {
                try await GraphDecoder().load(Int.self, from: folder + "/none")
            }
            #expect(error?.code == .fileFailure && error?.path == folder + "/none")
        }
    }

    // MARK: Progress

    /// Objects of numbers, which cost nothing but themselves, in an array and in a chain.
    final class Numbered: GCodable {
        static let count = Mutex(0)
        var number: Int
        var next: Numbered?
        init(_ number: Int, _ next: Numbered? = nil) { (self.number, self.next) = (number, next) }
        init(from decoder: GDecoder) throws {
            Self.count.withLock { $0 += 1 }
            number = try decoder.decode()
            next = try decoder.decode()
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number)
            try encoder.encode(next)
        }
    }

    /// What decides how soon a decoding can be cancelled, and how even its progress is. Neither depends on time.
    @Test(.serialized, arguments: [false, true]) func theProgressIsLinearInTheObjects(isChain: Bool) throws {
        let total = 50_000
        var objects: [Numbered] = []
        for number in (0..<total).reversed() {
            let next = isChain ? objects.popLast() : nil
            objects.append(Numbered(1_000_000 + number, next))
        }
        let archive = try GraphEncoder().encode(objects) as Bytes
        Numbered.count.withLock { $0 = 0 }
        var (last, reports) = (0, 0)
        let terms = DecodingContext(arrivedByteCount: archive.count, spentCost: 0) { progress in
            let count = Numbered.count.withLock { $0 }
            #expect(count - last <= 16_385)
            (last, reports) = (count, reports + 1)
            #expect(abs(progress - Double(count) / Double(total)) < 0.05, "\(progress), \(count) objects")
        }
        var copy: [Numbered]? = try archive.withUnsafeBytes {
            try GraphDecoder().decode([Numbered].self, from: $0, terms)
        }
        #expect(reports >= total >> 14 && total - last <= 16_385)
        var original: [Numbered]? = objects
        objects = []
        try GraphReleaser.release(&original)
        try GraphReleaser.release(&copy)
    }

    @Test(arguments: [GraphCodec.none, .lz4]) func theProgressIsFinishedWhenAllIsDone(codec: GraphCodec) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let (saving, loading) = (Progress(totalUnitCount: 1), Progress(totalUnitCount: 1))
            let system = FaultySystem { _, call in
                if call == "rename" { #expect(saving.fractionCompleted > 0.5 && !saving.isFinished) }
                return nil
            }
            try await GraphEncoder().save(Self.large, in: Self.file(path, system), progress: saving)
            #expect(saving.isFinished)
            let archive = try GraphEncoder().encode(Self.large) as Bytes
            #expect(saving.totalUnitCount == archive.count)
            _ = try await GraphDecoder().load([Int].self, from: path, progress: loading)
            #expect(loading.isFinished)
            #expect(try loading.totalUnitCount == contents(of: path).count)
        }
    }
}
