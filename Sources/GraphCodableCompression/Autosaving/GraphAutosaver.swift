import Foundation
import GraphCodable
import Synchronization

/// Keeps a file up to date with a graph that changes often.
///
/// Call ``setNeedsSave(verifying:isolation:_:)`` after each change. It costs next to nothing: the graph is encoded when it
/// is about to be written, on the actor that it belongs to. Compression and writing happen on a separate thread.
///
/// ```swift
/// let loaded = try await GraphDecoder().load(Document.self, from: url, backups: 3)
/// let document = loaded.root
/// let autosaver = try GraphAutosaver(to: url, after: loaded.version, keeping: 3) { result in
///     if case .failure(let error) = result { show(error) }
/// }
/// document.title = "Tide tables"
/// autosaver.setNeedsSave { document }
/// // …
/// try await autosaver.finish()  // when the document is closed
/// ```
///
/// A state is written at once, or one interval after the previous one. If it cannot be written, the autosaver keeps it and
/// tries again after a while, with the next state, and on ``flush()``. The file always contains one complete state, and
/// never an older one than before.
///
/// If another program changes the file, writing fails with the code `fileChanged` until you call
/// ``replaceChangedFile()``; use another autosaver to save to another file.
///
/// An autosaver requires exclusive use of its file. Call ``finish()`` before you create another one for the same file, and
/// before the program exits: **without `finish()`, the changes of the last interval are lost when the program exits.** A
/// debug build says so on standard error. When an autosaver is deinitialized, it writes an unsaved state once more.
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

    private let file: FileSaver
    private nonisolated let encoder: GraphEncoder
    private let report: Report
    private nonisolated let queue: Mutex<AutosaveSchedule>

    /// Creates an autosaver for a file.
    ///
    /// - Parameters:
    ///   - location: The path or URL of the file. The file need not exist, but its folder must.
    ///   - version: What the file holds as far as you know: ``LoadedGraph/version``, ``GraphFile/version``,
    ///     ``GraphFileVersion/absent`` for a new file, or `nil` to replace whatever is there with the first write.
    ///   - count: The number of backups to keep.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    ///   - timing: The intervals between writes, between backups, and after a failure.
    ///   - encoder: The encoder for the states.
    ///   - report: A closure that is called after each attempt to write.
    /// - Throws: ``GraphContainerError`` with the code `invalidArgument` if `count` is not 0 to 1,000, or if the location must
    ///   not be replaced or is a URL that is not a file's. What else prevents a file from being written is an error of the
    ///   first write.
    public init(
        to location: some GraphFileLocation, after version: GraphFileVersion? = nil, keeping count: Int = 0,
        codec: GraphCodec = .default, options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        timing: Timing = Timing(), encoder: GraphEncoder = GraphEncoder(), report: @escaping Report = { _ in }
    ) throws {
        var file = try FileSaver(
            location, backupCount: count, codec: codec, options: options, policy: encoder.policy)
        try require(
            !file.mustBeNew, or: .invalidArgument,
            "An autosaver replaces its own file. To create a new one, leave out replacing: false and pass after: .absent.",
            path: file.path.description)
        // The program may change its working directory before the next write.
        file.path = file.path.absolute
        self.init(file, after: version, timing: timing, encoder: encoder, report: report)
    }

    /// Creates an autosaver with a given file, whose system calls tests can let fail.
    package init(
        _ file: FileSaver, after version: GraphFileVersion? = nil, timing: Timing = Timing(),
        encoder: GraphEncoder = GraphEncoder(), report: @escaping Report = { _ in }
    ) {
        self.file = file
        self.encoder = encoder
        self.report = report
        queue = Mutex(AutosaveSchedule(timing, version))
    }

    deinit {
        guard let write = queue.withLock({ $0.takeLast() }) else { return }
        Task.detached { [file, report] in
            let model = write.state.model
            let attempt = await Self.attempt(write, await model.archive(on: model.actor), file)
            if attempt.isOver { file.watchForExit(isUnsaved: false) }
            report(attempt.result)
        }
    }
}

extension GraphAutosaver {
    // MARK: Handing over states

