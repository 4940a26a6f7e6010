import GraphCodable
import Synchronization

/// Flattens a graph of `Codable` values and objects, with shared objects and cycles, into plain values.
///
/// ```swift
/// let flattened = try CyclicEncoder().flatten(things)
/// let data = try JSONEncoder().encode(flattened)
/// ```
///
/// Each object is encoded once. An object with several references gets a number. One with a single reference is
/// stored in place, unless values are nested too deeply there. Objects may be linked to any depth, because the
/// encoder doesn't follow references recursively. Therefore an object's `encode(to:)` runs after the method of the
/// value that refers to it, which cannot catch its errors.
///
/// An encoder is reusable and thread-safe.
public final class CyclicEncoder: Sendable {
    /// The classes whose instances are encoded with their own class.
    public let types: RegisteredTypes
    private let values = Mutex<[CodingUserInfoKey: any Sendable]>([:])

    /// Creates an encoder.
    ///
    /// - Parameter types: The classes whose instances are encoded with their own class, so that decoding restores it;
    ///   none by default.
    public init(types: RegisteredTypes = []) {
        self.types = types
    }

    /// The values that `encode(to:)` finds in the encoder's `userInfo`.
    @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { values.withLock { $0 } }
        set { values.withLock { $0 = newValue } }
    }

    /// Flattens a graph.
    ///
    /// - Parameter root: The value or object from which everything else is reachable.
    /// - Returns: The graph as plain values, for ``CyclicDecoder`` or any coder.
    /// - Throws: `EncodingError` if a cycle has no cycle breaker; its underlying error is a ``CyclicCodingError`` with
    ///   the code `undecodableCycle`. ``CyclicCodingError`` with the code `depthExceeded` if values, not objects, are
    ///   nested too deeply, and `misuse` if another class was registered later with the name of an object's class. Any error
    ///   of an `encode(to:)`.
    /// - Complexity: O(*n*) for *n* values.
    public func flatten<Root: Encodable>(_ root: Root) throws -> FlattenedContainer {
        let session = FlatteningSession(types: types, userInfo: userInfo)
        let (objects, root) = try session.flatten(root).trees(session.policy)
        return FlattenedContainer(referenced: objects, root: root)
    }
}
