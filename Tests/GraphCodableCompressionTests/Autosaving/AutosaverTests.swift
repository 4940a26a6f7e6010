import Foundation
import GraphCodable
@testable import GraphCodableCompression
import Synchronization
import TestSupport
import Testing

/// A file is kept up to date, however fast states come and however slow the disk is.
struct AutosaverTests {
    /// So long that only those who wait make a state be written.
    static let never = Duration.seconds(100_000)
    static let atOnce = GraphAutosaver.Timing(
        betweenWrites: .zero, betweenBackups: .zero, afterFailure: .zero)

    private static func file(_ path: String, _ system: any SystemCalls = OperatingSystem()) -> FileSaver {
        FileSaver(
            path: SystemPath(path), backupCount: 0, codec: .lz4, options: GraphContainerWritingOptions(),
            system: system)
    }

    // MARK: States

    @Test func statesThatComeWhileOneIsWrittenAreSkippedButTheNewest() async throws {
        try await inTemporaryFolder { folder in
            let gate = Gate()
            let system = FaultySystem.slowDisk(gate)
            let autosaver = GraphAutosaver(Self.file(folder + "/file", system), timing: Self.atOnce)
            try autosaver.save(0)
            try await gate.arrival()
            for state in 1...1_000 {
                try autosaver.save(state)
            }
            #expect(autosaver.hasUnsavedState)
            gate.open()
            try await autosaver.flush()
            #expect(!autosaver.hasUnsavedState)
            #expect(try await loadNumber(from: folder + "/file") == 1_000)
            #expect(system.calls.filter { $0 == "rename" }.count == 2)
            #expect(try names(in: folder) == ["file"])
        }
    }

    @Test func aStateIsWrittenWithoutAnybodyWaiting() async throws {
        try await inTemporaryFolder { folder in
            let (reports, continuation) = AsyncStream.makeStream(of: Bool.self)
            let autosaver = try GraphAutosaver(
                to: URL(filePath: folder + "/file"), timing: Self.atOnce
            ) { continuation.yield((try? $0.get()) != nil) }
            var iterator = reports.makeAsyncIterator()
            for state in 1...3 {
                try autosaver.save(state)
                #expect(await iterator.next() == true)
                #expect(!autosaver.hasUnsavedState)
                #expect(try await loadNumber(from: folder + "/file") == state)
            }
        }
    }

    @Test func aPauseEndsWhenSomebodyWaits() async throws {
        try await inTemporaryFolder { folder in
            let timing = GraphAutosaver.Timing(betweenWrites: Self.never)
            let autosaver = try GraphAutosaver(to: folder + "/file", timing: timing)
            try await autosaver.flush()
            #expect(try names(in: folder).isEmpty)
            for state in 1...3 {
                try autosaver.save(state)
                try autosaver.save(state + 100)
                try await autosaver.flush()
                #expect(try await loadNumber(from: folder + "/file") == state + 100)
            }
            try autosaver.save(7)
            #expect(autosaver.hasUnsavedState)
            #expect(try await loadNumber(from: folder + "/file") == 103)
            try await autosaver.finish()
            #expect(try await loadNumber(from: folder + "/file") == 7)
        }
    }

    /// Hands over the numbers in their order, whoever asks for the next one.
    private final class Counter: Sendable {
        private let newest = Mutex(0)
        private let autosaver: GraphAutosaver

        init(_ autosaver: GraphAutosaver) {
            self.autosaver = autosaver
        }

        func saveNext() throws {
            try newest.withLock {
                $0 += 1
                try autosaver.save($0)
            }
        }
    }

    @Test func theFileNeverGoesBack() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let found = Mutex<[Int]>([])
            let look: GraphAutosaver.Report = { _ in
                let state = try? GraphDecoder().load(Int.self, from: path)
                found.withLock { $0.append(state ?? -1) }
            }
            let autosaver = GraphAutosaver(Self.file(path), timing: Self.atOnce, report: look)
            let states = Counter(autosaver)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for turn in 0..<50 {
                            try states.saveNext()
                            if turn % 10 == 0 { try await autosaver.flush() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await autosaver.finish()
            let written = found.withLock { $0 }
            #expect(written == written.sorted() && written.last == 200 && Set(written).count == written.count)
        }
    }

