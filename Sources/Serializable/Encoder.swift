import CyclicCoding
import Foundation
import GraphCodable

/// Collects values with keys and creates data from them.
///
/// ```swift
/// let coder = Encoder()
/// coder.encode(myDog, forKey: "currentDog")
/// let data = coder.makeData()
/// ```
///
/// Encoding cannot throw, so the encoder keeps the first error. ``encodedData()`` throws it, and ``makeData()`` ends
/// the program. An encoder is not thread-safe.
public final class Encoder {
    private enum Content {
        case fields(FieldsBuilder)
        case value(TreeValue)
    }

    let session: SerializationSession
    let path: CodingKeyPath?
    private let isRoot: Bool
    private var content: Content

    /// Creates an empty encoder.
    public convenience init() {
        self.init(session: SerializationSession(), path: nil, isRoot: true)
    }

    /// Creates an encoder that contains one value, with the empty key.
    ///
    /// - Parameter value: The value.
    /// - Complexity: O(*n*) for *n* values.
    public convenience init(with value: any Serializable) {
        self.init()
        encode(value)
    }

    /// Creates an encoder that contains the values of an archive, so that you can add more.
    ///
    /// Objects are distinguished by their identity: an object that you decode from the data and encode again is another
    /// object.
    ///
    /// - Parameter data: An archive that ``makeData()`` created.
    /// - Throws: The errors of ``Decoder/init(from:policy:)``.
    /// - Complexity: O(*n*) for *n* bytes.
    public convenience init(from data: Data) throws {
        self.init(try SerializedArchive(reading: data, policy: GraphDecodingPolicy()))
    }

    /// Creates an encoder that contains the values of another encoder, so that you can add more.
    ///
    /// - Parameter archive: The values of the other encoder.
    /// - Complexity: O(*n*) for *n* values with keys.
    public convenience init(_ archive: SerializedArchive) {
        self.init(session: SerializationSession(continuing: archive.objects), path: nil, isRoot: true)
        // Only a damaged archive has another root. A decoder finds no keys in it, either.
        guard case .fields(let fields) = archive.root else { return }
        var builder = FieldsBuilder(sharing: session.keys)
        for (key, value) in zip(fields.keys.keys, fields.values) {
            builder.add(value, for: key)
        }
        content = .fields(builder)
    }

    init(session: SerializationSession, path: CodingKeyPath?, isRoot: Bool = false) {
        self.session = session
        self.path = path
        self.isRoot = isRoot
        content = .fields(FieldsBuilder(sharing: session.keys))
    }

    // MARK: Values

    /// Encodes a value for a key.
    ///
    /// - Parameters:
    ///   - value: The value. An object is encoded once, no matter how often you encode it. Objects may be linked to any
    ///     depth.
    ///   - key: The key; by default the empty key. It must be unique within a value, including its superclasses.
    /// - Complexity: O(*n*) for *n* values that have not been encoded yet.
    public func encode<Value: Serializable>(_ value: Value, forKey key: String = "") {
        set(key) { session.tree(of: value, at: $0) }
    }

    /// Encodes nil, or a value whose type is known only at run time, for a key.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key; by default the empty key. It must be unique within a value, including its superclasses.
    /// - Complexity: O(*n*) for *n* values that have not been encoded yet.
    @_disfavoredOverload
    public func encode(_ value: (any Serializable)?, forKey key: String = "") {
        set(key) { path in value.map { session.tree(of: $0, at: path) } ?? .null }
    }

    /// Encodes an array whose elements have different types, or a protocol type, for a key.
    ///
    /// Such an array needs no registration, but the types of its elements do. It may be decoded as an array of any type
    /// that all elements have.
    ///
    /// ```swift
    /// encoder.encode(shapes, forKey: "shapes")
    /// // and in init(from:)
    /// let shapes: [any Shape] = try decoder.decode(forKey: "shapes")
    /// ```
    ///
    /// - Parameters:
    ///   - values: The elements. An element that is not ``Serializable`` is an error with the code `notSerializable`.
    ///   - key: The key; by default the empty key. It must be unique within a value, including its superclasses.
    /// - Complexity: O(*n*) for *n* values that have not been encoded yet.
    @_disfavoredOverload
    public func encode<Element>(_ values: [Element], forKey key: String = "") {
        set(key) { path in
            if let value = values as? any Serializable {
                // The compiler sometimes prefers this method for array literals.
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

    /// Encodes an array for a key. The type of the array need not be registered, unlike with `encode(_:forKey:)`.
    ///
    /// - Parameters:
    ///   - values: The elements.
    ///   - key: The key; by default the empty key. It must be unique within a value, including its superclasses.
    /// - Complexity: O(*n*) for *n* values that have not been encoded yet.
    public func encodeList<Element: Serializable>(_ values: [Element], forKey key: String = "") {
        set(key) { session.list(of: values, at: $0) }
    }

    private func set(_ key: String, _ tree: (CodingKeyPath) -> TreeValue) {
        if isRoot {
            session.begin()
        }
        let value = tree(CodingKeyPath(path, NameKey(key)))
        guard case .fields(var fields) = content else { return failTwoForms() }
        content = .value(.null)
        if !fields.add(value, for: key) {
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

    /// Sets the content of an encoder whose value is not a collection of keyed values.
    func become(_ value: TreeValue) {
        guard case .fields(let fields) = content, fields.isEmpty else { return failTwoForms() }
        content = .value(value)
    }

    private func failTwoForms() {
        session.fail(
            .duplicateKey,
            """
            A value encoded another one with encode(with:), and something else besides. The other would be lost: encode it with \
            encode(_:forKey:).
            """, at: path)
    }

    func finish() -> TreeValue {
        switch content {
        case .fields(let builder): .fields(builder.fields)
        case .value(let value): value
        }
    }

    // MARK: Data

    /// Creates a raw `.graph` archive of the encoded values.
    ///
    /// A type that is not registered and a duplicate key are programming errors that end the program here. Use
    /// ``encodedData()`` to catch them.
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

    /// Creates a raw `.graph` archive of the encoded values.
    ///
    /// - Returns: The archive.
    /// - Throws: The first error: ``SerializableError`` with the code `typeNotRegistered`, `ambiguousTypeName`,
    ///   `notSerializable`, `duplicateKey` or `depthExceeded`; the errors of `GraphEncoder`.
    /// - Complexity: O(*n*) for *n* values.
    public func encodedData() throws -> Data {
        try GraphEncoder().encode(archive())
    }

    /// Returns the values encoded so far, for other ways of storing them, such as compression.
    ///
    /// - Returns: The values.
    /// - Throws: The first error, as ``encodedData()``.
    /// - Complexity: O(*n*) for *n* values with keys.
    public func archive() throws -> SerializedArchive {
        if let failure = session.failure {
            throw failure
        }
        return SerializedArchive(objects: session.trees, root: finish())
    }
}

/// An alias of this library's encoder, for files that import another type with its name.
///
/// `Serializable.Encoder` doesn't work, because that refers to a member of the protocol.
public typealias SerializableEncoder = Encoder
