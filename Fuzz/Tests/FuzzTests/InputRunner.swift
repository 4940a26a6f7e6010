import Foundation
import TestSupport
import Testing

/// Runs many inputs on one thread, each within its bounds. What does not come back is ended by a ``Watchdog``.
///
/// To measure each input would take longer than most inputs. So they are measured by the batch; a batch that takes no more than
/// one input may take has no input that takes more. One that does take more is run again, each input for itself. Memory is
/// that of the process, so no other batch runs meanwhile.
final class InputRunner {
    private static let batchSize = 256
    /// Held by all who run batches, or by one who runs inputs alone.
    private static let turns = Turns()

    private let name: String
    private let bounds: Bounds
    private let watchdog: Watchdog
    private let body: (UnsafeRawBufferPointer) -> Void
    private var batch: [[UInt8]] = []

    /// Whether no input has exceeded the bounds.
    private(set) var isSound = true

    /// Makes a runner, which the thread that makes it uses alone.
    ///
    /// - Parameters:
    ///   - name: What is tested, and the seed that gives its inputs again.
    ///   - bounds: What an input may take.
    ///   - body: Does with an input what is tested.
    init(_ name: String, _ bounds: Bounds, _ body: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.name = name
        self.bounds = bounds
        self.body = body
        // The sanitizers, debug code and other programs take their time; what hangs takes more than that.
        watchdog = Watchdog(name, seconds: max(60, 20 * bounds.seconds))
    }

    /// Runs an input, now or later.
    func run(_ input: [UInt8]) {
        guard Torture.isOn else { return runOnce(input) }
        batch.append(input)
        if batch.count == Self.batchSize {
            finish()
        }
    }

    /// Runs the inputs that are left. An issue is recorded for each that exceeds its bounds.
    func finish() {
        let usage = Self.turns.shared { Usage.measure { batch.forEach(runOnce) } }
        if !bounds.allows(usage) {
            Self.turns.alone { batch.forEach(check) }
        }
        batch.removeAll(keepingCapacity: true)
    }

    private func check(_ input: [UInt8]) {
        Usage.forgetLargestMemory()
        let usage = Usage.measure { runOnce(input) }
        guard !bounds.allows(usage) else { return }
        isSound = false
        Issue.record("\(name): \(usage) for these \(input.count) bytes: \(Watchdog.hexadecimal(input))")
    }

    private func runOnce(_ input: [UInt8]) {
        watchdog.begin(input)
        input.withUnsafeBytes(body)
        watchdog.end()
    }
}

/// A lock that many hold together, or one alone.
private final class Turns: @unchecked Sendable {
    // Unchecked: the pointer does not change, and the lock is made for threads.
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() {
        pthread_rwlock_init(lock, nil)
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    func shared<Result>(_ body: () -> Result) -> Result {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return body()
    }

    func alone(_ body: () -> Void) {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        body()
    }
}
