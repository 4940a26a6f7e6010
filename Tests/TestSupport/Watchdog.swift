import Foundation
import Synchronization

/// Ends the process when an input is not done after a time, and says which one it is.
///
/// The time is processor time of the thread that made the watchdog, where the system can tell it to another thread, so that a busy
/// machine ends nothing.
package final class Watchdog: Sendable {
    private struct State {
        var input: [UInt8]?
        /// How many inputs have begun.
        var number = 0
        var isOver = false
    }

    private let state: Mutex<State>

    /// Makes a watchdog for the current thread.
    ///
    /// - Parameters:
    ///   - name: What is tested, for the message.
    ///   - seconds: How long an input may take.
    ///   - bite: What to do when one takes longer, with the message; ends the process unless a test says otherwise.
    package init(_ name: String, seconds: Double, bite: @escaping @Sendable (String) -> Void = { fatalError($0) }) {
        state = Mutex(State())
        let clock = Self.clockOfThisThread()
        let thread = Thread { [weak self] in
            var (number, beginning) = (0, Usage.processorTime(clock))
            while let current = self?.state.withLock({ $0 }), !current.isOver {
                let now = Usage.processorTime(clock)
                if current.number != number || current.input == nil {
                    (number, beginning) = (current.number, now)
                } else if let input = current.input, now - beginning > seconds {
                    let text = Self.hexadecimal(input)
                    return bite("\(name): not done after \(seconds) s, with these \(input.count) bytes: \(text)")
                }
                Thread.sleep(forTimeInterval: min(1, seconds / 8))
            }
        }
        thread.stackSize = 512 << 10
        thread.start()
    }

    deinit {
        state.withLock { $0.isOver = true }
    }

    /// An input begins.
    package func begin(_ input: [UInt8]) {
        state.withLock {
            $0.input = input
            $0.number += 1
        }
    }

    /// The input has come back.
    package func end() {
        state.withLock { $0.input = nil }
    }

    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func clockOfThisThread() -> clockid_t {
        #if os(Linux)
        var clock = clockid_t()
        return pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock : CLOCK_MONOTONIC
        #else
        return CLOCK_MONOTONIC
        #endif
    }
}
