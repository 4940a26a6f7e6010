/// What an autosaver knows: the state that waits to be written, what is on the disk, and who waits for that.
///
/// States are numbered from 1 in the order in which they come.
///
/// Invariant: while the newest state is not on the disk, it waits in `pending` or is being written.
struct AutosaveQueue: ~Copyable {
    typealias Waiter = CheckedContinuation<Void, any Error>

    /// A state of the graph.
    struct State: Sendable {
        let number: UInt64
        /// Gives its raw archive; may encode it first.
        let encode: @Sendable () throws -> [UInt8]
    }

    /// What the writer is to do next.
    enum Step {
        case write(State, keepsBackup: Bool)
        /// Sleeps until the task ends, which it does early when somebody waits.
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
    /// When the next state may be written.
    private var earliest: ContinuousClock.Instant?
    /// When the waiting state, which has failed, may be tried again.
    private var retry: ContinuousClock.Instant?
    private var nextBackup: ContinuousClock.Instant?

    init(_ timing: GraphAutosaver.Timing) {
        self.timing = timing
    }

    /// Whether a state is not on the disk.
    var hasUnsavedState: Bool { saved < newest }

    private var isUrgent: Bool {
        waiters.values.contains { if case .waiting = $0 { true } else { false } }
    }
}

extension AutosaveQueue {
    // MARK: Those who save

    /// Takes a state, in place of the one that waited.
    ///
    /// - Returns: Whether a writer must be started.
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

    /// Gives whoever is going to wait a number.
    mutating func announceWaiter() -> UInt64 {
        nextWaiter += 1
        waiters[nextWaiter] = .announced
        return nextWaiter
    }

    /// Lets somebody wait until the newest state of now is on the disk, or has failed to get there.
    ///
    /// - Returns: Whether a writer must be started.
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

    /// Lets somebody wait no longer. What is to be written is written nevertheless.
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

    /// What to do next. After `stop` the writer is over; another one is started when there is a reason.
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

    /// The state that nobody else will write, for the autosaver's end.
    mutating func takeLast() -> Step {
        sleeper?.cancel()
        earliest = nil
        retry = nil
        return nextStep()
    }

    /// Takes note that a state is on the disk.
    ///
    /// - Returns: Those who waited for it.
    mutating func didWrite(_ state: State, keptBackup: Bool) -> [Waiter] {
        let now = ContinuousClock.now
        saved = state.number
        earliest = now + timing.betweenWrites
        if keptBackup {
            nextBackup = now + timing.betweenBackups
        }
        return takeWaiters(upTo: state.number)
    }

    /// Takes note that a state could not be written. It is tried again unless a newer one has come.
    ///
    /// - Returns: Those who waited for it.
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
