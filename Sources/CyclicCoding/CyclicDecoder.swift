import GraphCodable
import Synchronization

/// Restores a graph of `Codable` values and objects from what ``CyclicEncoder`` has made of it.
///
/// ```swift
/// let things = try CyclicDecoder().decode([Thing].self, from: flattened)
/// ```
///
/// Cycle breakers are empty while `init(from:)` runs and are filled when all objects have been made. How deep objects are
/// linked does not matter.
///
/// A decoder can be used again, and from several threads at once.
public final class CyclicDecoder: Sendable {
    private struct State {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    }

    /// The classes that are decoded as what they are.
    public let types: RegisteredTypes
    /// The limits that a container must keep to: objects with a number, depth of values, and cost.
    public let policy: GraphDecodingPolicy
    private let state = Mutex(State())

    /// Makes a decoder.
    ///
    /// - Parameters:
    ///   - types: The classes that were registered with the encoder; none by default.
    ///   - policy: The limits that a container must keep to.
    public init(types: RegisteredTypes = [], policy: GraphDecodingPolicy = GraphDecodingPolicy()) {
        self.types = types
        self.policy = policy
    }

    /// What `init(from:)` finds in the decoder's `userInfo`.
    @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { state.withLock { $0.userInfo } }
        set { state.withLock { $0.userInfo = newValue } }
    }

    /// Restores a graph.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - container: The flattened graph.
    /// - Returns: The root. Objects to which only cycle breakers refer have been released.
    /// - Throws: `DecodingError` when the container holds another graph than the types ask for; ``CyclicCodingError``:
    ///   `malformed` when the container is damaged, `typeNotRegistered` or `wrongClass` when an object is of another
    ///   class, `depthExceeded` and `limitExceeded` when it breaks the ``policy``; whatever an `init(from:)` throws. When objects need each other to be
    ///   decoded, the `DecodingError` has an underlying ``CyclicCodingError`` with the code `undecodableCycle`.
    /// - Complexity: O(*n*) for *n* values.
    public func decode<Root: Decodable>(_ type: Root.Type, from container: FlattenedContainer) throws -> Root {
        let session = try RestoringSession(container, types: types, policy: policy, userInfo: userInfo)
        return try session.restore(type, from: container.root)
    }

    /// Restores a graph that is a part of an archive, and counts what that costs as the archive's.
    func decode<Root: Decodable>(
        _ type: Root.Type, from container: FlattenedContainer, in decoder: GDecoder
    ) throws -> Root {
        let session = try RestoringSession(
            container, types: types, policy: policy, userInfo: userInfo, costLeft: decoder.costLeft)
        let result = Result { try session.restore(type, from: container.root) }
        try decoder.charge(session.work.excessCost)
        return try result.get()
    }
}
