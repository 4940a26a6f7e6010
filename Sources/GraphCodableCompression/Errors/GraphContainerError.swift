/// What went wrong while reading or writing a compressed archive, where, and what to do about it.
///
/// Errors are compared by ``code``; the rest is there for people and logs. New codes may be added in any release, so a
/// `switch` over codes needs a `default`.
///
/// ```swift
/// do {
///     let root = try GraphDecoder().load(Document.self, from: url)
/// } catch let error as GraphContainerError where error.code == .damaged {
///     print(error)
/// }
/// ```
public struct GraphContainerError: Error, Sendable {
    /// What kind of problem it is.
    public let code: Code
    /// One sentence, or a few: what was wrong and what to do. It does not repeat the place.
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
        self.message = message
        self.byteOffset = byteOffset
        self.path = path
        self.underlyingError = underlyingError
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

extension GraphContainerError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (lhs: GraphContainerError, rhs: GraphContainerError) -> Bool {
        lhs.code == rhs.code
    }
}

extension GraphContainerError: CustomStringConvertible {
    /// The path, the code, the place and the message in one line.
    public var description: String {
        var text = path.map { "\($0): " } ?? ""
        text += "\(code)"
        if let byteOffset {
            text += " (byte \(byteOffset))"
        }
        text += ": \(message)"
        if let underlyingError {
            text += " Cause: \(underlyingError)"
        }
        return text
    }
}

/// A number as it is written in Swift, in hexadecimal.
func hexadecimal(_ value: some FixedWidthInteger) -> String {
    "0x" + String(value, radix: 16, uppercase: true)
}
