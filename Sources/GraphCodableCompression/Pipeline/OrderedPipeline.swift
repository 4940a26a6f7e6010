/// Works on a few jobs at once and gives them back in the order in which they came.
///
/// The thread that owns the pipeline submits the jobs and takes them back. It works itself whenever it would have to
/// wait, so that a pipeline of *n* threads starts at most *n* − 1, none at all for a single job, and goes on even when
/// the system gives it no thread.
///
/// Invariants: `slots` and `isStopping` are only touched under the monitor's lock. A job is only touched by its owner
/// before `submit` and after `takeOldest`, and in between by the one thread that set its slot to `running`.
final class OrderedPipeline<Job: AnyObject>: @unchecked Sendable {
    private enum State {
        case waiting, running, done
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

    /// The most jobs that should be in flight: enough to keep all threads busy while the oldest is being handed on.
    let capacity: Int
    private let helperLimit: Int
    /// Called once in every thread that works; what it returns is called for each job.
    private let makeWorker: () -> (Job) -> Void
    private lazy var ownWorker = makeWorker()
    private let monitor = Monitor()
    private var slots: [Slot] = []
    private var isStopping = false
    /// Only touched by the owner.
    private var helpers: [SystemThread] = []

    init(threadCount: Int, makeWorker: @escaping () -> (Job) -> Void) {
        helperLimit = max(0, threadCount - 1)
        capacity = threadCount > 1 ? threadCount * 2 : 1
        self.makeWorker = makeWorker
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
        monitor.withLock {
            slot.state = .done
            monitor.signalAll()
        }
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
