import GraphCodable
import Synchronization

/// Restores a graph of `Codable` values and objects that ``CyclicEncoder`` flattened.
///
/// ```swift
/// let things = try CyclicDecoder().decode([Thing].self, from: flattened)
/// ```
///
/// Cycle breakers are empty while `init(from:)` runs; they are set after all objects have been created.
///
/// A decoder is reusable and thread-safe.
public final class CyclicDecoder: Sendable {
    /// The classes whose instances are decoded with their own class.
    public let types: RegisteredTypes
    /// The limits for containers: the number of referenced objects, the depth of values, and the cost.
    public let policy: GraphDecodingPolicy
    private let values = Mutex<[CodingUserInfoKey: any Sendable]>([:])

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - types: The classes that were registered with the encoder; none by default.
    ///   - policy: The limits for containers.
    public init(types: RegisteredTypes = [], policy: GraphDecodingPolicy = GraphDecodingPolicy()) {
        self.types = types
        self.policy = policy
    }

    /// The values that `init(from:)` finds in the decoder's `userInfo`.
    @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { values.withLock { $0 } }
        set { values.withLock { $0 = newValue } }
    }

    /// Restores a graph.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - container: The flattened graph.
    /// - Returns: The root. Objects to which only cycle breakers refer have been released.
    /// - Throws: `DecodingError` if the container doesn't match the types. If objects require each other to be decoded,
    ///   its underlying error is a ``CyclicCodingError`` with the code `undecodableCycle`. ``CyclicCodingError`` with
    ///   the code `malformed` if the container is damaged, `typeNotRegistered` or `wrongClass` if an object has another
    ///   class, `hashChanged` if an element of a set has changed since it was hashed, and `depthExceeded` or `limitExceeded` if the
    ///   container exceeds the ``policy``. Any error of an `init(from:)`.
    /// - Complexity: O(*n*) for *n* values.
    public func decode<Root: Decodable>(_ type: Root.Type, from container: FlattenedContainer) throws -> Root {
        let values = try FlatValues(objects: container.referenced, root: container.root, policy)
        return try RestoringSession(values, types: types, policy: policy, userInfo: userInfo).restore(type)
    }
}
