import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Work that takes long or waits for the disk, done on a thread of its own while a task waits for it.
///
/// Neither Swift's cooperative pool nor Dispatch lends the thread: compression would keep others from running, and `fsync` can
/// block for seconds.
final class BackgroundWork: Sendable {
    private let isCancelled = Atomic<Bool>(false)
    private let total = Atomic<Int64>(0)
    private let progress: Progress?

    /// - Parameter progress: Is told how far the work has come, and asked whether it was cancelled.
    init(_ progress: Progress?) {
        self.progress = progress
    }

    /// Runs `body` on a thread of its own. The caller's actor is free in the meantime.
    ///
    /// When the task is cancelled, ``check()`` throws the next time that `body` calls it. The call always waits for
    /// `body`, so that afterwards nothing is left of the work.
    ///
    /// - Throws: What `body` throws; `GraphContainerError.fileFailure` when the system has no more threads.
    func run<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let thread = SystemThread.start { continuation.resume(with: Result(catching: body)) }
                guard let thread else { return continuation.resume(throwing: Self.noThread) }
                thread.detach()
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    private static var noThread: GraphContainerError {
        GraphContainerError(
            .fileFailure, "The system has no more threads for saving and loading. Save and load fewer files at once.",
            underlyingError: SystemCallError(call: "pthread_create", number: EAGAIN))
    }
}

extension BackgroundWork {
    // MARK: What the work calls

    /// Throws `CancellationError` when the task or the progress was cancelled.
    func check() throws {
        if isCancelled.load(ordering: .relaxed) || progress?.isCancelled == true { throw CancellationError() }
    }

    /// Says how many bytes there are to work on.
    func begin(byteCount: UInt64) {
        // The last unit is counted when all is done, so that the progress is not finished before.
        let count = Int64(clamping: max(byteCount, 1))
        total.store(count, ordering: .relaxed)
        progress?.totalUnitCount = count
    }

    /// Says how many bytes are done, and throws as ``check()``.
    func advance(to byteCount: UInt64) throws {
        try check()
        progress?.completedUnitCount = min(Int64(clamping: byteCount), max(total.load(ordering: .relaxed), 1) - 1)
    }

    /// Says that all is done.
    func finish() {
        guard let progress else { return }
        progress.totalUnitCount = max(progress.totalUnitCount, 1)
        progress.completedUnitCount = progress.totalUnitCount
    }
}
