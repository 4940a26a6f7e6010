/// Decodes a graph from a raw archive.
///
/// ```swift
/// let document = try GraphDecoder().decode(Document.self, from: bytes)
/// ```
///
/// Decoding restores what was encoded: shared objects are shared again, and each object has its original class. The
/// depth of the links between objects does not matter.
///
/// A decoder can be reused, and is thread-safe. Decoders share what they learn about archives within the process, so
/// creating a decoder for a single call costs little more.
public final class GraphDecoder: Sendable {
    let pool = SessionPool<DecodingSession>()

    /// The limits on what the decoder may use and create.
    public let policy: GraphDecodingPolicy

    /// Creates a decoder.
    ///
    /// - Parameter policy: The limits on what the decoder may use and create; see ``GraphDecodingPolicy`` for the
    ///   defaults.
    public init(policy: GraphDecodingPolicy = GraphDecodingPolicy()) {
        self.policy = policy
    }

    /// The context that `init(from:)` gets from ``GDecoder/userInfo``.
    @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { pool.userInfo }
        set { pool.setUserInfo(newValue) }
    }

    /// Decodes a graph from bytes in memory, without copying them.
    ///
    /// - Parameters:
    ///   - type: The type of the root. An instance of a subclass is decoded as an instance of that subclass.
    ///   - bytes: The archive.
    /// - Returns: The root.
    /// - Throws: ``GraphCodableError``: `notAnArchive`, `unsupportedVersion`, `unsupportedFeature`, `truncated` or
    ///   `malformed` if the bytes are not an archive that this release can read; `typeMismatch`, `valueOutOfRange`,
    ///   `valueNotFound`, `keyNotFound`, `duplicateElement`, `hashChanged`, `wrongClass`, `typeNotFound` or
    ///   `typeNotAllowed` if they hold a different graph from the one that the types request; `unresolvableCycle` if
    ///   objects require each other; `depthExceeded` or `limitExceeded` if the archive exceeds the policy; `misuse` if
    ///   an `init(from:)` uses the decoder incorrectly; `notEncodable` if a ``GTrivial`` type is not trivial. It rethrows any
    ///   error that an `init(from:)` throws, such as `newerVersion`. It never returns a partial graph.
    /// - Complexity: O(*n*) for *n* bytes.
    @inlinable
    public func decode<Root: GDecodable>(_ type: Root.Type, from bytes: UnsafeRawBufferPointer) throws -> Root {
        // Here the compiler knows the root's type, and specializes how a collection of known types is decoded.
        try decodeRoot(from: bytes) { try Root._decode(from: $0) }
    }

    @usableFromInline
    func decodeRoot<Root>(from bytes: UnsafeRawBufferPointer, _ decode: (_GraphReader) throws -> Root) throws -> Root {
        try pool.withSession(policy) {
            try $0.run(from: bytes, decode)
        }
    }

    /// Decodes a graph from ``Bytes``.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - bytes: The archive.
    /// - Returns: The root.
    /// - Throws: The same errors as ``decode(_:from:)-(_,UnsafeRawBufferPointer)``.
    /// - Complexity: O(*n*) for *n* bytes.
    @inlinable
    public func decode<Root: GDecodable>(_ type: Root.Type, from bytes: Bytes) throws -> Root {
        try bytes.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// Decodes a graph from any sequence of bytes, such as ``Bytes`` or `Data`.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - bytes: The archive. It is copied only if it is not contiguous in memory.
    /// - Returns: The root.
    /// - Throws: The same errors as ``decode(_:from:)-(_,UnsafeRawBufferPointer)``.
    /// - Complexity: O(*n*) for *n* bytes.
    @inlinable
    public func decode<Root: GDecodable, Input: Sequence>(_ type: Root.Type, from bytes: Input) throws -> Root
    where Input.Element == UInt8 {
        if let root = try bytes.withContiguousStorageIfAvailable({
            try decode(type, from: UnsafeRawBufferPointer($0))
        }) {
            return root
        }
        return try Bytes(bytes).withUnsafeBytes { try decode(type, from: $0) }
    }
}
