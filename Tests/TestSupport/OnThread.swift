import Foundation
import Testing

/// Runs a closure on a thread with a stack of some bytes, by default the smallest of the supported systems.
///
/// - Parameter sanitizedSize: The least size under a sanitizer, for whose code frames take several times as much.
package func onThread<Value: Sendable>(
    stackSize: Int = 512 << 10, sanitizedSize: Int = 0, _ body: @escaping @Sendable () throws -> Value
) throws -> Value {
    let result = Locked<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        result.set(Result { try body() })
        done.signal()
    }
    let isSanitized = ProcessInfo.processInfo.environment["SANITIZER"] != nil
    thread.stackSize = isSanitized ? max(stackSize, sanitizedSize) : stackSize
    thread.start()
    done.wait()
    return try #require(result.get()).get()
}
