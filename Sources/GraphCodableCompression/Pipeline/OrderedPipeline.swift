import Foundation

/// Processes several jobs in parallel and returns them in their original order.
///
/// The thread that owns the pipeline submits the jobs and takes them back. It processes jobs itself whenever it would
/// have to wait. So a pipeline of *n* threads starts at most *n* − 1, none for a single job, and works even if the
/// system cannot start any thread.
///
/// Invariants: `slots` and `isStopping` are only accessed under the monitor's lock, and so is the state of a slot in `slots`
/// unless the same thread has set it to `running`. A job is only accessed by its owner before `submit` and after
/// `takeOldest`, and in between by the one thread that set its slot to `running`.
final class OrderedPipeline<Job: AnyObject>: @unchecked Sendable {
    private enum State {
        case waiting, running, done
    }

    private final class Slot {
        let job: Job
        var state = State.waiting
        /// The error of the worker, set by the thread that runs the job.
        var error: (any Error)?

        init(_ job: Job) {
            self.job = job
        }
    }

    /// The number of jobs that should be in flight: enough to keep all threads busy while the owner handles the oldest
    /// job and prepares the next one. It includes jobs that are done but have not been taken.
    private let capacity: Int
    private let helperLimit: Int
    /// Called once in each working thread; the result is called for each job. The errors of both are those of the job.
    private let makeWorker: () throws -> (Job) throws -> Void
    private lazy var ownWorker = Result { try makeWorker() }
    private let monitor = NSCondition()
    private var slots: [Slot] = []
    private var isStopping = false
    /// Only accessed by the owner.
    private var helpers: [SystemThread] = []

    /// Creates a pipeline without starting threads, of which the owner's is one.
    init(threadCount: Int, makeWorker: @escaping () throws -> (Job) throws -> Void) {
        helperLimit = max(0, threadCount - 1)
        capacity = threadCount > 1 ? threadCount * 3 : 1
        self.makeWorker = makeWorker
    }

    /// Adds a job, and then hands on the oldest ones while there are as many as ``capacity``.
    ///
    /// - Throws: The errors of the jobs and of `body`. The jobs that follow remain.
    func submit(_ job: Job, handingOn body: (Job) throws -> Void) throws {
        let waiting = monitor.withLock {
            slots.append(Slot(job))
            monitor.broadcast()
            return slots.count { $0.state == .waiting }
        }
        // Starting a helper is worthwhile only if more than one job is waiting.
        if waiting > 1, helpers.count < helperLimit, let helper = SystemThread.start({ self.runQueuedJob() }) {
            helpers.append(helper)
        }
        while monitor.withLock({ slots.count >= capacity }), let oldest = try takeOldest() { try body(oldest) }
    }

    /// Hands on all jobs in order, each when it is done.
    ///
    /// - Throws: The same errors as ``submit(_:handingOn:)``.
    func drain(_ body: (Job) throws -> Void) throws {
        while let oldest = try takeOldest() { try body(oldest) }
    }

    /// Returns the oldest job when it is done, or throws its error; `nil` if there is none.
    private func takeOldest() throws -> Job? {
        while let slot = nextForOwner() {
            guard slot.state == .done else {
                perform(slot, with: ownWorker)
                continue
            }
            if let error = slot.error { throw error }
            return slot.job
        }
        return nil
    }

    /// Returns the oldest job if it is done, or else one to process meanwhile; `nil` if there are none.
    private func nextForOwner() -> Slot? {
        monitor.withLock {
            while let oldest = slots.first {
                if oldest.state == .done { return slots.removeFirst() }
                if let slot = claim() { return slot }
                monitor.wait()
            }
            return nil
        }
    }

    /// Discards the jobs that have not been started, and waits for the others. The owner may only call this again.
    func stop() {
        monitor.withLock {
            isStopping = true
            slots.removeAll { $0.state == .waiting }
            monitor.broadcast()
        }
        for helper in helpers {
            helper.join()
        }
        helpers = []
    }

    /// Returns the next job to process. The lock must be held.
    private func claim() -> Slot? {
        let slot = slots.first { $0.state == .waiting }
        slot?.state = .running
        return slot
    }

    private func perform(_ slot: Slot, with worker: Result<(Job) throws -> Void, any Error>) {
        do {
            try worker.get()(slot.job)
        } catch {
            slot.error = error
        }
        monitor.withLock {
            slot.state = .done
            // The owner waits only for the oldest job, and helpers wait for new jobs.
            if slot === slots.first { monitor.broadcast() }
        }
    }

    private func runQueuedJob() {
        let worker = Result { try makeWorker() }
        while let slot = nextForHelper() {
            perform(slot, with: worker)
        }
    }

    private func nextForHelper() -> Slot? {
        monitor.withLock {
            while !isStopping {
                if let slot = claim() { return slot }
                monitor.wait()
            }
            return nil
        }
    }
}

/// Returns the number of threads to use: the requested number, within limits, or one per core.
func effectiveThreadCount(_ requested: Int?) -> Int {
    min(max(1, requested ?? ProcessInfo.processInfo.activeProcessorCount), 256)
}
