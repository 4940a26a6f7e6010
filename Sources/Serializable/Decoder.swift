import CyclicCoding
import Foundation
import GraphCodable

/// Decodes the values that an ``Encoder`` collected.
///
/// ```swift
/// let coder = try Decoder(from: data)
/// let dog: Dog = try coder.decode(forKey: "currentDog")
/// ```
///
/// Values may be decoded in any order and more than once. The decoder keeps the objects that it creates, so decoding an
/// object again returns the same instance. A decoder is not thread-safe.
public final class Decoder {
    let session: DeserializationSession
    let content: TreeValue
    let path: CodingKeyPath?

    /// Creates a decoder for a raw `.graph` archive.
    ///
    /// - Parameters:
    ///   - data: An archive that an encoder's `makeData()` created.
    ///   - policy: The limits for the archive and its values.
    /// - Throws: ``SerializableError`` with the code `malformed` if the data is not such an archive or is damaged, and
    ///   `limitExceeded` or `depthExceeded` if it exceeds a limit. Its underlying error has the details.
    /// - Complexity: O(*n*) for *n* bytes.
    public convenience init(from data: Data, policy: GraphDecodingPolicy = GraphDecodingPolicy()) throws {
        self.init(try SerializedArchive(reading: data, policy: policy))
    }

    /// Creates a decoder for the values that an encoder has collected so far.
    ///
    /// - Parameter encoder: The encoder. Values that it encodes later are not included.
    /// - Throws: The first error of the encoder, as ``Encoder/encodedData()``.
    /// - Complexity: O(*n*) for *n* values with keys.
    public convenience init(from encoder: Encoder) throws {
        self.init(try encoder.archive())
    }

    /// Creates a decoder for the values of an encoder, regardless of how they were stored.
    ///
    /// - Parameter archive: The values.
    /// - Complexity: O(*n*) for *n* objects.
    public convenience init(_ archive: SerializedArchive) {
        self.init(
            session: DeserializationSession(objects: archive.objects, policy: archive.policy), content: archive.root,
            path: nil)
    }

    init(session: DeserializationSession, content: TreeValue, path: CodingKeyPath?) {
        self.session = session
        self.content = content
        self.path = path
    }

    /// Decodes the value for a key.
    ///
    /// - Parameter key: The key with which the value was encoded; by default the empty key.
    /// - Returns: The value. You may request it as its own type, a superclass, a protocol, or an optional or an array
    ///   of these. You may request a number as any type that can represent it, rounded if that is a floating-point type; but a
    ///   `Float80` that no `Double` equals only as `Float80`. An optional is `nil` if there is no value for the key.
    /// - Throws: ``SerializableError`` with the code `keyNotFound`, `typeMismatch`, `valueOutOfRange`,
    ///   `typeNotRegistered`, `ambiguousTypeName`, `unresolvableCycle`, `hashChanged`, `malformed`, `limitExceeded` or
    ///   `depthExceeded`; any error of an initializer.
    /// - Complexity: O(1) apart from decoding the value itself.
    public func decode<Value>(forKey key: String = "") throws -> Value {
        guard case .fields(let fields) = content, let tree = fields[key] else {
            if let optional = Value.self as? any OptionalValue.Type, let absent = optional.none as? Value {
                return absent
            }
            throw SerializableError(
                .keyNotFound, "There is no value for the key '\(key)'. Request an optional if it may be absent.",
                at: path)
        }
        return try session.run { try $0.value(tree, as: Value.self, at: CodingKeyPath(path, NameKey(key))) }
    }

    /// Decodes the value for a key, or returns `nil` if the key is absent or its value is nil.
    ///
    /// This is the same as requesting an optional from ``decode(forKey:)``.
    ///
    /// - Parameter key: The key; by default the empty key.
    /// - Returns: The value, or `nil`.
    /// - Throws: The errors of ``decode(forKey:)``, except `keyNotFound`.
    /// - Complexity: O(1) apart from decoding the value itself.
    public func decodeIfPresent<Value>(forKey key: String = "") throws -> Value? {
        try decode(forKey: key) as Value?
    }

    /// Decodes an array that ``Encoder/encodeList(_:forKey:)`` or `encode(_:forKey:)` encoded.
    ///
    /// - Parameter key: The key; by default the empty key.
    /// - Returns: The elements.
    /// - Throws: The errors of ``decode(forKey:)``.
    /// - Complexity: O(*n*) for *n* elements.
    public func decodeList<Element: Serializable>(forKey key: String = "") throws -> [Element] {
        try decode(forKey: key)
    }

    /// Returns a Boolean value that indicates whether there is a value, which may be nil, for a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: `true` if the key has a value.
    public func contains(_ key: String) -> Bool {
        guard case .fields(let fields) = content else { return false }
        return fields[key] != nil
    }

    /// Returns the elements of a value that is a list rather than a collection of keyed values.
    func elements(of type: Any.Type) throws -> [TreeValue] {
        guard case .array(let elements) = content else { throw session.mismatch(content, type, at: path) }
        return elements
    }

    func element<Value>(_ tree: TreeValue, _ index: Int) throws -> Value {
        try session.value(tree, as: Value.self, at: CodingKeyPath(path, IndexKey(index)))
    }
}

/// An alias of this library's decoder, for files that import another type with its name.
///
/// `Serializable.Decoder` doesn't work, because that refers to a member of the protocol.
public typealias SerializableDecoder = Decoder
