import Foundation

/// A value shared between threads.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func get() -> Value { lock.withLock { value } }

    package func set(_ newValue: Value) { lock.withLock { value = newValue } }
}
