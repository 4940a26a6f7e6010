import Foundation
import GraphCodable
@testable import GraphCodableCompression
import Synchronization
import TestSupport
import Testing

/// Whatever is being saved or loaded ends soon after its task or its progress is cancelled.
struct CancellationTests {
    private static let medium = Array(0..<40_000)

    // MARK: Files

    @Test(arguments: [SaveVerification.none, true])
    func whereverSavingIsCancelledTheFileIsTheOldOneOrTheNewOne(verifying: SaveVerification) async throws {
        let plain = FaultySystem()
        try await inTemporaryFolder { folder in
            try await GraphEncoder().save(0, to: folder + "/file")
            let file = AsyncFileTests.file(folder + "/file", keeping: 2, plain)
            try await GraphEncoder().save(Self.medium, in: file, verifying: verifying)
        }
        // A saver that has the lock, and has compared the lock's file with its name, moves the backups.
        let last = try #require(plain.calls.lastIndex(of: "flock")) + 2
        let step = Torture.isOn ? 1 : 3
        for cancelled in stride(from: Int.random(in: 0..<step), to: plain.calls.count, by: step) {
            try await inTemporaryFolder { folder in
                let path = folder + "/file"
                try await GraphEncoder().save([1], to: path, keeping: 2)
                try await GraphEncoder().save([2], to: path, keeping: 2)
                let progress = Progress(totalUnitCount: 1)
                let system = FaultySystem { number, _ in
                    if number == cancelled { progress.cancel() }
                    return nil
                }
                do {
                    let file = AsyncFileTests.file(path, keeping: 2, system)
                    try await GraphEncoder().save(Self.medium, in: file, verifying: verifying, progress: progress)
                    #expect(try await GraphDecoder().load([Int].self, from: path) == Self.medium)
                    #expect(try await GraphDecoder().load([Int].self, from: path + ".2") == [1])
                    #expect(cancelled > last, "\(plain.calls[cancelled])")
                } catch is CancellationError {
                    #expect(try await GraphDecoder().load([Int].self, from: path) == [2])
                    #expect(try await GraphDecoder().load([Int].self, from: path + ".1") == [1])
                    #expect(try names(in: folder) == ["file", "file.1"])
                    #expect(cancelled <= last, "\(plain.calls[cancelled])")
                }
                #expect(system.openCount == 0)
            }
        }
    }