    @Test @MainActor func aStateIsTheGraphAsItWasWhenItWasHandedOver() async throws {
        final class Document: GCodable {
            var text = ""
            init() {}
            init(from decoder: any GDecoder) throws { text = try decoder.decode() }
            func encode(to encoder: any GEncoder) throws {
                MainActor.preconditionIsolated()
                try encoder.encode(text)
            }
        }
        Document.register()
        try await inTemporaryFolder { folder in
            let gate = Gate()
            let autosaver = GraphAutosaver(
                Self.file(folder + "/file", FaultySystem.slowDisk(gate)), timing: Self.atOnce)
            let document = Document()
            document.text = "first"
            try autosaver.save(document)
            document.text = "second"
            try await gate.arrival()
            gate.open()
            try await autosaver.flush()
            #expect(try await GraphDecoder().load(Document.self, from: folder + "/file").text == "first")
        }
    }

    @Test func aSnapshotIsEncodedOnlyWhenItIsWritten() async throws {
        final class Counter: Sendable {
            let encoded = Mutex<[Int]>([])
        }
        struct Snapshot: GEncodable, Sendable {
            let value: Int
            let counter: Counter
            func encode(to encoder: any GEncoder) throws {
                counter.encoded.withLock { $0.append(value) }
                try encoder.encode(value)
            }
        }
        try await inTemporaryFolder { folder in
            let (gate, counter) = (Gate(), Counter())
            let autosaver = GraphAutosaver(
                Self.file(folder + "/file", FaultySystem.slowDisk(gate)), timing: Self.atOnce)
            try autosaver.save(snapshot: Snapshot(value: 0, counter: counter))
            try await gate.arrival()
            for value in 1...20 {
                try autosaver.save(snapshot: Snapshot(value: value, counter: counter))
            }
            gate.open()
            try await autosaver.finish()
            #expect(counter.encoded.withLock { $0 } == [0, 20])
        }
    }

    // MARK: Backups

