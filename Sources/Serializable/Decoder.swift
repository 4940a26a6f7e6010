import CodingTree
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import GraphCodable

/// Hands out the values that an ``Encoder`` has collected.
///
/// ```swift
/// let coder = try Decoder(from: data)
/// let dog: Dog = try coder.decode(forKey: "currentDog")
/// ```
///
/// Values may be decoded in any order and more than once. The decoder keeps the objects that it has made: decoded again, they
/// are the same. A decoder is not to be used from several threads at once.
public final class Decoder {
    let session: DeserializationSession
    let content: TreeValue
    let path: SerializedPath?

    /// Makes a decoder for a raw `.graph` archive.
    ///
    /// - Parameters:
    ///   - data: The archive, as an encoder's `makeData()` made it.
    ///   - policy: The limits that the archive and its values must keep to.
    /// - Throws: `GraphCodableError` when the data is no such archive, is damaged, or exceeds a limit.
    /// - Complexity: O(*n*) for *n* bytes.
    public convenience init(from data: Data, policy: GraphDecodingPolicy = GraphDecodingPolicy()) throws {
        self.init(try GraphDecoder(policy: policy).decode(SerializedArchive.self, from: data))
    }

    /// Makes a decoder for what an encoder has collected so far.
    ///
    /// - Parameter encoder: The encoder. What it is given later does not show.
    /// - Throws: The first error that the encoder met, as ``Encoder/encodedData()``.
    public convenience init(from encoder: Encoder) throws {
        self.init(try encoder.archive())
    }

    /// Makes a decoder for what an encoder has collected, stored in whatever way.
    ///
    /// - Parameter archive: The values.
    public convenience init(_ archive: SerializedArchive) {
        self.init(
            session: DeserializationSession(objects: archive.objects, policy: archive.policy), content: archive.root,
            path: nil)
    }

    init(session: DeserializationSession, content: TreeValue, path: SerializedPath?) {
        self.session = session
        self.content = content
        self.path = path
    }

    /// Decodes the value of a key.
    ///
    /// - Parameter key: The key under which it was encoded; the empty one by default.
    /// - Returns: The value. It may be asked for as its own type, a superclass, a protocol, or an optional or an array of
    ///   these; a number as any type that can hold it. An optional is `nil` when there is no value for the key.
    /// - Throws: ``SerializableError``: `keyNotFound`, `typeMismatch`, `valueOutOfRange`, `typeNotRegistered`,
    ///   `ambiguousTypeName`, `unresolvableCycle`, `malformed` or `depthExceeded`; whatever an initializer throws.
    /// - Complexity: O(1) apart from the value's own decoding.
    public func decode<Value>(forKey key: String = "") throws -> Value {
        guard case .fields(let fields) = content, let tree = fields[key] else {
            if let optional = Value.self as? any OptionalValue.Type, let absent = optional.none as? Value {
                return absent
            }
            throw SerializableError(
                .keyNotFound,
                "There is no value for the key '\(key)'. Ask for an optional if it may be absent.",
                codingPath: CodingPath(path))
        }
        return try session.run { try $0.value(tree, as: Value.self, at: SerializedPath(path, .key(key))) }
    }

    /// Decodes the value of a key, or `nil` when the key is absent or its value is nil.
    ///
    /// The same as asking ``decode(forKey:)`` for an optional.
    ///
    /// - Parameter key: The key; the empty one by default.
    /// - Returns: The value, or `nil`.
    /// - Throws: As ``decode(forKey:)``, but for `keyNotFound`.
    public func decodeIfPresent<Value>(forKey key: String = "") throws -> Value? {
        try decode(forKey: key) as Value?
    }

    /// Whether there is a value, which may be nil, for a key.
    ///
    /// - Parameter key: The key.
    public func contains(_ key: String) -> Bool {
        guard case .fields(let fields) = content else { return false }
        return fields[key] != nil
    }

    /// The elements of a value that is no collection of named values.
    func elements(of type: Any.Type) throws -> [TreeValue] {
        guard case .array(let elements) = content else { throw session.mismatch(content, type, at: path) }
        return elements
    }

    func element<Value>(_ tree: TreeValue, _ index: Int) throws -> Value {
        try session.value(tree, as: Value.self, at: SerializedPath(path, .index(index)))
    }
}

/// Another name for this library's decoder, for files that import a second type of its name.
///
/// It cannot be written as `Serializable.Decoder`: that would look for a member of the protocol.
public typealias SerializableDecoder = Decoder