    @Test func aCancelledTaskStopsSaving() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save([1], to: path)
            let gate = Gate()
            let system = FaultySystem.slowDisk(gate)
            let task = Task {
                try await GraphEncoder().save(AsyncFileTests.large, in: AsyncFileTests.file(path, system))
            }
            try await gate.arrival()
            task.cancel()
            gate.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try names(in: folder) == ["file"])
            #expect(try await GraphDecoder().load([Int].self, from: path) == [1])

            let early = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await GraphEncoder().save([2], to: path)
            }
            await #expect(throws: CancellationError.self) { try await early.value }
            #expect(try await GraphDecoder().load([Int].self, from: path) == [1])
        }
    }

    @Test func loadingIsCancelled() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            for codec in [GraphCodec.none, .lz4] {
                try await GraphEncoder().save(AsyncFileTests.large, to: path, keeping: 2, codec: codec)
                let progress = Progress(totalUnitCount: 1)
                let system = FaultySystem { _, call in
                    if call == "pread" { progress.cancel() }
                    return nil
                }
                await #expect(throws: CancellationError.self) {
                    try await GraphDecoder().load(
                        [Int].self, from: SystemPath(path), options: GraphContainerReadingOptions(), progress, system)
                }
                #expect(system.openCount == 0)
            }
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await GraphDecoder().load([Int].self, from: path, backups: 2).root
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    // MARK: Objects

    /// Counts how often it is decoded, and cancels at one of these times.
    final class Counted: GCodable, @unchecked Sendable {
        static let count = Mutex(0)
        static let cancelAt = Mutex<(Int, Progress)?>(nil)
        let text: String
        init(_ number: Int) { text = "object \(number)" }
        init(from decoder: GDecoder) throws {
            text = try decoder.decode()
            let count = Self.count.withLock {
                $0 += 1
                return $0
            }
            Self.cancelAt.withLock { if let (number, progress) = $0, number == count { progress.cancel() } }
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(text) }
    }

    @Test func decodingIsCancelledBetweenObjectsAndReportsThem() async throws {
        let objects = (0..<100_000).map { Counted($0) }
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save(objects, to: path)
            let progress = Progress(totalUnitCount: 1)
            Counted.cancelAt.withLock { $0 = (30_000, progress) }
            await #expect(throws: CancellationError.self) {
                try await GraphDecoder().load([Counted].self, from: path, progress: progress)
            }
            // Some thousand objects later at most, and the progress is what was decoded.
            let count = Counted.count.withLock { $0 }
            #expect((30_000..<50_000).contains(count))
            Counted.cancelAt.withLock { $0 = nil }
            let decoded = Double(count) / Double(objects.count)
            #expect(abs(progress.fractionCompleted - (0.1 + 0.9 * decoded)) < 0.2, "\(progress.fractionCompleted)")
            let whole = try await GraphDecoder().load([Counted].self, from: path, progress: Progress(totalUnitCount: 1))
            #expect(whole.count == objects.count)
        }
    }

    @Test func aCancelledTaskLoadsNoPart() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save([Counted(1)], to: path)
            let task = Task {
                let file = try GraphFile(GraphContainerFile(path))
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try file.root(as: [Counted].self)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    /// Objects that take some milliseconds, to create or in the end. One of them cancels its task.
    final class Slow: GCodable, GDecodeCompletion, @unchecked Sendable {
        static let count = Mutex(0)
        static let cancelAt = Mutex(0)
        static let isSlowInTheEnd = Mutex(false)

        init() {}
        init(from decoder: GDecoder) throws {
            if !Self.isSlowInTheEnd.withLock({ $0 }) { Self.work() }
        }
        func encode(to encoder: GEncoder) throws {}
        func didDecode() throws {
            if Self.isSlowInTheEnd.withLock({ $0 }) { Self.work() }
        }

        private static func work() {
            let count = count.withLock {
                $0 += 1
                return $0
            }
            if count == cancelAt.withLock({ $0 }) { withUnsafeCurrentTask { $0?.cancel() } }
            usleep(5_000)
        }
    }

    /// How soon it ends does not depend on what the objects cost in bytes.
    @Test(.serialized, arguments: [false, true], [1, 40, 100])
    func slowObjectsAreCancelledOneByOne(isSlowInTheEnd: Bool, cancelAt: Int) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save((0..<100).map { _ in Slow() }, to: path)
            func load(_ body: @escaping @Sendable () async throws -> Void) async {
                Slow.count.withLock { $0 = 0 }
                Slow.cancelAt.withLock { $0 = cancelAt }
                Slow.isSlowInTheEnd.withLock { $0 = isSlowInTheEnd }
                await #expect(throws: CancellationError.self) { try await Task { try await body() }.value }
                #expect((cancelAt...cancelAt + 20).contains(Slow.count.withLock { $0 }))
            }
            await load { _ = try await GraphDecoder().load([Slow].self, from: path) }
            await load { _ = try await GraphDecoder().recover([Slow].self, from: path) }
            await load { _ = try GraphFile(GraphContainerFile(path)).root(as: [Slow].self) }
        }
    }

    /// An error of the report ends decoding, even if the program catches it.
    @Test func aCancelledDecodingFailsEvenIfTheErrorIsCaught() throws {
        struct Catching: GCodable {
            var objects: [HostileMemoryTests.Word?] = []
            init() { objects = (0..<50_000).map { HostileMemoryTests.Word($0) } }
            init(from decoder: GDecoder) throws { objects = (try? decoder.decode()) ?? [] }
            func encode(to encoder: GEncoder) throws { try encoder.encode(objects) }
        }
        let archive = try GraphEncoder().encode(Catching()) as Bytes
        var reports: [Double] = []
        let terms = DecodingContext(arrivedByteCount: archive.count, spentCost: 0) {
            reports.append($0)
            if reports.count == 5 { throw CancellationError() }
        }
        #expect(throws: CancellationError.self) {
            try archive.withUnsafeBytes { try GraphDecoder().decode(Catching.self, from: $0, terms) }
        }
        #expect(reports.count == 5 && reports == reports.sorted())
        // The session that is used again knows nothing of it.
        #expect(try GraphDecoder().decode(Catching.self, from: archive).objects.count == 50_000)
    }
}
