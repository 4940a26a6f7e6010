import Foundation
import GraphCodable
@testable import GraphCodableCompression
import Testing

/// Waiting for another saver, or for the other end of a pipe, which may never do anything.
struct CancelledWaitTests {
    private static let numbers = Array(0..<100_000)

    private static func file(_ path: String, keeping count: Int = 0, _ system: any SystemCalls) -> FileSaver {
        FileSaver(
            path: SystemPath(path), backupCount: count, codec: .none, options: GraphContainerWritingOptions(),
            system: system)
    }

    /// Makes a pipe with a name.
    private static func pipe(in folder: String) -> String {
        let path = folder + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        return path
    }

    /// A system that counts the polls of pipes, and the gate that does so.
    private static func countingPolls() -> (FaultySystem, Gate) {
        let gate = Gate()
        gate.open()
        let system = FaultySystem { _, call in
            if call == "poll" { gate.pass() }
            return nil
        }
        return (system, gate)
    }

    private static func load(
        _ path: String, _ system: any SystemCalls, _ progress: Progress? = nil
    ) async throws -> [Int] {
        try await GraphDecoder().load(
            [Int].self, from: SystemPath(path), options: GraphContainerReadingOptions(), progress, system)
    }

    /// Expects that work ends when it is cancelled after some polls, and that it leaves no file open.
    private static func expectCancelled(
        after pollCount: Int, _ work: @escaping @Sendable (FaultySystem) async throws -> Void
    ) async throws {
        let (system, gate) = countingPolls()
        let task = Task { try await work(system) }
        try await gate.arrival(pollCount)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(system.openCount == 0)
    }

    // MARK: Another saver

