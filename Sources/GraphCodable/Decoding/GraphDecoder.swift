/// Decodes a graph from a raw archive.
///
/// ```swift
/// let document = try GraphDecoder().decode(Document.self, from: bytes)
/// ```
///
/// What comes back is what was encoded: an object that was shared is shared again, and each object is of the class that
/// it had. How deep objects are linked does not matter.
///
/// A decoder can be used again, and from several threads at once. What decoders learn of archives is kept for the process,
/// so that one that is made for a single call costs little more.
public final class GraphDecoder: Sendable {
    let pool = SessionPool<DecodingSession>()

    /// What the decoder may use and make.
    public let policy: GraphDecodingPolicy

    /// Makes a decoder.
    ///
    /// - Parameter policy: What it may use and make; see ``GraphDecodingPolicy`` for the defaults.
    public init(policy: GraphDecodingPolicy = GraphDecodingPolicy()) {
        self.policy = policy
    }

    /// What `init(from:)` finds in ``GDecoder/userInfo``.
    @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { pool.userInfo }
        set { pool.setUserInfo(newValue) }
    }

    /// Decodes a graph from bytes in memory, which are not copied.
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded as what it is.
    ///   - bytes: The archive.
    /// - Returns: The root.
    /// - Throws: ``GraphCodableError``: `notAnArchive`, `unsupportedVersion`, `unsupportedFeature`, `truncated` or
    ///   `malformed` when the bytes are not an archive that this release reads; `typeMismatch`, `valueOutOfRange`,
    ///   `valueNotFound`, `keyNotFound`, `wrongClass`, `typeNotFound` or `typeNotAllowed` when they hold another
    ///   graph than the types ask for; `unresolvableCycle` when objects need each other; `depthExceeded` and
    ///   `limitExceeded`. Whatever an `init(from:)` throws is passed on. A graph is returned whole or not at all.
    /// - Complexity: O(*n*) for *n* bytes.
    public func decode<Root: GDecodable>(_ type: Root.Type, from bytes: UnsafeRawBufferPointer) throws -> Root {
        try pool.withSession(policy) {
            try $0.run(type, from: bytes)
        }
    }

    /// Decodes a graph from ``Bytes``.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - bytes: The archive.
    /// - Returns: The root.
    /// - Throws: As ``decode(_:from:)-(_,UnsafeRawBufferPointer)``.
    /// - Complexity: O(*n*) for *n* bytes.
    public func decode<Root: GDecodable>(_ type: Root.Type, from bytes: Bytes) throws -> Root {
        try bytes.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// Decodes a graph from any sequence of bytes, such as ``Bytes`` or `Data`.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - bytes: The archive; copied only if it does not lie in one piece.
    /// - Returns: The root.
    /// - Throws: As ``decode(_:from:)-(_,UnsafeRawBufferPointer)``.
    /// - Complexity: O(*n*) for *n* bytes.
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
