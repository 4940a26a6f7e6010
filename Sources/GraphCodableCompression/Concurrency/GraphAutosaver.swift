import Foundation
import GraphCodable
import Synchronization

/// Keeps a file up to date with a graph that changes often.
///
/// Hand it a new state after each change. It writes the newest one, skips those that came and went while it was writing, and never
/// makes the caller wait: compression and the disk have a thread of their own.
///
/// ```swift
/// let autosaver = GraphAutosaver(to: path, keeping: 3) { result in
///     if case .failure(let error) = result { show(error) }
/// }
/// document.title = "Tide tables"
/// try autosaver.save(document)
/// // …
/// try await autosaver.finish()  // when the document is closed
/// ```
///
/// A state that cannot be written stays: it is tried again after a while, with the next state, and by ``flush()``. The file always
/// holds one whole state, and never an older one than before.
///
/// One autosaver owns a file. Call ``finish()`` before you make another one for it. When the last reference to an
/// autosaver goes, what is not on the disk is written once more; a program that exits must wait for `finish()`.
public actor GraphAutosaver {
    /// How long an autosaver waits.
    public struct Timing: Sendable, Hashable {
        /// The pause after a write, so that a state that changes all the time does not keep the disk busy; one second by default.
        public var betweenWrites: Duration
        /// How long a backup stays the newest; five minutes by default. Writes in between replace the file alone. So backups reach
        /// back far enough to be of use, and the first one is the file as it was found.
        public var betweenBackups: Duration
        /// How long to wait after a failure before the same state is tried again; ten seconds by default.
        public var afterFailure: Duration

        /// Makes the times.
        ///
        /// - Parameters:
        ///   - betweenWrites: The pause after a write.
        ///   - betweenBackups: How long a backup stays the newest.
        ///   - afterFailure: How long to wait after a failure before the same state is tried again.
        public init(
            betweenWrites: Duration = .seconds(1), betweenBackups: Duration = .seconds(300),
            afterFailure: Duration = .seconds(10)
        ) {
            self.betweenWrites = betweenWrites
            self.betweenBackups = betweenBackups
            self.afterFailure = afterFailure
        }
    }

    /// Is called after each attempt to write, on no actor in particular, with the error if it failed.
    public typealias Report = @Sendable (Result<Void, any Error>) -> Void

    private let file: SavedFile
    private nonisolated let encoder: GraphEncoder
    private let report: Report
    private nonisolated let queue: Mutex<AutosaveQueue>

    /// Makes an autosaver for a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist; its folder must.
    ///   - count: How many backups to keep.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    ///   - timing: How long to wait between writes, between backups, and after a failure.
    ///   - encoder: Encodes the states.
    ///   - report: Is called after each attempt to write.
    public init(
        to path: String, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(), timing: Timing = Timing(),
        encoder: GraphEncoder = GraphEncoder(), report: @escaping Report = { _ in }
    ) {
        self.init(
            SavedFile(
                path: SystemPath(path), backupCount: count, codec: codec, options: options,
                policy: encoder.policy), timing: timing, encoder: encoder, report: report)
    }

    /// Makes an autosaver for a file.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - count: How many backups to keep.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    ///   - timing: How long to wait between writes, between backups, and after a failure.
    ///   - encoder: Encodes the states.
    ///   - report: Is called after each attempt to write.
    /// - Throws: ``GraphContainerError``: `invalidArgument` when the URL does not name a file.
    public init(
        to url: URL, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(), timing: Timing = Timing(),
        encoder: GraphEncoder = GraphEncoder(), report: @escaping Report = { _ in }
    ) throws {
        self.init(
            SavedFile(
                path: try SystemPath(url), backupCount: count, codec: codec, options: options,
                policy: encoder.policy), timing: timing, encoder: encoder, report: report)
    }

    /// Makes an autosaver for a file of a system of the caller's, so that tests can let its calls fail.
    package init(
        _ file: SavedFile, timing: Timing = Timing(), encoder: GraphEncoder = GraphEncoder(),
        report: @escaping Report = { _ in }
    ) {
        self.file = file
        self.encoder = encoder
        self.report = report
        queue = Mutex(AutosaveQueue(timing))
    }

    deinit {
        guard case .write(let state, let keepsBackup) = queue.withLock({ $0.takeLast() }) else { return }
        Task.detached { [file, report] in
            report(await Self.attempt(state, file, keepsBackup))
        }
    }
}

extension GraphAutosaver {
    // MARK: Handing over states

