import GraphCodable

/// An error in reading or writing a compressed archive, with its location and advice.
///
/// Distinguish errors by their ``code``; the other properties are for people and logs. Any release may add codes, so a
/// `switch` over codes needs a `default`.
///
/// ```swift
/// do {
///     document = try GraphDecoder().load(Document.self, from: url)
/// } catch let error as GraphContainerError where error.code.isDamage {
///     document = try GraphDecoder().recover(Document.self, from: url).root
/// }
/// ```
public struct GraphContainerError: GraphError {
    /// The kind of problem.
    public let code: Code
    /// A description of what is wrong and what to do, without the location.
    ///
    /// It may contain text from the archive, so newlines, control characters and others that don't print are escaped.
    public let message: String
    /// The byte offset of the problem in the archive; `nil` if it has no location.
    public let byteOffset: UInt64?
    /// The path of the file; `nil` if there is none.
    public internal(set) var path: String?
    /// The error that caused this one, if any; a ``SystemCallError`` if a system call failed.
    public let underlyingError: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of problem.
    ///   - message: What is wrong and what to do, without the location.
    ///   - byteOffset: The byte offset in the archive.
    ///   - path: The path of the file.
    ///   - underlyingError: The error that caused this one, if any.
    public init(
        _ code: Code,
        _ message: String,
        byteOffset: UInt64? = nil,
        path: String? = nil,
        underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = EscapedText.message(message)
        self.byteOffset = byteOffset
        self.path = path
        self.underlyingError = underlyingError
    }

    /// A Boolean value that indicates whether the archive caused the error, rather than the system, the options or a
    /// codec.
    public var isInputAtFault: Bool {
        switch code {
        case .fileFailure, .fileExists, .fileChanged, .codecFailure, .verificationFailed: false
        // A raw archive instead of a compressed one, or the reverse.
        case .invalidArgument: byteOffset != nil
        default: true
        }
    }

    /// What to tell the person who sent the input, without advice for developers.
    public var senderMessage: String {
        switch code.kind {
        case .notAnArchive: SenderMessage.otherKind
        case .unsupportedVersion, .unsupportedCodec, .unsupportedFeature: SenderMessage.newer
        case .truncated: SenderMessage.incomplete
        case .damaged, .malformed, .transferDamage, .trailingBytes: SenderMessage.damaged
        case .limitExceeded: SenderMessage.tooLarge
        case .invalidArgument: isInputAtFault ? SenderMessage.otherKind : SenderMessage.noFault
        case .fileFailure, .fileExists, .fileChanged, .codecFailure, .verificationFailed: SenderMessage.noFault
        }
    }

    /// Returns the error with `path`, unless it has a path already.
    func naming(_ path: String?) -> GraphContainerError {
        var error = self
        error.path = error.path ?? path
        return error
    }

    /// Returns the error for an archive that ends too early.
    static func truncated(at offset: some BinaryInteger, _ position: String) -> GraphContainerError {
        GraphContainerError(
            .truncated, "The archive ends \(position). It is incomplete: fetch it again or use a backup.",
            byteOffset: UInt64(offset))
    }
}

/// Returns a number in hexadecimal, in Swift's notation.
func hexadecimal(_ value: some FixedWidthInteger) -> String {
    "0x" + String(value, radix: 16, uppercase: true)
}
