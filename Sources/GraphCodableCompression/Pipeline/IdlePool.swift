import Synchronization

/// Keeps a few idle values for reuse, each under a key that says what it is for.
final class IdlePool<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private let idle = Mutex<[(key: Key, value: Value)]>([])
    /// The maximum number of idle values.
    private static var maximumCount: Int { 4 }

    /// Calls `body` with a value for exclusive use.
    ///
    /// - Parameters:
    ///   - key: What the value is for.
    ///   - make: Creates a value if none is idle.
    ///   - body: A closure that receives the value.
    /// - Throws: The errors of `make` and `body`.
    func use<Result>(_ key: Key, make: () throws -> Value, _ body: (Value) throws -> Result) rethrows -> Result {
        let found = idle.withLock { idle in
            idle.lastIndex { $0.key == key }.map { idle.remove(at: $0).value }
        }
        let value = try found ?? make()
        defer {
            idle.withLock {
                // The one that has been idle longest is probably no longer in use.
                if $0.count == Self.maximumCount { $0.removeFirst() }
                $0.append((key, value))
            }
        }
        return try body(value)
    }
}
