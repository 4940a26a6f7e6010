import Foundation

/// A thread of the system, outside the thread pool of Swift concurrency: it may block without starving that pool.
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
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, { ThreadBody.run($0) }, context.toOpaque()) == 0 else {
            context.release()
            return nil
        }
        return (thread as pthread_t?).map(SystemThread.init)
    }

    /// Waits until the thread ends. Call either this or ``detach()``, once.
    func join() {
        pthread_join(thread, nil)
    }

    func detach() {
        pthread_detach(thread)
    }
}

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
