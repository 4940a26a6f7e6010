import Synchronization

/// Keeps a few idle values for reuse, each under a key that says what it is for.
final class IdlePool<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private let idle = Mutex<[(key: Key, value: Value)]>([])
    private static var maximumCount: Int { 4 }

    /// Calls `body` with a value for exclusive use, an idle one or one that `make` creates.
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
