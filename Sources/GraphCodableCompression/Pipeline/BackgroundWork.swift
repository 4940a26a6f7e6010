import Foundation
import Synchronization

/// Long or blocking work on a separate thread, which a task awaits.
///
/// It uses neither Swift's cooperative pool nor Dispatch: compression would block their threads, and `fsync` can take
/// seconds.
final class BackgroundWork: Sendable {
    private let isCancelled = Atomic<Bool>(false)
    private let total = Atomic<Int64>(0)
    private let progress: Progress?

    /// The share of the work that the bytes of ``advance(to:)`` are.
    private let shareOfBytes: Double

    /// The progress can cancel the work. The share of bytes is that of reading or writing; decoding is the rest.
    init(_ progress: Progress?, shareOfBytes: Double = 1) {
        self.progress = progress
        self.shareOfBytes = shareOfBytes
    }

    /// Runs `body` on a separate thread, without blocking the caller's actor.
    ///
    /// If the task is cancelled, the next call of ``check()`` in `body` throws an error. This method always waits for
    /// `body` to return, so no work is left afterwards.
    func run<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: @escaping @Sendable () throws -> sending Value
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

    static var noThread: GraphContainerError {
        GraphContainerError(
            .fileFailure, "The system has no more threads for saving and loading. Save and load fewer files at once.",
            underlyingError: SystemCallError(call: "pthread_create", number: EAGAIN))
    }
}

extension BackgroundWork {
    // MARK: What the work calls

    /// Throws an error if the task that waits for the work, the one that calls this, or the progress is cancelled.
    func check() throws {
        if isCancelled.load(ordering: .relaxed) || Task.isCancelled || progress?.isCancelled == true {
            throw CancellationError()
        }
    }

    func begin(byteCount: UInt64) {
        // The last unit is counted by `finish()`, so that the progress doesn't finish early.
        let count = Int64(clamping: max(byteCount, 1))
        total.store(count, ordering: .relaxed)
        progress?.totalUnitCount = count
        progress?.completedUnitCount = 0
    }

    func advance(to byteCount: UInt64) throws {
        try check()
        complete(Double(byteCount) * shareOfBytes)
    }

    /// Sets the progress of decoding what has been read, between 0 and 1. Throws the errors of ``check()``.
    func advance(toDecoded share: Double) throws {
        try check()
        complete(Double(total.load(ordering: .relaxed)) * (shareOfBytes + (1 - shareOfBytes) * share))
    }

    private func complete(_ count: Double) {
        guard let progress else { return }
        // An estimate may fall: more may have been deferred than before.
        let largest = max(total.load(ordering: .relaxed), 1) - 1
        progress.completedUnitCount = max(min(Int64(count), largest), min(progress.completedUnitCount, largest))
    }

    func finish() {
        guard let progress else { return }
        progress.totalUnitCount = max(progress.totalUnitCount, 1)
        progress.completedUnitCount = progress.totalUnitCount
    }
}
