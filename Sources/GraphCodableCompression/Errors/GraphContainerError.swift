import GraphCodable

/// What went wrong while reading or writing a compressed archive, where, and what to do about it.
///
/// Errors are told apart by ``code``; the rest is there for people and logs. New codes may be added in any release, so a
/// `switch` over codes needs a `default`.
///
/// ```swift
/// do {
///     document = try GraphDecoder().load(Document.self, from: url)
/// } catch GraphContainerError.Code.damaged {
///     document = try GraphDecoder().recover(Document.self, from: url).root
/// }
/// ```
public struct GraphContainerError: GraphError {
    /// What kind of problem it is.
    public let code: Code
    /// One sentence, or a few: what was wrong and what to do. It does not repeat the place.
    ///
    /// Line ends, control characters and others that do not print are escaped: text from the archive may be part of it.
    public let message: String
    /// The offset in the archive, in bytes, at which the problem was found; `nil` when it is not a matter of place.
    public let byteOffset: UInt64?
    /// The path of the file; `nil` when there is none.
    public internal(set) var path: String?
    /// The error that caused this one, if there was one; a ``SystemCallError`` when the system refused something.
    public let underlyingError: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of problem.
    ///   - message: What was wrong and what to do, without the place.
    ///   - byteOffset: The offset in the archive, in bytes.
    ///   - path: The path of the file.
    ///   - underlyingError: The cause, if another error was.
    public init(
        _ code: Code,
        _ message: String,
        byteOffset: UInt64? = nil,
        path: String? = nil,
        underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = EscapedText.printable(message)
        self.byteOffset = byteOffset
        self.path = path
        self.underlyingError = underlyingError
    }

    /// Whether the archive cannot be used, rather than the system, the options or a codec that cannot do their work.
    public var isInputAtFault: Bool {
        switch code {
        case .fileFailure, .invalidArgument, .codecFailure: false
        default: true
        }
    }

    /// The same error, naming `path` unless it names one already.
    func naming(_ path: String?) -> GraphContainerError {
        var error = self
        error.path = error.path ?? path
        return error
    }

    /// The error for an archive that ends where more must follow.
    static func truncated(at offset: some BinaryInteger, _ place: String) -> GraphContainerError {
        GraphContainerError(
            .truncated, "The archive ends \(place). It is incomplete: fetch it again or use a backup.",
            byteOffset: UInt64(offset))
    }
}

/// A number as it is written in Swift, in hexadecimal.
func hexadecimal(_ value: some FixedWidthInteger) -> String {
    "0x" + String(value, radix: 16, uppercase: true)
}
