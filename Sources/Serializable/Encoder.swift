import CodingTree
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import GraphCodable

/// Collects values under keys and makes data from them.
///
/// ```swift
/// let coder = Encoder()
/// coder.encode(myDog, forKey: "currentDog")
/// let data = coder.makeData()
/// ```
///
/// As encoding cannot throw, the encoder keeps the first error: ``encodedData()`` throws it, and ``makeData()`` ends the
/// program with it. An encoder is not to be used from several threads at once.
public final class Encoder {
    private enum Content {
        case fields(FieldsBuilder<TreeValue>)
        case value(TreeValue)
    }

    let session: SerializationSession
    let path: SerializedPath?
    private let isRoot: Bool
    private var content: Content

    /// Makes an encoder without values.
    public convenience init() {
        self.init(session: SerializationSession(), path: nil, isRoot: true)
    }

    init(session: SerializationSession, path: SerializedPath?, isRoot: Bool = false) {
        self.session = session
        self.path = path
        self.isRoot = isRoot
        content = .fields(FieldsBuilder(sharing: session.keys))
    }

    // MARK: Values

    /// Encodes a value under a key.
    ///
    /// - Parameters:
    ///   - value: The value. An object is written once, however often it is encoded; how deep objects are linked does not
    ///     matter.
    ///   - key: The key, which must not be used twice in the same value, superclasses included.
    public func encode<Value: Serializable>(_ value: Value, forKey key: String) {
        set(session.tree(of: value, at: SerializedPath(path, .key(key))), for: key)
    }

    /// Encodes a value whose type is known only when the program runs, or nil, under a key.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key, which must not be used twice in the same value, superclasses included.
    @_disfavoredOverload
    public func encode(_ value: (any Serializable)?, forKey key: String) {
        set(value.map { session.tree(of: $0, at: SerializedPath(path, .key(key))) } ?? .null, for: key)
    }

    private func set(_ value: TreeValue, for key: String) {
        guard case .fields(var fields) = content else { return }
        content = .value(.null)
        if fields.set(value, for: key) != nil {
            session.fail(
                .duplicateKey,
                """
                The key '\(key)' was encoded twice. Give each value of a type, its superclasses included, a key of its own.
                """,
                at: path)
        }
        content = .fields(fields)
        if isRoot {
            session.encodeObjects()
        }
    }

    /// Makes this the encoder of a value that is no collection of named values.
    func become(_ value: TreeValue) {
        content = .value(value)
    }

    func finish() -> TreeValue {
        switch content {
        case .fields(let fields): .fields(fields.finish { $0 })
        case .value(let value): value
        }
    }

    // MARK: Data

    /// Makes a raw `.graph` archive of what has been encoded.
    ///
    /// A type that was not registered, or a key that was used twice, is a programming error that ends the program here; use
    /// ``encodedData()`` to catch it.
    ///
    /// - Returns: The archive.
    /// - Complexity: O(*n*) for *n* values.
    public func makeData() -> Data {
        do {
            return try encodedData()
        } catch {
            fatalError("\(error)")
        }
    }

    /// Makes a raw `.graph` archive of what has been encoded.
    ///
    /// - Returns: The archive.
    /// - Throws: The first error that was met: ``SerializableError`` with the code `typeNotRegistered`,
    ///   `ambiguousTypeName`, `notSerializable`, `duplicateKey` or `depthExceeded`; what `GraphEncoder` throws.
    /// - Complexity: O(*n*) for *n* values.
    public func encodedData() throws -> Data {
        try GraphEncoder().encode(archive())
    }

    /// What has been encoded so far, to be stored in another way, compressed for instance.
    ///
    /// - Returns: The values.
    /// - Throws: The first error that was met, as ``encodedData()``.
    public func archive() throws -> SerializedArchive {
        if let failure = session.failure {
            throw failure
        }
        return SerializedArchive(objects: session.trees, root: finish())
    }
}

/// Another name for this library's encoder, for files that import a second type of its name.
///
/// It cannot be written as `Serializable.Encoder`: that would look for a member of the protocol.
public typealias SerializableEncoder = Encoder