    /// Says that the graph has changed. It is encoded when it is about to be written, on the caller's actor.
    ///
    /// ```swift
    /// autosaver.setNeedsSave { document }
    /// ```
    ///
    /// A hundred calls before the next write cost one encoding, which holds the actor. The state that is written is the
    /// one at that time, not at the time of the call. An error in encoding, or a call after ``finish()``, is reported like
    /// an error in writing.
    ///
    /// - Parameters:
    ///   - verification: `true` to decode each state on the actor before it is written, which takes as long as loading it.
    ///   - isolation: The graph's actor. Don't pass an argument: the default is the caller's actor. A caller without an
    ///     actor lets the graph be encoded before the method returns. An error in encoding then lasts until a newer state
    ///     comes.
    ///   - root: A closure that returns the root; `nil` if the graph no longer exists. That state is lost, which is
    ///     reported once as an error, and thrown by ``flush()`` and ``finish()`` until a newer state is written. The autosaver
    ///     keeps the closure until the state is written.
    /// - Complexity: O(1) on an actor.
    public func setNeedsSave<Root: GEncodable>(
        verifying verification: SaveVerification = .none, isolation: isolated (any Actor)? = #isolation,
        _ root: @escaping () -> Root?
    ) {
        let encode = { [encoder, file] in
            try root().map { try verification.encode($0, by: encoder, for: file) }
        }
        let readsBack = verification.decodesGraph
        do {
            if let isolation {
                return try submit(ModelEncoding(on: isolation, encode), readsBack: readsBack)
            }
            // An error is kept like a state, so that those who wait get it.
            let encoded = Result { try encode() }
            try submit(ModelEncoding { try encoded.get() }, readsBack: readsBack)
        } catch {
            report(.failure(error))
        }
    }

    /// Saves a state as it is now. It is encoded before the method returns, so each call costs a whole encoding:
    /// ``setNeedsSave(verifying:isolation:_:)`` is for models that change often.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything else is reachable.
    ///   - verification: `true` to decode the state before the method returns, and to compare what was written with it
    ///     before the old file is replaced.
    /// - Throws: The errors of `GraphEncoder.encode(_:)`, which include those of `encode(to:)`; the previous state then
    ///   remains the newest. ``GraphContainerError`` with the code `verificationFailed`, or `invalidArgument` after
    ///   ``finish()``.
    /// - Complexity: O(*n*) for *n* values. The archive stays in memory until it is written or skipped.
    public nonisolated func save<Root: GEncodable>(
        _ root: Root, verifying verification: SaveVerification = .none
    ) throws {
        let encoded = try verification.encode(root, by: encoder, for: file)
        try submit(ModelEncoding { encoded }, readsBack: verification.decodesGraph)
    }

    /// Saves a new state that has already been encoded.
    ///
    /// - Parameter archive: The bytes of a raw archive, such as `Data` or `[UInt8]`. If they are not an archive,
    ///   writing fails.
    /// - Throws: ``GraphContainerError`` with the code `invalidArgument` after ``finish()``.
    /// - Complexity: O(1) for `[UInt8]`; otherwise O(*n*) for *n* bytes.
    public nonisolated func save<Archive: ContiguousBytes & Sendable>(encoded archive: Archive) throws {
        let bytes = archive as? Bytes ?? archive.withUnsafeBytes { Bytes($0) }
        try submit(ModelEncoding { (bytes, ArchiveCost()) }, readsBack: false)
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
        try submit(
            ModelEncoding { [encoder, file] in try SaveVerification.none.encode(snapshot, by: encoder, for: file) },
            readsBack: false)
    }

    private nonisolated func submit(_ model: ModelEncoding, readsBack: Bool) throws {
        let needsWriter = try queue.withLock { queue in
            try require(
                !queue.isFinished, or: .invalidArgument,
                "The autosaver was finished and takes no more states. Make a new one.", path: file.path.description)
            defer { file.watchForExit(isUnsaved: true) }
            return queue.add(model, readsBack: readsBack)
        }
        if needsWriter { startWriter() }
    }

    /// Lets the next write replace what the file holds now, although another program has changed it.
    ///
    /// Call this after an error with the code `fileChanged`, if the user decides so. What the other program wrote becomes
    /// a backup if the autosaver keeps any. If the file changes again before the next write, that is an error again.
    public nonisolated func replaceChangedFile() {
        let version = file.currentVersion
        if queue.withLock({ $0.replace(version) }) { startWriter() }
    }
}

