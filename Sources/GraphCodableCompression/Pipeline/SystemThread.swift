import Foundation

/// A system thread outside the pool of Swift concurrency, so waiting for it never starves that pool.
struct SystemThread {
    private let thread: pthread_t

    /// Starts a thread that blocks all signals; `nil` if the system cannot start one.
    static func start(_ body: @escaping () -> Void) -> SystemThread? {
        var all = sigset_t()
        var old = sigset_t()
        sigfillset(&all)
        // The program's own threads handle signals. A thread inherits the mask of its creator.
        pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
        let context = Unmanaged.passRetained(ThreadBody(body))
        #if canImport(Darwin)
        var made: pthread_t?
        let status = pthread_create(&made, nil, { ThreadBody.run($0) }, context.toOpaque())
        #else
        var made = pthread_t()
        let status = pthread_create(&made, nil, { ThreadBody.run($0) }, context.toOpaque())
        #endif
        guard status == 0 else {
            context.release()
            return nil
        }
        #if canImport(Darwin)
        return made.map(SystemThread.init)
        #else
        return SystemThread(thread: made)
        #endif
    }

    /// Waits until the thread ends. Call either this or ``detach()``, once.
    func join() {
        pthread_join(thread, nil)
    }

    /// Lets the thread end without waiting for it.
    func detach() {
        pthread_detach(thread)
    }
}

/// Passes a closure through C.
private final class ThreadBody {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) {
        self.body = body
    }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let context {
            Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
        }
        return nil
    }
}

/// A lock with a condition variable.
///
/// Invariant: both are on the heap, because their addresses must not change, and exist as long as this object.
final class Monitor: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Waits for a signal from another thread. The lock must be held. The wait may also end spuriously.
    func wait() {
        pthread_cond_wait(condition, mutex)
    }

    /// Wakes all waiting threads.
    func signalAll() {
        pthread_cond_broadcast(condition)
    }
}