    @Test(arguments: [false, true]) func waitingForAnotherSaverIsCancelled(byProgress: Bool) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save([1], to: path, keeping: 2)
            try await GraphEncoder().save([2], to: path, keeping: 2)
            let entry = try #require(try FolderEntry.resolve(SystemPath(path), OperatingSystem()))
            let lock = try SaverLock(entry) {}
            let system = FaultySystem()
            let progress = Progress(totalUnitCount: 1)
            let task = Task {
                try await GraphEncoder().save([3], in: Self.file(path, keeping: 2, system), progress: progress)
            }
            // Between two tries nothing else happens.
            let oneTry = ["open", "open", "flock", "close"]
            while !system.calls.suffix(8).elementsEqual(oneTry + oneTry) {
                try await Task.sleep(for: .milliseconds(1))
            }
            if byProgress { progress.cancel() } else { task.cancel() }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(system.openCount == 0)
            lock.release()
            #expect(try names(in: folder) == ["file", "file.1"])
            #expect(try await GraphDecoder().load([Int].self, from: path) == [2])
            #expect(try await GraphDecoder().load([Int].self, from: path + ".1") == [1])
        }
    }

    /// A cancelled task can save its last state.
    @Test(arguments: [true, false]) func aSynchronousSaveIsNotCancelled(verifying: Bool) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                for number in [1, 2] { try Self.saveNow([number], to: path, verifying: verifying) }
            }
            try await task.value
            #expect(try await GraphDecoder().load([Int].self, from: path) == [2])
            #expect(try await GraphDecoder().load([Int].self, from: path + ".1") == [1])
        }
    }

    @Test func nothingIsReplacedWhenRecodingIsCancelled() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save([1], to: path, keeping: 2)
            let old = try contents(of: path)
            let compression = Task {
                try GraphContainer.recode(from: .path(path), to: .path(path), codec: .zlib) { _ in
                    // The only block has been read, and the next check is that before the replacement.
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: CancellationError.self) { _ = try await compression.value }
            #expect(try names(in: folder) == ["file"])
            #expect(try contents(of: path) == old)
        }
    }

    private static func saveNow(_ root: [Int], to path: String, verifying: Bool) throws {
        try GraphEncoder().save(root, to: path, keeping: 2, verifying: SaveVerification(booleanLiteral: verifying))
    }

    // MARK: Named pipes

    @Test(arguments: [false, true]) func waitingForTheWriterOfAPipeIsCancelled(byProgress: Bool) async throws {
        try await inTemporaryFolder { folder in
            let path = Self.pipe(in: folder)
            #if canImport(Darwin)
            // Opening cannot be cancelled there.
            let writer = open(path, O_RDWR)
            defer { close(writer) }
            #endif
            let (system, gate) = Self.countingPolls()
            let progress = Progress(totalUnitCount: 1)
            let task = Task { try await Self.load(path, system, progress) }
            try await gate.arrival(2)
            if byProgress { progress.cancel() } else { task.cancel() }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(system.openCount == 0)
        }
    }

    @Test func waitingForTheReaderOfAPipeIsCancelled() async throws {
        try await inTemporaryFolder { folder in
            let path = Self.pipe(in: folder)
            let gate = Gate()
            gate.open()
            // A wait that cannot be cancelled ends with another error.
            let system = FaultySystem { _, call in
                if call == "open" { gate.pass() }
                return gate.count > 10_000 ? .error(EIO) : nil
            }
            let task = Task { try await GraphEncoder().save([1], in: Self.file(path, system)) }
            try await gate.arrival(2)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(system.openCount == 0)
        }
    }

    @Test func waitingForASilentWriterIsCancelled() async throws {
        try await inTemporaryFolder { folder in
            try await GraphEncoder().save(Self.numbers, to: folder + "/file", codec: .none)
            let beginning = Array(try contents(of: folder + "/file").prefix(5_000))
            let path = Self.pipe(in: folder)
            let writer = open(path, O_RDWR)
            defer { close(writer) }
            #expect(beginning.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) } == beginning.count)
            try await Self.expectCancelled(after: 20) { _ = try await Self.load(path, $0) }
        }
    }

    @Test func waitingForASlowReaderIsCancelled() async throws {
        try await inTemporaryFolder { folder in
            let path = Self.pipe(in: folder)
            let reader = open(path, O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            // A pipe has room for fewer.
            try await Self.expectCancelled(after: 100) {
                try await GraphEncoder().save(Self.numbers, in: Self.file(path, $0))
            }
        }
    }

    @Test func aPipeIsReadToItsEndHoweverLateItsWriterComes() async throws {
        try await inTemporaryFolder { folder in
            let path = Self.pipe(in: folder)
            let (system, gate) = Self.countingPolls()
            let loading = Task { try await Self.load(path, system) }
            #if !canImport(Darwin)
            try await gate.arrival(2)
            #endif
            try await GraphEncoder().save(Self.numbers, to: path)
            #expect(try await loading.value == Self.numbers)
            #expect(gate.count > 0 && system.openCount == 0)

            let failing = Task { try await Self.load(path, system) }
            // Not on this thread: the others of the pool may wait, too.
            try await BackgroundWork(nil).run { _ = close(open(path, O_WRONLY)) }
            await #expect(throws: GraphContainerError.self) { _ = try await failing.value }
        }
    }

    /// Another program may read what is there, or fill the room, before this one does.
    @Test func aDescriptorThatDoesNotBlockIsTriedAgain() async throws {
        try await inTemporaryFolder { folder in
            let path = Self.pipe(in: folder)
            let system = FaultySystem { number, call in
                ["read", "write"].contains(call) && number % 3 != 0 ? .error(EAGAIN) : nil
            }
            let loading = Task { try await Self.load(path, system) }
            try await GraphEncoder().save(Array(0..<1_000), in: Self.file(path, system))
            #expect(try await loading.value == Array(0..<1_000))
        }
    }

    // MARK: Descriptors of the program

    @Test func operationsOnPipesOfTheProgramAreCancelledAndKeepTheirFlags() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save(Self.numbers, to: path, codec: .none)
            let archive = GraphContainer.Endpoint.path(path)
            let operations: [@Sendable (Int32, Int32, GraphContainer.ProgressHandler?) throws -> Void] = [
                { input, _, progress in _ = try GraphContainer.verify(.fileDescriptor(input), progress: progress) },
                { input, _, progress in
                    _ = try GraphContainer.salvage(from: .fileDescriptor(input), progress: progress)
                },
                { _, output, progress in
                    try GraphContainer.recode(
                        from: archive, to: .fileDescriptor(output), codec: .none, progress: progress)
                },
            ]
            for operation in operations {
                var ends: [Int32] = [0, 0]
                #expect(Foundation.pipe(&ends) == 0)
                let (input, output) = (ends[0], ends[1])
                defer { for end in ends { close(end) } }
                let task = Task {
                    var count = 0
                    try operation(input, output) { _ in
                        count += 1
                        // The file has fewer blocks, so this is a wait.
                        if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
                    }
                }
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(ends.allSatisfy { fcntl($0, F_GETFL) & O_NONBLOCK == 0 })
            }
        }
    }
}
