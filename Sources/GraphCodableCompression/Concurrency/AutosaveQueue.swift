/// The state of an autosaver: the pending state of the graph, the saved state, and the waiters.
///
/// States are numbered from 1 in the order in which they arrive.
///
/// Invariant: while the newest state is not on disk, it is in `pending` or being written.
struct AutosaveQueue: ~Copyable {
    typealias Waiter = CheckedContinuation<Void, any Error>

    /// A state of the graph.
    struct State: Sendable {
        let number: UInt64
        /// Returns the raw archive; may encode it first.
        let encode: @Sendable () throws -> [UInt8]
    }

    /// The writer's next step.
    enum Step {
        case write(State, keepsBackup: Bool)
        /// Sleeps until the task ends, which happens early if somebody starts to wait.
        case sleep(Task<Void, Never>)
        case stop
    }

    private enum Place {
        case announced, cancelled
        case waiting(for: UInt64, Waiter)
    }

    private let timing: GraphAutosaver.Timing
    private var pending: State?
    private var newest: UInt64 = 0
    private var saved: UInt64 = 0
    private(set) var isFinished = false
    private var isWriting = false
    private var waiters: [UInt64: Place] = [:]
    private var nextWaiter: UInt64 = 0
    private var sleeper: Task<Void, Never>?
    /// The earliest time for the next write.
    private var earliest: ContinuousClock.Instant?
    /// The time for the next attempt, if the pending state has failed.
    private var retry: ContinuousClock.Instant?
    private var nextBackup: ContinuousClock.Instant?

    init(_ timing: GraphAutosaver.Timing) {
        self.timing = timing
    }

    /// Whether the newest state is not on disk yet.
    var hasUnsavedState: Bool { saved < newest }

    private var isUrgent: Bool {
        waiters.values.contains { if case .waiting = $0 { true } else { false } }
    }
}

extension AutosaveQueue {
    // MARK: Those who save

    /// Replaces the pending state.
    ///
    /// - Returns: Whether to start a writer.
    mutating func add(_ encode: @escaping @Sendable () throws -> [UInt8]) -> Bool {
        newest += 1
        pending = State(number: newest, encode: encode)
        if retry != nil {
            retry = nil
            sleeper?.cancel()
        }
        return startWriting()
    }

    mutating func finish() {
        isFinished = true
    }

    /// Returns a number for a new waiter.
    mutating func announceWaiter() -> UInt64 {
        nextWaiter += 1
        waiters[nextWaiter] = .announced
        return nextWaiter
    }

    /// Adds a waiter for the newest state, until that has been saved or has failed.
    ///
    /// - Returns: Whether to start a writer.
    mutating func wait(_ number: UInt64, _ waiter: Waiter) -> Bool {
        if case .cancelled = waiters[number] {
            waiters[number] = nil
            waiter.resume(throwing: CancellationError())
            return false
        }
        guard hasUnsavedState else {
            waiters[number] = nil
            waiter.resume()
            return false
        }
        waiters[number] = .waiting(for: newest, waiter)
        sleeper?.cancel()
        return startWriting()
    }

    /// Removes a waiter. The state is still written.
    mutating func cancelWaiter(_ number: UInt64) {
        switch waiters[number] {
        case .announced: waiters[number] = .cancelled
        case .waiting(_, let waiter):
            waiters[number] = nil
            waiter.resume(throwing: CancellationError())
        case .cancelled, nil: break
        }
    }

    private mutating func startWriting() -> Bool {
        guard pending != nil, !isWriting else { return false }
        isWriting = true
        return true
    }
}

extension AutosaveQueue {
    // MARK: The writer

    /// Returns the writer's next step. After `stop` the writer ends, and another one is started when necessary.
    mutating func nextStep() -> Step {
        sleeper = nil
        guard let state = pending else {
            isWriting = false
            return .stop
        }
        let now = ContinuousClock.now
        if let due = [earliest, retry].compactMap({ $0 }).max(), due > now, !isUrgent {
            let task = Task.detached { _ = try? await Task.sleep(until: due, clock: .continuous) }
            sleeper = task
            return .sleep(task)
        }
        pending = nil
        retry = nil
        return .write(state, keepsBackup: nextBackup.map { $0 <= now } ?? true)
    }

    /// Returns the step for the pending state when the autosaver is deinitialized.
    mutating func takeLast() -> Step {
        sleeper?.cancel()
        earliest = nil
        retry = nil
        return nextStep()
    }

    /// Records that a state was saved.
    ///
    /// - Returns: The waiters for the state.
    mutating func didWrite(_ state: State, keptBackup: Bool) -> [Waiter] {
        let now = ContinuousClock.now
        saved = state.number
        earliest = now + timing.betweenWrites
        if keptBackup {
            nextBackup = now + timing.betweenBackups
        }
        return takeWaiters(upTo: state.number)
    }

    /// Records that a state could not be written. It is tried again unless there is a newer one.
    ///
    /// - Returns: The waiters for the state.
    mutating func didFail(_ state: State) -> [Waiter] {
        let now = ContinuousClock.now
        earliest = now + timing.betweenWrites
        if pending == nil {
            pending = state
            retry = now + timing.afterFailure
        }
        return takeWaiters(upTo: state.number)
    }

    private mutating func takeWaiters(upTo state: UInt64) -> [Waiter] {
        var taken: [Waiter] = []
        for (number, place) in waiters {
            guard case .waiting(let wanted, let waiter) = place, wanted <= state else { continue }
            waiters[number] = nil
            taken.append(waiter)
        }
        return taken
    }
}
