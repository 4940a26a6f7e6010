import GraphCodable

/// The state of an autosaver: the pending state of the graph, the saved state, and the waiters.
///
/// States are numbered from 1 in the order in which they arrive.
///
/// Invariant: while the newest state is neither on disk nor lost, it is in `pending` or being written.
struct AutosaveSchedule: ~Copyable {
    /// Receives the result of writing a state.
    typealias Waiter = AsyncStream<Result<Void, any Error>>.Continuation

    /// A raw archive, and the cost of decoding it as far as it is known.
    typealias Encoded = (archive: Bytes, cost: ArchiveCost)

    struct State: Sendable {
        let number: UInt64
        let model: ModelEncoding
        /// Whether to compare the archive with what the new file holds.
        let readsBack: Bool
    }

    /// A state to write, which is no longer pending.
    struct Write: Sendable {
        let state: State
        let keepsBackup: Bool
        /// The version of the file that may be replaced; `nil` for any.
        let expected: GraphFileVersion?
    }

    enum Step {
        /// Takes the pending state on its model's actor, if it has one, and writes it.
        case write(on: (any Actor)?)
        /// Sleeps until the task ends, which happens early if somebody starts to wait.
        case sleep(Task<Void, Never>)
        case stop
    }

    private let timing: GraphAutosaver.Timing
    private var pending: State?
    private var newest: UInt64 = 0
    private var saved: UInt64 = 0
    /// The error about the newest state, if that is lost because its model was gone.
    private var loss: (any Error)?
    /// Whether no more states are accepted.
    var isFinished = false
    private var isWriting = false
    /// The state that is being written; `nil` between two attempts.
    private var inProgress: UInt64?
    /// Those who wait until a state has been saved or has failed. An attempt that had begun before does not count as a failure.
    private var waiters: [(state: UInt64, isLate: Bool, waiter: Waiter)] = []
    private var sleeper: Task<Void, Never>?
    /// The earliest time for the next write.
    private var earliest: ContinuousClock.Instant?
    /// The time for the next attempt, if the pending state has failed.
    private var retry: ContinuousClock.Instant?
    private var nextBackup: ContinuousClock.Instant?
    /// What the file holds as far as is known; `nil` if that does not matter.
    private var expected: GraphFileVersion?

    init(_ timing: GraphAutosaver.Timing, _ expected: GraphFileVersion?) {
        self.timing = timing
        self.expected = expected
    }

    /// Whether the newest state is not on disk yet.
    var hasUnsavedState: Bool { saved < newest }
}

extension AutosaveSchedule {
    // MARK: Those who save

    /// Replaces the pending state. Returns whether to start a writer.
    mutating func add(_ model: ModelEncoding, readsBack: Bool) -> Bool {
        newest += 1
        pending = State(number: newest, model: model, readsBack: readsBack)
        return tryAgain()
    }

    /// Lets the next write replace a version, or any, and keep it as a backup. Returns whether to start a writer.
    mutating func replace(_ version: GraphFileVersion?) -> Bool {
        expected = version
        nextBackup = nil
        return tryAgain()
    }

    private mutating func tryAgain() -> Bool {
        if retry != nil {
            retry = nil
            sleeper?.cancel()
        }
        return startWriting()
    }

    /// Adds a waiter for the newest state, until that has been saved or has failed. Returns whether to start a writer.
    mutating func wait(_ waiter: Waiter) -> Bool {
        guard hasUnsavedState else {
            waiter.yield(loss.map { .failure($0) } ?? .success(()))
            return false
        }
        waiters.append((newest, inProgress == newest, waiter))
        sleeper?.cancel()
        return startWriting()
    }

    private mutating func startWriting() -> Bool {
        guard pending != nil, !isWriting else { return false }
        isWriting = true
        return true
    }
}

extension AutosaveSchedule {
    // MARK: The writer

    /// Returns the writer's next step. After `stop` the writer ends, and another one is started when necessary.
    mutating func nextStep() -> Step {
        sleeper = nil
        guard let state = pending else {
            isWriting = false
            return .stop
        }
        let now = ContinuousClock.now
        if let due = [earliest, retry].compactMap({ $0 }).max(), due > now, waiters.isEmpty {
            // The clock refuses an instant in the far future. Then the writer sleeps once more.
            let end = min(due, now + .seconds(86_400))
            let task = Task.detached { _ = try? await Task.sleep(until: end, clock: .continuous) }
            sleeper = task
            return .sleep(task)
        }
        return .write(on: state.model.actor)
    }

    /// Returns the pending state if it belongs to the actor, which must be the caller's.
    ///
    /// All states that were handed over before are included, because they are encoded as they are now.
    mutating func takePending(on actor: (any Actor)?) -> Write? {
        pending?.model.actor === actor ? takePending() : nil
    }

    private mutating func takePending() -> Write? {
        guard let state = pending else { return nil }
        pending = nil
        inProgress = state.number
        retry = nil
        let keepsBackup = nextBackup.map { $0 <= ContinuousClock.now } ?? true
        return Write(state: state, keepsBackup: keepsBackup, expected: expected)
    }

    /// Returns the pending state when the autosaver is deinitialized.
    mutating func takeLast() -> Write? {
        sleeper?.cancel()
        // A writer would keep the autosaver alive, so there is none.
        return takePending()
    }

    /// Records that the file holds what was written, even if an error follows: then the next attempt may replace that, and
    /// needs no backup of it.
    mutating func didPublish(_ write: Write, _ version: GraphFileVersion) {
        expected = version
        if write.keepsBackup {
            nextBackup = ContinuousClock.now + timing.betweenBackups
        }
    }

    /// Records that a state was saved, or is lost because its model is gone. Returns the waiters for it.
    mutating func didEnd(_ state: State, _ loss: (any Error)?) -> [Waiter] {
        self.loss = loss
        saved = state.number
        inProgress = nil
        earliest = ContinuousClock.now + timing.betweenWrites
        return takeWaiters { $0.state <= state.number }
    }

    /// Records that a state could not be written. It is tried again unless there is a newer one, at once if somebody began to
    /// wait during the attempt.
    ///
    /// - Returns: The other waiters for the state.
    mutating func didFail(_ state: State) -> [Waiter] {
        let now = ContinuousClock.now
        inProgress = nil
        earliest = now + timing.betweenWrites
        if pending == nil {
            pending = state
            retry = now + timing.afterFailure
        }
        defer {
            for index in waiters.indices { waiters[index].isLate = false }
        }
        return takeWaiters { $0.state <= state.number && !$0.isLate }
    }

    private mutating func takeWaiters(
        _ isOver: ((state: UInt64, isLate: Bool, waiter: Waiter)) -> Bool
    ) -> [Waiter] {
        defer { waiters.removeAll(where: isOver) }
        return waiters.filter(isOver).map(\.waiter)
    }
}
