/// Works on a few jobs at once and gives them back in the order in which they came.
///
/// The thread that owns the pipeline submits the jobs and takes them back. It works itself whenever it would have to
/// wait, so that a pipeline of *n* threads starts at most *n* − 1, none at all for a single job, and goes on even when
/// the system gives it no thread.
///
/// What has to be done with one job after the other, in their order, is done by whichever thread makes it possible: the
/// one that worked on a job goes on with it, if the jobs before are done and nobody is busy with one of them, and with
/// those after it that wait for this. So the thread that has a job in its cache is mostly the one that goes on with it,
/// and no thread waits for its turn.
///
/// Invariants: `slots`, `isInTurn` and `isStopping` are only touched under the monitor's lock. A job is only touched by its
/// owner before `submit` and after `takeOldest`, and in between by the one thread that set its slot to `running`, and then
/// by the one that set `isInTurn` for it. While `isInTurn` is not set, the first job that is not done is not `worked` on
/// either, so that none is left behind.
final class OrderedPipeline<Job: AnyObject>: @unchecked Sendable {
    private enum State {
        case waiting, running, worked, done
    }

    private final class Slot {
        let job: Job
        var state = State.waiting

        init(_ job: Job) {
            self.job = job
        }
    }

    /// What the owner has to do while it waits for a job.
    private enum Step {
        case finished(Job?), work(Slot), again
    }

    /// The most jobs that should be in flight: enough to keep all threads busy while the oldest is being handed on and the
    /// next one is being prepared. Jobs that are done and wait to be taken count, too.
    let capacity: Int
    private let helperLimit: Int
    /// Called once in every thread that works; what it returns is called for each job.
    private let makeWorker: () -> (Job) -> Void
    /// Called for one job after the other, in any thread.
    private let inOrder: (Job) -> Void
    private lazy var ownWorker = makeWorker()
    private let monitor = Monitor()
    private var slots: [Slot] = []
    /// Whether a thread is in `inOrder`.
    private var isInTurn = false
    private var isStopping = false
    /// Only touched by the owner.
    private var helpers: [SystemThread] = []

    /// Makes a pipeline, and starts no thread yet.
    ///
    /// - Parameters:
    ///   - threadCount: The most threads that may work, with the owner's.
    ///   - inOrder: Called for each job when it has been worked on: for one job after the other in their order, in any of
    ///     the threads. What it changes may be read by the owner once it has taken the job and there are no others.
    ///   - makeWorker: Called once in every thread that works; what it returns is called for each job.
    init(
        threadCount: Int, inOrder: @escaping (Job) -> Void = { _ in }, makeWorker: @escaping () -> (Job) -> Void
    ) {
        helperLimit = max(0, threadCount - 1)
        capacity = threadCount > 1 ? threadCount * 3 : 1
        self.makeWorker = makeWorker
        self.inOrder = inOrder
    }

    /// The number of jobs submitted and not yet taken back.
    var inFlight: Int { monitor.withLock { slots.count } }

    /// Adds a job. The owner should first take jobs back until there are fewer than ``capacity``.
    func submit(_ job: Job) {
        let waiting = monitor.withLock {
            slots.append(Slot(job))
            monitor.signalAll()
            return slots.count { $0.state == .waiting }
        }
        // A helper is worth its start only when there is more to do than the owner can do at once.
        if waiting > 1, helpers.count < helperLimit, let helper = SystemThread.start({ self.help() }) {
            helpers.append(helper)
        }
    }

    /// The oldest job, done; `nil` when there is none.
    func takeOldest() -> Job? {
        while true {
            let step: Step = monitor.withLock {
                guard let oldest = slots.first else { return .finished(nil) }
                if oldest.state == .done {
                    return .finished(slots.removeFirst().job)
                }
                if let slot = claim() {
                    return .work(slot)
                }
                monitor.wait()
                return .again
            }
            switch step {
            case .finished(let job): return job
            case .work(let slot): perform(slot, with: ownWorker)
            case .again: continue
            }
        }
    }

    /// Forgets the jobs that have not begun, and waits for those that have. Must be the owner's last call.
    func stop() {
        monitor.withLock {
            isStopping = true
            slots.removeAll { $0.state == .waiting }
            monitor.signalAll()
        }
        for helper in helpers {
            helper.join()
        }
        helpers = []
    }

    /// The next job to work on; the lock must be held.
    private func claim() -> Slot? {
        let slot = slots.first { $0.state == .waiting }
        slot?.state = .running
        return slot
    }

    private func perform(_ slot: Slot, with worker: (Job) -> Void) {
        worker(slot.job)
        var next = monitor.withLock {
            slot.state = .worked
            return claimTurn()
        }
        while let slot = next {
            inOrder(slot.job)
            next = monitor.withLock {
                slot.state = .done
                isInTurn = false
                // The owner waits for the oldest job alone, the helpers for new ones.
                if slot === slots.first {
                    monitor.signalAll()
                }
                return claimTurn()
            }
        }
    }

    /// The job to go on with in order; the lock must be held.
    private func claimTurn() -> Slot? {
        guard !isInTurn, !isStopping, let slot = slots.first(where: { $0.state != .done }), slot.state == .worked else {
            return nil
        }
        isInTurn = true
        return slot
    }

    /// The life of a helping thread.
    private func help() {
        let worker = makeWorker()
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
