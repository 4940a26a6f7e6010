/// An error that occurs while a graph is encoded or decoded.
///
/// Distinguish errors by their ``code``; the other properties are meant for people and logs. Any release may add codes,
/// so a `switch` over codes needs a `default`.
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
    /// The kind of problem.
    public let code: Code
    /// What is wrong and what to do about it, in one or a few sentences. The message does not repeat the location.
    ///
    /// Unprintable characters, such as line breaks and control characters, are escaped because the message may contain
    /// text from the archive.
    public let message: String
    /// The path from the root to the value, made of keys, indices and class names. The path is empty if it is unknown.
    public internal(set) var codingPath: CodingPath
    /// The class of the object in which the problem was found, or the type of a root that is not an object. The value
    /// is `nil` if the type is unknown.
    public internal(set) var typeName: String?
    /// The offset in bytes, in the raw archive, at which the problem was found. The value is `nil` during encoding.
    public let byteOffset: UInt64?
    /// The path of the file from which the archive was loaded; `nil` if there is none.
    public private(set) var path: String?
    /// The error that caused this one, if any.
    public let underlyingError: (any Error)?
    /// The position from which ``codingPath`` is computed later.
    var position = ErrorPosition.unknown
    /// Whether the name of the archived type is not one of the type's that was requested.
    var isOfOtherType = false

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of problem.
    ///   - message: What is wrong and what to do about it, without the location.
    ///   - codingPath: The path from the root to the value.
    ///   - byteOffset: The offset in bytes in the raw archive.
    ///   - underlyingError: The error that caused this one, if any.
    public init(
        _ code: Code,
        _ message: String,
        codingPath: CodingPath = CodingPath(),
        byteOffset: UInt64? = nil,
        underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = EscapedText.message(message)
        self.codingPath = codingPath
        self.byteOffset = byteOffset
        self.underlyingError = underlyingError
    }

    /// Creates an error at an offset of an archive in memory.
    package init(_ code: Code, _ message: String, byteOffset: Int, underlyingError: (any Error)? = nil) {
        self.init(code, message, byteOffset: UInt64(clamping: byteOffset), underlyingError: underlyingError)
    }

    /// Throws an error unless a condition holds. The other arguments are evaluated only for an error.
    @inline(__always)
    package static func require(
        _ holds: Bool, or code: @autoclosure () -> Code, _ message: @autoclosure () -> String,
        at offset: @autoclosure () -> Int? = nil
    ) throws(GraphCodableError) {
        guard holds else {
            throw GraphCodableError(code(), message(), byteOffset: offset().map { UInt64(clamping: $0) })
        }
    }

    /// Returns the error with `path`, unless it has a path already.
    package func naming(_ path: String?) -> GraphCodableError {
        var error = self
        error.path = error.path ?? path
        return error
    }

    /// A Boolean value that indicates whether the archive is at fault, rather than the program that reads it or the
    /// values that it encodes.
    ///
    /// An archive is also at fault if it holds a different graph from the one that the program requests. Exceeded
    /// limits and cycles are the archive's fault if the error has a byte offset.
    public var isInputAtFault: Bool {
        switch code {
        case .notEncodable, .typeNotConstructible, .duplicateKey, .hashChanged, .misuse: false
        case .unresolvableCycle, .limitExceeded, .depthExceeded: byteOffset != nil
        default: true
        }
    }

    /// What to tell the person who sent the input, without advice for developers.
    public var senderMessage: String {
        guard isInputAtFault else { return SenderMessage.noFault }
        return switch code {
        case .notAnArchive: SenderMessage.otherKind
        case .unsupportedVersion, .unsupportedFeature, .newerVersion: SenderMessage.newer
        case .truncated: SenderMessage.incomplete
        case .malformed: SenderMessage.damaged
        case .limitExceeded, .depthExceeded: SenderMessage.tooLarge
        default: SenderMessage.contents
        }
    }
}
