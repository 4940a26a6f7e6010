import GraphCodable
import Synchronization

/// Flattens a graph of `Codable` values and objects, which may share objects and form cycles, into plain values.
///
/// ```swift
/// let flattened = try CyclicEncoder().flatten(things)
/// let data = try JSONEncoder().encode(flattened)
/// ```
///
/// Each object is encoded once. One that is met once stands where it is met; one that is met more often has a number. How
/// deep objects are linked does not matter: the encoder does not follow references recursively. For that reason the
/// `encode(to:)` of an object runs after the one of the value that refers to it, and its errors cannot be caught there.
///
/// An encoder can be used again, and from several threads at once.
public final class CyclicEncoder: Sendable {
    private struct State {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    }

    /// The classes whose instances are encoded with their class.
    public let types: RegisteredTypes
    private let state = Mutex(State())

    /// Makes an encoder.
    ///
    /// - Parameter types: The classes whose instances are encoded with their class, so that they are decoded as what they
    ///   are; none by default.
    public init(types: RegisteredTypes = []) {
        self.types = types
    }

    /// What `encode(to:)` finds in the encoder's `userInfo`.
    @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { state.withLock { $0.userInfo } }
        set { state.withLock { $0.userInfo = newValue } }
    }

    /// Flattens a graph.
    ///
    /// - Parameter root: The value or object from which everything can be reached.
    /// - Returns: The graph as plain values, for ``CyclicDecoder`` or any coder.
    /// - Throws: `EncodingError` when a cycle has no cycle breaker; its underlying error is a ``CyclicCodingError`` with the
    ///   code `undecodableCycle`. ``CyclicCodingError`` with the code `depthExceeded` when values, not objects, are nested
    ///   too deeply; whatever an `encode(to:)` throws.
    /// - Complexity: O(*n*) for *n* values.
    public func flatten<Root: Encodable>(_ root: Root) throws -> FlattenedContainer {
        let session = FlatteningSession(types: types, userInfo: userInfo)
        return try session.flatten(root)
    }
}