    /// Takes a new state. It is encoded before the call returns, so that the graph may change afterwards.
    ///
    /// - Parameter root: The value or object from which everything that is to be archived can be reached.
    /// - Throws: `GraphCodableError` as `GraphEncoder.encode(_:)` does, and whatever an `encode(to:)` throws; then the state
    ///   before is still the newest. ``GraphContainerError``: `invalidArgument` after ``finish()``.
    /// - Complexity: O(*n*) for *n* values. The archive stays in memory until it is written or skipped.
    public nonisolated func save<Root: GEncodable>(_ root: Root) throws {
        try save(encoded: try encoder.encode(root) as Bytes)
    }

    /// Takes a new state that was encoded before.
    ///
    /// - Parameter archive: The bytes of a raw archive, such as `Data` or `[UInt8]`. If they are none, writing fails.
    /// - Throws: ``GraphContainerError``: `invalidArgument` after ``finish()``.
    /// - Complexity: O(1) for `[UInt8]`; else O(*n*) for *n* bytes.
    public nonisolated func save<Archive: ContiguousBytes & Sendable>(encoded archive: Archive) throws {
        let bytes = archive as? Bytes ?? archive.withUnsafeBytes { Bytes($0) }
        try submit { bytes }
    }

    /// Takes a new state as a value that does not change any longer, and encodes it only when it is written.
    ///
    /// That is the cheapest way for models of structures and enumerations: nothing is encoded on the caller's actor, and nothing
    /// at all for states that are skipped. An error of encoding is reported as one of writing.
    ///
    /// - Parameter snapshot: The root.
    /// - Throws: ``GraphContainerError``: `invalidArgument` after ``finish()``.
    /// - Complexity: O(1).
    public nonisolated func save<Root: GEncodable & Sendable>(snapshot: Root) throws {
        try submit { [encoder] in try encoder.encode(snapshot) as Bytes }
    }

    private nonisolated func submit(_ encode: @escaping @Sendable () throws -> Bytes) throws {
        let needsWriter = try queue.withLock { queue in
            guard !queue.isFinished else {
                throw GraphContainerError(
                    .invalidArgument, "The autosaver was finished and takes no more states. Make a new one.",
                    path: file.path.description)
            }
            return queue.add(encode)
        }
        if needsWriter { startWriter() }
    }
}

extension GraphAutosaver {
    // MARK: Waiting

    /// Whether a state has been handed over that is not on the disk.
    public nonisolated var hasUnsavedState: Bool { queue.withLock { $0.hasUnsavedState } }

    /// Writes the newest state without a pause, and waits until it is on the disk.
    ///
    /// - Throws: The error when it cannot be written; a later call tries again. `CancellationError` when the task is cancelled:
    ///   then the state is written nevertheless, but nobody waits for it.
    public nonisolated func flush() async throws {
        let number = queue.withLock { $0.announceWaiter() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                if queue.withLock({ $0.wait(number, waiter) }) { startWriter() }
            }
        } onCancel: {
            queue.withLock { $0.cancelWaiter(number) }
        }
    }

    /// Takes no more states, and waits until the last one is on the disk.
    ///
    /// - Throws: As ``flush()``. It can be called again.
    public nonisolated func finish() async throws {
        queue.withLock { $0.finish() }
        try await flush()
    }
}

extension GraphAutosaver {
    // MARK: Writing

    private nonisolated func startWriter() {
        // Who sleeps does not keep the autosaver alive; its `deinit` writes what is left.
        Task.detached { [weak self] in
            while let sleeper = await self?.writeStates() {
                await sleeper.value
            }
        }
    }

    /// Writes states as long as there are any that need not wait.
    ///
    /// - Returns: The sleep before the next one; `nil` when there is none.
    private func writeStates() async -> Task<Void, Never>? {
        while true {
            switch queue.withLock({ $0.nextStep() }) {
            case .stop: return nil
            case .sleep(let sleeper): return sleeper
            case .write(let state, let keepsBackup):
                let result = await Self.attempt(state, file, keepsBackup)
                let waiters = queue.withLock { queue in
                    switch result {
                    case .success: queue.didWrite(state, keptBackup: keepsBackup)
                    case .failure: queue.didFail(state)
                    }
                }
                report(result)
                for waiter in waiters {
                    waiter.resume(with: result)
                }
            }
        }
    }

    private static func attempt(
        _ state: AutosaveQueue.State, _ file: SavedFile, _ keepsBackup: Bool
    ) async -> Result<Void, any Error> {
        var file = file
        if !keepsBackup { file.backupCount = 0 }
        do {
            try await BackgroundWork(nil).run { [file] in
                try state.encode().withUnsafeBytes { try file.save($0) }
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}
