import Foundation
import Synchronization

/// Holds up threads until it is opened, as a slow disk does, and tells when one has come.
final class Gate: Sendable {
    private let arrivals = Mutex(0)
    private let semaphore = DispatchSemaphore(value: 0)
    private let isOpen = Atomic<Bool>(false)

    /// The number of threads that have come.
    var count: Int { arrivals.withLock { $0 } }

    /// Waits until the gate is open.
    func pass() {
        arrivals.withLock { $0 += 1 }
        guard !isOpen.load(ordering: .sequentiallyConsistent) else { return }
        semaphore.wait()
        semaphore.signal()
    }

    /// Lets all pass, now and later.
    func open() {
        isOpen.store(true, ordering: .sequentiallyConsistent)
        semaphore.signal()
    }

    /// Waits, without blocking the thread, until so many have come.
    func arrival(_ count: Int = 1) async throws {
        while self.count < count {
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
