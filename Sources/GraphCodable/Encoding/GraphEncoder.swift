/// Encodes a graph of values and objects into a raw archive.
///
/// ```swift
/// let bytes = try GraphEncoder().encode(document) as Bytes
/// ```
///
/// Each object is archived once and as the class that it is, so that decoding gives back the same graph. How deep
/// objects are linked does not matter: the encoder does not follow references recursively.
///
/// An encoder can be used again, and from several threads at once. What encoders learn of types is kept for the process, so
/// that one that is made for a single call costs little more.
public final class GraphEncoder: Sendable {
    /// What the encoder does about inheritance and identity.
    public let options: Options
    /// What the decoders that are to read the archives may use.
    public let policy: GraphDecodingPolicy
    private let pool = SessionPool<EncodingSession>()

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - options: What to do about inheritance and identity; by default both are kept.
    ///   - policy: The limits of the decoders that are to read the archives; by default those of any decoder. What they would
    ///     refuse is not encoded. Values nest at most 512 deep, whatever the policy says. Its `allowedTypes` are not
    ///     looked at, and `maximumExpansion` only where archives are compressed.
    public init(_ options: Options = [], policy: GraphDecodingPolicy = GraphDecodingPolicy()) {
        self.options = options
        self.policy = policy
    }

    /// What `encode(to:)` finds in ``GEncoder/userInfo``.
    @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { pool.userInfo }
        set { pool.setUserInfo(newValue) }
    }

    /// Encodes a graph into any collection of bytes, such as ``Bytes``.
    ///
    /// - Parameter root: The value or object from which everything that is to be archived can be reached.
    /// - Returns: The archive. The same graph gives the same bytes, apart from the order of sets and dictionaries.
    /// - Throws: ``GraphCodableError`` when a key is used twice (`duplicateKey`), a class cannot be found by name
    ///   (`typeNotConstructible`), values nest too deeply (`depthExceeded`), the archive would exceed another
    ///   limit of ``policy`` (`limitExceeded`) or a cyclic graph is encoded without identity (`unresolvableCycle`); and
    ///   whatever an `encode(to:)` throws.
    /// - Complexity: O(*n*) for *n* values.
    @_disfavoredOverload
    @inlinable
    public func encode<Root: GEncodable, Output: RangeReplaceableCollection>(_ root: Root) throws -> Output
    where Output.Element == UInt8 {
        if Output.self == Bytes.self {
            // The types are the same, which the compiler does not see here.
            return unsafeBitCast(try encodeBytes(root), to: Output.self)
        }
        var output = Output()
        try forEachPiece(of: root) { output.append(contentsOf: $0) }
        return output
    }

    @usableFromInline
    func encodeBytes<Root: GEncodable>(_ root: Root) throws -> Bytes {
        try withSession(root, sink: nil) { try $0.makeBytes() }
    }

    @usableFromInline
    func forEachPiece<Root: GEncodable>(of root: Root, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try withSession(root, sink: nil) { try $0.output.forEachPiece(body) }
    }

    /// Encodes a graph piece by piece, without holding the whole archive in memory.
    ///
    /// The pieces, one after another, are the bytes that `encode(_:)` would return.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything that is to be archived can be reached.
    ///   - sink: Takes the next bytes, which are only valid during the call. Pieces have up to about 64 KiB, but
    ///     for the memory of large arrays, which comes in one piece.
    /// - Throws: As ``encode(_:)``, and whatever `sink` throws. What `sink` got before is not an archive then.
    /// - Complexity: O(*n*) for *n* values. Besides the graph, memory grows only with the number of objects.
    public func encode<Root: GEncodable>(_ root: Root, to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        try withoutActuallyEscaping(sink) { sink in
            try withSession(root, sink: sink) { _ in }
        }
    }

    /// Encodes with a session of its own and lets `body` take the result.
    @inline(__always)
    func withSession<Root: GEncodable, Result>(
        _ root: Root, sink: ((UnsafeRawBufferPointer) throws -> Void)?, descriptions: BinaryDescriptions? = nil,
        _ body: (EncodingSession) throws -> Result
    ) throws -> Result {
        try pool.withSession(EncodingSession.Configuration(options: options, policy: policy)) { session in
            defer { session.end() }
            try session.run(root, sink: sink, descriptions: descriptions)
            return try body(session)
        }
    }
}

extension EncodingSession {
    /// The finished archive as an array, each byte copied once.
    func makeBytes() throws -> Bytes {
        let total = output.handedOn
        if let bytes = output.onlyPiece {
            return Bytes(bytes)
        }
        return try Bytes(unsafeUninitializedCapacity: total) { buffer, count in
            if let start = buffer.baseAddress {
                LargePages.advise(UnsafeMutableRawPointer(start), byteCount: total)
            }
            try copyBytes(to: UnsafeMutableRawBufferPointer(buffer))
            count = total
        }
    }

    /// Copies the finished archive to memory of its size.
    func copyBytes(to buffer: UnsafeMutableRawBufferPointer) throws {
        var rest = buffer[...]
        try output.forEachPiece { piece in
            UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(from: piece)
            rest = rest.dropFirst(piece.count)
        }
    }
}
