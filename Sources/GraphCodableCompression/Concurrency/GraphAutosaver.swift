import Foundation
import GraphCodable
import Synchronization

/// Keeps a file up to date with a graph that changes often.
///
/// Call `save` after each change. The autosaver writes the newest state, and skips states that became obsolete while it
/// was writing. It never blocks the caller: compression and writing happen on a separate thread.
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
/// If a state cannot be written, the autosaver keeps it and tries again after a while, with the next state, and on
/// ``flush()``. The file always contains one complete state, and never an older one than before.
///
/// An autosaver requires exclusive use of its file. Call ``finish()`` before you create another one for the same file.
/// When an autosaver is deinitialized, it writes an unsaved state once more. A program that exits must wait for
/// `finish()`.
public actor GraphAutosaver {
    /// The intervals of an autosaver.
    public struct Timing: Sendable, Hashable {
        /// The pause after a write, which limits disk activity for a state that changes continuously; one second by
        /// default.
        public var betweenWrites: Duration
        /// The minimum interval between backups; five minutes by default. Writes in between replace only the file. So
        /// the backups cover a useful period, and the first one is the file as the autosaver found it.
        public var betweenBackups: Duration
        /// The delay before the same state is tried again after a failure; ten seconds by default.
        public var afterFailure: Duration

        /// Creates intervals.
        ///
        /// - Parameters:
        ///   - betweenWrites: The pause after a write.
        ///   - betweenBackups: The minimum interval between backups.
        ///   - afterFailure: The delay before the same state is tried again after a failure.
        public init(
            betweenWrites: Duration = .seconds(1), betweenBackups: Duration = .seconds(300),
            afterFailure: Duration = .seconds(10)
        ) {
            self.betweenWrites = betweenWrites
            self.betweenBackups = betweenBackups
            self.afterFailure = afterFailure
        }
    }

    /// A closure that is called after each attempt to write, with the error if it failed. It is not called on a
    /// particular actor.
    public typealias Report = @Sendable (Result<Void, any Error>) -> Void

    private let file: SavedFile
    private nonisolated let encoder: GraphEncoder
    private let report: Report
    private nonisolated let queue: Mutex<AutosaveQueue>

    /// Creates an autosaver for a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file. The file need not exist, but its folder must.
    ///   - count: The number of backups to keep.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    ///   - timing: The intervals between writes, between backups, and after a failure.
    ///   - encoder: The encoder for the states.
    ///   - report: A closure that is called after each attempt to write.
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

    /// Creates an autosaver for a file.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - count: The number of backups to keep.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    ///   - timing: The intervals between writes, between backups, and after a failure.
    ///   - encoder: The encoder for the states.
    ///   - report: A closure that is called after each attempt to write.
    /// - Throws: ``GraphContainerError`` with the code `invalidArgument` if the URL is not a file URL.
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

    /// Creates an autosaver with a given file, whose system calls tests can let fail.
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

    /// Saves a new state. It is encoded before the method returns, so the graph may change afterwards.
    ///
    /// - Parameter root: The value or object from which everything else is reachable.
    /// - Throws: The errors of `GraphEncoder.encode(_:)`, which include those of `encode(to:)`; the previous state then
    ///   remains the newest. ``GraphContainerError`` with the code `invalidArgument` after ``finish()``.
    /// - Complexity: O(*n*) for *n* values. The archive stays in memory until it is written or skipped.
    public nonisolated func save<Root: GEncodable>(_ root: Root) throws {
        try save(encoded: try encoder.encode(root) as Bytes)
    }

    /// Saves a new state that has already been encoded.
    ///
    /// - Parameter archive: The bytes of a raw archive, such as `Data` or `[UInt8]`. If they are not an archive,
    ///   writing fails.
    /// - Throws: ``GraphContainerError`` with the code `invalidArgument` after ``finish()``.
    /// - Complexity: O(1) for `[UInt8]`; otherwise O(*n*) for *n* bytes.
    public nonisolated func save<Archive: ContiguousBytes & Sendable>(encoded archive: Archive) throws {
        let bytes = archive as? Bytes ?? archive.withUnsafeBytes { Bytes($0) }
        try submit { bytes }
    }

    /// Saves a new state that no longer changes. It is encoded only when it is written.
    ///
    /// For models of structures and enumerations this is the cheapest way: nothing is encoded on the caller's actor,
    /// and skipped states are not encoded at all. An error in encoding is reported like an error in writing.
    ///
    /// - Parameter snapshot: The root.
    /// - Throws: ``GraphContainerError`` with the code `invalidArgument` after ``finish()``.
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

    /// A Boolean value that indicates whether the newest state is not on disk yet.
    public nonisolated var hasUnsavedState: Bool { queue.withLock { $0.hasUnsavedState } }

    /// Writes the newest state immediately, and waits until it is on disk.
    ///
    /// - Throws: The error if the state cannot be written; a later call tries again. `CancellationError` if the task is
    ///   cancelled; the state is written nevertheless.
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

    /// Accepts no more states, and waits until the last one is on disk.
    ///
    /// - Throws: The errors of ``flush()``. You may call it again.
    public nonisolated func finish() async throws {
        queue.withLock { $0.finish() }
        try await flush()
    }
}

extension GraphAutosaver {
    // MARK: Writing

    private nonisolated func startWriter() {
        // A sleeping writer doesn't retain the autosaver, whose `deinit` writes the pending state.
        Task.detached { [weak self] in
            while let sleeper = await self?.writeStates() {
                await sleeper.value
            }
        }
    }

    /// Writes states until none is left that need not wait.
    ///
    /// - Returns: The sleep before the next state; `nil` if there is none.
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
