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

/// Long or blocking work on a separate thread, which a task awaits.
///
/// It uses neither Swift's cooperative pool nor Dispatch: compression would block their threads, and `fsync` can take
/// seconds.
final class BackgroundWork: Sendable {
    private let isCancelled = Atomic<Bool>(false)
    private let total = Atomic<Int64>(0)
    private let progress: Progress?

    /// - Parameter progress: Receives the progress, and can cancel the work.
    init(_ progress: Progress?) {
        self.progress = progress
    }

    /// Runs `body` on a separate thread, without blocking the caller's actor.
    ///
    /// If the task is cancelled, the next call of ``check()`` in `body` throws an error. This method always waits for
    /// `body` to return, so no work is left afterwards.
    ///
    /// - Throws: The errors of `body`; `GraphContainerError.fileFailure` if the system cannot start a thread.
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

    /// Throws `CancellationError` if the task or the progress has been cancelled.
    func check() throws {
        if isCancelled.load(ordering: .relaxed) || progress?.isCancelled == true { throw CancellationError() }
    }

    /// Sets the total number of bytes.
    func begin(byteCount: UInt64) {
        // The last unit is counted by `finish()`, so that the progress doesn't finish early.
        let count = Int64(clamping: max(byteCount, 1))
        total.store(count, ordering: .relaxed)
        progress?.totalUnitCount = count
    }

    /// Sets the number of completed bytes. Throws the errors of ``check()``.
    func advance(to byteCount: UInt64) throws {
        try check()
        progress?.completedUnitCount = min(Int64(clamping: byteCount), max(total.load(ordering: .relaxed), 1) - 1)
    }

    /// Marks the progress as finished.
    func finish() {
        guard let progress else { return }
        progress.totalUnitCount = max(progress.totalUnitCount, 1)
        progress.completedUnitCount = progress.totalUnitCount
    }
}
