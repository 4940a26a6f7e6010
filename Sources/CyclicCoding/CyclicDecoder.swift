import GraphCodable
import Synchronization

/// Restores a graph of `Codable` values and objects from what ``CyclicEncoder`` has made of it.
///
/// ```swift
/// let things = try CyclicDecoder().decode([Thing].self, from: flattened)
/// ```
///
/// Cycle breakers are empty while `init(from:)` runs and are filled when all objects have been made. How deep objects are
/// linked does not matter as long as what is asked for at a place of a class is always the same.
///
/// A decoder can be used again, and from several threads at once.
public final class CyclicDecoder: Sendable {
    private struct State {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    }

    /// The classes that are decoded as what they are.
    public let types: RegisteredTypes
    private let state = Mutex(State())

    /// Makes a decoder.
    ///
    /// - Parameter types: The classes that were registered with the encoder; none by default.
    public init(types: RegisteredTypes = []) {
        self.types = types
    }

    /// What `init(from:)` finds in the decoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
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
    ///   class, `depthExceeded` and `limitExceeded`; whatever an `init(from:)` throws. When objects need each other to be
    ///   decoded, the `DecodingError` has an underlying ``CyclicCodingError`` with the code `undecodableCycle`.
    /// - Complexity: O(*n*) for *n* values.
    public func decode<Root: Decodable>(_ type: Root.Type, from container: FlattenedContainer) throws -> Root {
        let session = RestoringSession(container, types: types, userInfo: userInfo)
        return try session.restore(type, from: container.root)
    }
}