extension GraphAutosaver {
    // MARK: Waiting

    /// A Boolean value that indicates whether the newest state is not on disk yet. A state that is lost because its model was gone
    /// is none; ``flush()`` and ``finish()`` throw its error.
    public nonisolated var hasUnsavedState: Bool { queue.withLock { $0.hasUnsavedState } }

    /// Writes the newest state immediately, and waits until it is on disk.
    ///
    /// - Throws: The error if the state cannot be encoded or written; a later call tries again. `CancellationError` if the
    ///   task is cancelled before the state is on disk; it is written immediately nevertheless.
    public nonisolated func flush() async throws {
        let (results, waiter) = AsyncStream<Result<Void, any Error>>.makeStream()
        if queue.withLock({ $0.wait(waiter) }) { startWriter() }
        for await result in results { return try result.get() }
        // The stream ends when the task is cancelled.
        throw CancellationError()
    }

    /// Accepts no more states, and waits until the last one is on disk.
    ///
    /// A cancelled task waits too, and gets the same result, because the program may exit afterwards.
    ///
    /// - Throws: The error if the last state cannot be encoded or written. You may call it again.
    public nonisolated func finish() async throws {
        queue.withLock { $0.isFinished = true }
        // A task of its own is not cancelled with the caller's.
        try await Task { try await flush() }.value
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
            case .write(let actor):
                guard let (write, archive) = await takePending(on: actor) else { continue }
                await self.write(write, archive)
            }
        }
    }

    /// Takes the pending state and encodes it, in one go on the model's actor: what changes before is included.
    private func takePending(on actor: isolated (any Actor)?) -> (AutosaveSchedule.Write, Archive)? {
        queue.withLock { $0.takePending(on: actor) }.map { ($0, $0.state.model.archive(on: actor)) }
    }

    /// Returns the encoded state, or `nil` if its model is gone, or throws the error of encoding.
    private typealias Archive = @Sendable () throws -> AutosaveSchedule.Encoded?

    private func write(_ write: AutosaveSchedule.Write, _ archive: @escaping Archive) async {
        let attempt = await Self.attempt(write, archive, file)
        let waiters = queue.withLock { queue in
            defer { file.watchForExit(isUnsaved: queue.hasUnsavedState) }
            if let version = attempt.version { queue.didPublish(write, version) }
            return attempt.isOver ? queue.didEnd(write.state, attempt.error) : queue.didFail(write.state)
        }
        report(attempt.result)
        for waiter in waiters {
            waiter.yield(attempt.result)
        }
    }

    private struct Attempt: Sendable {
        var result: Result<Void, any Error> = .success(())
        /// The version that replaced the file, even if an error followed; `nil` if none did.
        var version: GraphFileVersion?
        /// Whether the state is lost because its model is gone.
        var isLost = false
        /// Whether there is nothing to try again.
        var isOver: Bool { error == nil || isLost }
        var error: (any Error)? { if case .failure(let error) = result { error } else { nil } }
    }

    private static func attempt(
        _ write: AutosaveSchedule.Write, _ archive: @escaping Archive, _ file: FileSaver
    ) async -> Attempt {
        var file = file
        if !write.keepsBackup { file.backupCount = 0 }
        do {
            return try await BackgroundWork(nil).run { [file] in
                guard let (bytes, cost) = try archive() else {
                    let error = GraphContainerError(
                        .invalidArgument,
                        "The model was gone before its last state was encoded, so that state is lost. Wait for finish() "
                            + "before you release the model, or let the closure own it.", path: file.path.description)
                    return Attempt(result: .failure(error), isLost: true)
                }
                var attempt = Attempt()
                let checks = FileSaver.Checks(readsBack: write.state.readsBack, expected: write.expected) {
                    attempt.version = $0
                }
                attempt.result = Result { try bytes.withUnsafeBytes { try file.save($0, cost: cost, checks) } }
                return attempt
            }
        } catch {
            return Attempt(result: .failure(error))
        }
    }
}

extension FileSaver {
    /// Lets a debug build report a state that is lost because the program exits.
    fileprivate func watchForExit(isUnsaved: Bool) {
        #if DEBUG
        UnsavedFiles.set(path.description, isUnsaved: isUnsaved)
        #endif
    }
}
