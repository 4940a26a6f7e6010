/// What went wrong while encoding or decoding an object graph, where, and what to do about it.
///
/// Errors are told apart by ``code``; the rest is there for people and logs. New codes may be added in any release, so a
/// `switch` over codes needs a `default`.
///
/// ```swift
/// do {
///     document = try GraphDecoder().decode(Document.self, from: bytes)
/// } catch GraphCodableError.Code.truncated {
///     fetchAgain()
/// } catch let error as GraphCodableError {
///     print(error)
/// }
/// ```
public struct GraphCodableError: GraphError {
    /// What kind of problem it is.
    public let code: Code
    /// One sentence, or a few: what was wrong and what to do. It does not repeat the place.
    ///
    /// Line ends, control characters and others that do not print are escaped: text from the archive may be part of it.
    public let message: String
    /// The way from the root to the value, as keys, indices and class names; empty when it is not known.
    public internal(set) var codingPath: CodingPath
    /// The class of the object in which the problem was found, or the type of a root that is no object; `nil` when it is
    /// not known.
    public internal(set) var typeName: String?
    /// The offset in the raw archive, in bytes, at which the problem was found; `nil` when encoding.
    public let byteOffset: UInt64?
    /// The error that caused this one, if there was one.
    public let underlyingError: (any Error)?
    /// What ``codingPath`` will be found by.
    var place = ErrorPlace.unknown

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of problem.
    ///   - message: What was wrong and what to do, without the place.
    ///   - codingPath: The way from the root to the value.
    ///   - byteOffset: The offset in the raw archive, in bytes.
    ///   - underlyingError: The cause, if another error was.
    public init(
        _ code: Code,
        _ message: String,
        codingPath: CodingPath = CodingPath(),
        byteOffset: UInt64? = nil,
        underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = EscapedText.printable(message)
        self.codingPath = codingPath
        self.byteOffset = byteOffset
        self.underlyingError = underlyingError
    }

    /// Makes an error at an offset of an archive in memory.
    package init(_ code: Code, _ message: String, byteOffset: Int, underlyingError: (any Error)? = nil) {
        self.init(code, message, byteOffset: UInt64(clamping: byteOffset), underlyingError: underlyingError)
    }

    /// Whether the archive cannot be used, rather than the program that reads it or the values that it encodes.
    ///
    /// An archive that holds another graph than the program asks for counts as one that cannot be used. Limits, cycles and
    /// keys that stand twice are a matter of the archive where the error has an offset in one.
    public var isInputAtFault: Bool {
        switch code {
        case .notEncodable, .typeNotConstructible, .misuse: false
        case .duplicateKey, .unresolvableCycle, .limitExceeded, .depthExceeded: byteOffset != nil
        default: true
        }
    }
}