    @Test(arguments: [true, false]) func backupsReachBackAsFarAsTheyShould(each: Bool) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save(0, to: path)
            let timing = GraphAutosaver.Timing(betweenWrites: .zero, betweenBackups: each ? .zero : Self.never)
            let autosaver = try GraphAutosaver(to: path, keeping: 2, timing: timing)
            for state in 1...5 {
                try autosaver.save(state)
                try await autosaver.flush()
            }
            #expect(try await loadNumber(from: path) == 5)
            #expect(try await loadNumber(from: path + ".1") == (each ? 4 : 0))
            #expect(try names(in: folder) == (each ? ["file", "file.1", "file.2"] : ["file", "file.1"]))
        }
    }

    // MARK: Failures

    @Test func aFailureIsReportedAndTheStateIsTriedAgain() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let isFull = Atomic<Bool>(true)
            let system = FaultySystem { _, call in
                call == "fsync" && isFull.load(ordering: .relaxed) ? .error(ENOSPC) : nil
            }
            let reports = Mutex<[String]>([])
            let timing = GraphAutosaver.Timing(betweenWrites: .zero, afterFailure: Self.never)
            let autosaver = GraphAutosaver(Self.file(path, system), timing: timing) { result in
                let text = if case .failure(let error) = result { "\(error)" } else { "saved" }
                reports.withLock { $0.append(text) }
            }
            try autosaver.save(1)
            for _ in 1...2 {
                let error = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
                #expect(error?.code == .fileFailure && error?.path == path)
                #expect((error?.underlyingError as? SystemCallError)?.number == ENOSPC)
            }
            #expect(autosaver.hasUnsavedState)
            #expect(try names(in: folder).isEmpty)
            let failures = reports.withLock { $0 }
            #expect(failures.count >= 2 && failures.allSatisfy { $0.contains("cannot be flushed to the disk") })
            isFull.store(false, ordering: .relaxed)
            try await autosaver.flush()
            #expect(reports.withLock { $0.last } == "saved")
            #expect(try await loadNumber(from: path) == 1)
        }
    }

    @Test(arguments: [true, false]) func afterAFailureItGoesOnByItself(withANewState: Bool) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let left = Mutex(3)
            let system = FaultySystem { _, call in
                guard call == "write" else { return nil }
                return left.withLock { left in
                    left -= 1
                    return left >= 0 ? .error(EIO) : nil
                }
            }
            let (reports, continuation) = AsyncStream.makeStream(of: Bool.self)
            let timing = GraphAutosaver.Timing(
                betweenWrites: .zero, afterFailure: withANewState ? Self.never : .zero)
            let autosaver = GraphAutosaver(Self.file(path, system), timing: timing) {
                continuation.yield((try? $0.get()) != nil)
            }
            var iterator = reports.makeAsyncIterator()
            try autosaver.save(1)
            for attempt in 1...3 {
                #expect(await iterator.next() == false)
                if withANewState { try autosaver.save(attempt + 1) }
            }
            #expect(await iterator.next() == true)
            #expect(try await loadNumber(from: path) == (withANewState ? 4 : 1))
        }
    }

    @Test func aStateThatCannotBeEncodedIsAnErrorWhereItIsEncoded() async throws {
        struct Failing: GEncodable, Sendable {
            struct Failure: Error {}
            func encode(to encoder: any GEncoder) throws { throw Failure() }
        }
        try await inTemporaryFolder { folder in
            let autosaver = try GraphAutosaver(to: folder + "/file", timing: Self.atOnce)
            #expect(throws: Failing.Failure.self) { try autosaver.save(Failing()) }
            #expect(!autosaver.hasUnsavedState)
            let patient = try GraphAutosaver(
                to: folder + "/file", timing: .init(betweenWrites: .zero, afterFailure: Self.never))
            try patient.save(snapshot: Failing())
            await #expect(throws: Failing.Failure.self) { try await patient.flush() }
            try patient.save(encoded: Data([1, 2, 3]))
            let error = await #expect(throws: GraphContainerError.self) { try await patient.flush() }
            #expect(error?.code == .notAnArchive)
            try patient.save(encoded: try GraphEncoder().encode(5) as Data)
            try await patient.flush()
            #expect(try await loadNumber(from: folder + "/file") == 5)
        }
    }

    // MARK: The end

    @Test func afterTheEndNoStateIsTaken() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let isFull = Atomic<Bool>(true)
            let system = FaultySystem { _, call in
                call == "write" && isFull.load(ordering: .relaxed) ? .error(ENOSPC) : nil
            }
            let autosaver = GraphAutosaver(
                Self.file(path, system), timing: .init(betweenWrites: Self.never, afterFailure: Self.never))
            try autosaver.save(1)
            await #expect(throws: GraphContainerError.self) { try await autosaver.finish() }
            let error = expectError(GraphContainerError.self, .invalidArgument) { try autosaver.save(2) }
            #expect(error?.message.contains("was finished") == true && error?.path == path)
            isFull.store(false, ordering: .relaxed)
            try await autosaver.finish()
            try await autosaver.finish()
            #expect(try await loadNumber(from: path) == 1)
        }
    }

    @Test(arguments: [true, false]) func whatIsLeftIsWrittenWhenTheAutosaverGoes(afterAFailure: Bool) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let fails = Atomic<Bool>(afterAFailure)
            let system = FaultySystem { _, call in
                call == "write" && fails.exchange(false, ordering: .relaxed) ? .error(EIO) : nil
            }
            let (reports, continuation) = AsyncStream.makeStream(of: Bool.self)
            var autosaver: GraphAutosaver? = GraphAutosaver(
                Self.file(path, system), timing: .init(betweenWrites: Self.never, afterFailure: Self.never)
            ) { continuation.yield((try? $0.get()) != nil) }
            var iterator = reports.makeAsyncIterator()
            try autosaver?.save(1)
            #expect(await iterator.next() == !afterAFailure)
            if !afterAFailure { try autosaver?.save(2) }
            weak let watched = autosaver
            autosaver = nil
            #expect(await iterator.next() == true)
            #expect(try await loadNumber(from: path) == (afterAFailure ? 1 : 2))
            #expect(watched == nil)
        }
    }

    #if DEBUG && compiler(>=6.2) && (os(Linux) || os(macOS))
    @Test func aDebugBuildReportsALastStateThatIsLost() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let timing = GraphAutosaver.Timing(betweenWrites: .seconds(1_000))
            let file = FileManager.default.temporaryDirectory.appending(path: "graphz-\(UUID())")
            let autosaver = try GraphAutosaver(to: file, timing: timing)
            try autosaver.save(1)
            try await autosaver.flush()
            try FileManager.default.removeItem(at: file)
            try autosaver.save(2)
            withExtendedLifetime(autosaver) { exit(0) }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("GraphAutosaver: the last state of /"))
        #expect(text.contains(" is lost, because the program exits before finish() has succeeded.\n"))
    }
    #endif

    @Test func whoIsCancelledWaitsNoLongerAndTheStateIsWritten() async throws {
        try await inTemporaryFolder { folder in
            let gate = Gate()
            let autosaver = GraphAutosaver(
                Self.file(folder + "/file", FaultySystem.slowDisk(gate)), timing: Self.atOnce)
            try autosaver.save(1)
            try await gate.arrival()
            let waiting = Task { try await autosaver.flush() }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(autosaver.hasUnsavedState)
            gate.open()
            try await autosaver.flush()
            #expect(try await loadNumber(from: folder + "/file") == 1)
        }
    }

    /// Runs `body` in a task that is cancelled before.
    private func cancelled(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await body()
        }
        try await task.value
    }

    @Test(.timeLimit(.minutes(1))) func whoIsCancelledBeforeStillEndsThePause() async throws {
        try await inTemporaryFolder { folder in
            let gate = Gate()
            let (reports, continuation) = AsyncStream.makeStream(of: Void.self)
            var iterator = reports.makeAsyncIterator()
            let file = Self.file(folder + "/file", FaultySystem.slowDisk(gate))
            let autosaver = GraphAutosaver(file, timing: .init(betweenWrites: Self.never)) { _ in continuation.yield() }
            try autosaver.save(1)
            try await gate.arrival()
            try autosaver.save(2)
            await #expect(throws: CancellationError.self) { try await cancelled { try await autosaver.flush() } }
            gate.open()
            for _ in 1...2 { await iterator.next() }
            #expect(try await loadNumber(from: folder + "/file") == 2)
        }
    }

    @Test func theEndWaitsForTheLastStateEvenIfItIsCancelled() async throws {
        try await inTemporaryFolder { folder in
            let isFull = Atomic<Bool>(false)
            let system = FaultySystem { _, call in
                call == "write" && isFull.load(ordering: .relaxed) ? .error(ENOSPC) : nil
            }
            let autosaver = GraphAutosaver(
                Self.file(folder + "/file", system), timing: .init(betweenWrites: Self.never, afterFailure: Self.never))
            try autosaver.save(1)
            try await autosaver.flush()
            try autosaver.save(2)
            isFull.store(true, ordering: .relaxed)
            await #expect(throws: GraphContainerError.self) { try await cancelled { try await autosaver.finish() } }
            isFull.store(false, ordering: .relaxed)
            try await cancelled { try await autosaver.finish() }
            #expect(!autosaver.hasUnsavedState)
            #expect(try await loadNumber(from: folder + "/file") == 2)
        }
    }

    @Test func manyMayWaitAtOnce() async throws {
        try await inTemporaryFolder { folder in
            let gate = Gate()
            let autosaver = GraphAutosaver(
                Self.file(folder + "/file", FaultySystem.slowDisk(gate)), timing: Self.atOnce)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for state in 1...100 {
                    try autosaver.save(state)
                    group.addTask { try await autosaver.flush() }
                }
                try await gate.arrival()
                gate.open()
                try await group.waitForAll()
            }
            #expect(try await loadNumber(from: folder + "/file") == 100)
        }
    }
}

func loadNumber(from path: String) async throws -> Int {
    try await GraphDecoder().load(Int.self, from: path)
}
