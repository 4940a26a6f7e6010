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

    /// Makes an encoder that holds one value, under the empty key.
    ///
    /// - Parameter value: The value.
    public convenience init(with value: any Serializable) {
        self.init()
        encode(value)
    }

    /// Makes an encoder that holds what another one has written, so that more can be added.
    ///
    /// Objects are told apart by their identity: one that is decoded from the data and encoded again is another object.
    ///
    /// - Parameter data: The archive, as ``makeData()`` made it.
    /// - Throws: `GraphCodableError` when the data is no such archive, or is damaged.
    /// - Complexity: O(*n*) for *n* bytes.
    public convenience init(from data: Data) throws {
        self.init(try GraphDecoder().decode(SerializedArchive.self, from: data))
    }

    /// Makes an encoder that holds what another one has collected, so that more can be added.
    ///
    /// - Parameter archive: What the other one has collected.
    public convenience init(_ archive: SerializedArchive) {
        self.init(session: SerializationSession(continuing: archive.objects), path: nil, isRoot: true)
        guard case .fields(let fields) = archive.root else {
            become(archive.root)
            return
        }
        var builder = FieldsBuilder<TreeValue>(sharing: session.keys)
        for (key, value) in zip(fields.keys.keys, fields.values) {
            builder.set(value, for: key)
        }
        content = .fields(builder)
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
    ///   - key: The key, which must not be used twice in the same value, superclasses included; the empty one by default.
    public func encode<Value: Serializable>(_ value: Value, forKey key: String = "") {
        set(key) { session.tree(of: value, at: $0) }
    }

    /// Encodes a value whose type is known only when the program runs, or nil, under a key.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key, which must not be used twice in the same value, superclasses included; the empty one by default.
    @_disfavoredOverload
    public func encode(_ value: (any Serializable)?, forKey key: String = "") {
        set(key) { path in value.map { session.tree(of: $0, at: path) } ?? .null }
    }

    /// Encodes an array whose elements are of different types, or are known by a protocol only, under a key.
    ///
    /// Such an array needs no registration, but the types of its elements do. It may be decoded as an array of any type
    /// that each of the elements has.
    ///
    /// ```swift
    /// coder.encode(shapes, forKey: "shapes")
    /// let shapes: [any Shape] = try coder.decode(forKey: "shapes")
    /// ```
    ///
    /// - Parameters:
    ///   - values: The elements. One that is not ``Serializable`` is an error with the code `notSerializable`.
    ///   - key: The key, which must not be used twice in the same value, superclasses included; the empty one by default.
    @_disfavoredOverload
    public func encode<Element>(_ values: [Element], forKey key: String = "") {
        set(key) { path in
            if let value = values as? any Serializable {
                // The compiler prefers this method now and then, for array literals.
                return session.tree(of: value, at: path)
            }
            if let elements = values.serializable {
                return session.list(of: elements, at: path)
            }
            session.fail(
                .notSerializable, "\([Element].self) has elements that are not Serializable. Make their types conform.",
                at: path)
            return .null
        }
    }

    private func set(_ key: String, _ tree: (SerializedPath) -> TreeValue) {
        if isRoot {
            session.begin()
        }
        let value = tree(SerializedPath(path, .key(key)))
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
