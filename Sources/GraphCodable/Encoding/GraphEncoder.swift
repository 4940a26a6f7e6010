/// Encodes a graph of values and objects into a raw archive.
///
/// ```swift
/// let bytes = try GraphEncoder().encode(document) as Bytes
/// ```
///
/// Each object is archived once, with its class, so decoding restores the same graph. The depth of the links between
/// objects does not matter: the encoder does not follow references recursively.
///
/// An encoder can be reused, and is thread-safe. Encoders share what they learn about types within the process, so
/// creating an encoder for a single call costs little more. For large graphs, keep the encoder: it reuses up to 5 MiB of
/// memory, which a new one has to request.
public final class GraphEncoder: Sendable {
    /// How the encoder treats inheritance and identity.
    public let options: Options
    /// The limits of the decoders that will read the archives.
    public let policy: GraphDecodingPolicy
    /// What the program adds to its archives beside the graph: bytes under names.
    public let extensions: [String: Bytes]
    private let pool = SessionPool<EncodingSession>()

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - options: How to treat inheritance and identity. By default, both are kept.
    ///   - policy: The limits of the decoders that will read the archives, by default those of any decoder. The encoder
    ///     refuses what exceeds them, as far as it knows the cost of decoding: see <doc:LimitsAndCosts>. It limits nesting to 512
    ///     levels whatever the policy says, ignores `allowedTypes`, and uses `maximumExpansion` only for compressed archives.
    ///   - extensions: Bytes to store beside the graph, such as the version of a document's format, by names that begin with
    ///     the program's reversed domain: `com.example.notes`. ``GraphArchiveSummary/extensions`` has them without decoding
    ///     anything. Decoders, and programs that do not know a name, ignore them.
    public init(
        _ options: Options = [], policy: GraphDecodingPolicy = GraphDecodingPolicy(), extensions: [String: Bytes] = [:]
    ) {
        self.options = options
        self.policy = policy
        self.extensions = extensions
    }

    /// The context that `encode(to:)` gets from ``GEncoder/userInfo``.
    @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { pool.userInfo }
        set { pool.setUserInfo(newValue) }
    }

    /// Encodes a graph into any collection of bytes, such as ``Bytes``.
    ///
    /// - Parameter root: The value or object from which everything to be archived can be reached.
    /// - Returns: The archive. The same graph always gives the same bytes, apart from the order of sets and
    ///   dictionaries, which ``Options/canonical`` fixes.
    /// - Throws: Any error that an `encode(to:)` throws, and ``GraphCodableError`` with one of these codes:
    ///   - `duplicateKey`: A key is used twice.
    ///   - `typeNotConstructible`: A class cannot be found by name.
    ///   - `typeNotAllowed`: An actor isolates a type, and this code runs elsewhere.
    ///   - `notEncodable`: A value cannot be encoded.
    ///   - `depthExceeded`: Values are nested too deeply.
    ///   - `limitExceeded`: The archive would exceed another limit of ``policy``.
    ///   - `unresolvableCycle`: A cyclic graph is encoded without identity.
    ///   - `misuse`: The encoder is used incorrectly, two types have the same name in archives, or an extension has an
    ///     unsuitable name.
    /// - Complexity: O(*n*) for *n* values.
    @_disfavoredOverload
    @inlinable
    public func encode<Root: GEncodable, Output: RangeReplaceableCollection>(_ root: Root) throws -> Output
    where Output.Element == UInt8 {
        if Output.self == Bytes.self {
            // The types are the same, but the compiler cannot see that here.
            return unsafeBitCast(try encodeBytes { try root._encode(into: $0) }, to: Output.self)
        }
        var output = Output()
        try forEachPiece({ try root._encode(into: $0) }) { output.append(contentsOf: $0) }
        return output
    }

    @usableFromInline
    func encodeBytes(_ encodeRoot: (_GraphWriter) throws -> Void) throws -> Bytes {
        try withSession(encodeRoot) { try $0.makeBytes() }
    }

    @usableFromInline
    func forEachPiece(
        _ encodeRoot: (_GraphWriter) throws -> Void, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try withSession(encodeRoot) { try $0.output.forEachPiece(body) }
    }

    /// Encodes a graph piece by piece, without holding the whole archive in memory.
    ///
    /// The pieces, concatenated, are the bytes that `encode(_:)` would return.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything to be archived can be reached.
    ///   - sink: A closure that receives the next bytes, which are valid only during the call. A piece has up to about
    ///     64 KiB. But a large string, array of numbers or data is passed in one piece, and so are the table of the records and
    ///     the directory at the end.
    /// - Throws: The same errors as `encode(_:)`, and any error that `sink` throws. The bytes passed to `sink` until
    ///   then are not an archive.
    /// - Complexity: O(*n*) for *n* values. Apart from the graph, memory grows only with the number of objects.
    public func encode<Root: GEncodable>(_ root: Root, to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        try withoutActuallyEscaping(sink) { sink in
            try withSession(sink: { bytes, _ in try sink(bytes) }, { try root._encode(into: $0) }) { _ in }
        }
    }

    /// Encodes with an exclusive session and passes the session to `body` to take the result.
    @inline(__always)
    func withSession<Result>(
        sink: ChunkOutput.Sink? = nil, descriptions: BinaryDescriptions? = nil,
        _ encodeRoot: (_GraphWriter) throws -> Void, _ body: (EncodingSession) throws -> Result
    ) throws -> Result {
        if !extensions.isEmpty, let problem = ArchiveExtensions.problem(with: extensions) {
            throw GraphCodableError(.misuse, problem)
        }
        guard !options.contains(.canonical) else { return try withCanonicalSession(encodeRoot, sink: sink, body) }
        return try pool.withSession(EncodingSession.Configuration(options: options, policy: policy)) { session in
            defer { session.end() }
            try session.run(encodeRoot, extensions, sink: sink, descriptions: descriptions)
            return try body(session)
        }
    }

    /// Encodes the graph with marks in its sets and dictionaries, then writes the archive again in canonical order.
    @inline(never)
    private func withCanonicalSession<Result>(
        _ encodeRoot: (_GraphWriter) throws -> Void, sink: ChunkOutput.Sink?,
        _ body: (EncodingSession) throws -> Result
    ) throws -> Result {
        // The program could keep a session that it has seen, and what a session has learned must not matter.
        let marking = EncodingSession(EncodingSession.Configuration(options: options, policy: policy))
        marking.userInfo = userInfo
        let archive = try {
            defer { marking.end() }
            try marking.run(encodeRoot, [:], sink: nil, descriptions: nil)
            return try MarkedArchive(marking)
        }()
        let writing = EncodingSession(
            EncodingSession.Configuration(options: options.subtracting(.canonical), policy: policy))
        defer { writing.end() }
        try writing.run(archive, extensions, sink: sink)
        return try body(writing)
    }
}

extension EncodingSession {
    /// Returns the finished archive as an array. It copies each byte once.
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

    /// Copies the finished archive to a buffer of its size.
    func copyBytes(to buffer: UnsafeMutableRawBufferPointer) throws {
        var rest = buffer[...]
        try output.forEachPiece { piece in
            UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(from: piece)
            rest = rest.dropFirst(piece.count)
        }
    }
}
