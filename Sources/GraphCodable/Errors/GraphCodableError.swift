/// What went wrong while encoding or decoding an object graph, where, and what to do about it.
///
/// Errors are compared by ``code``; the rest is there for people and logs. New codes may be added in any release, so a
/// `switch` over codes needs a `default`.
///
/// ```swift
/// do {
///     let root = try GraphDecoder().decode(Document.self, from: bytes)
/// } catch let error as GraphCodableError where error.code == .truncated {
///     print(error)
/// }
/// ```
public struct GraphCodableError: Error, Sendable {
    /// What kind of problem it is.
    public let code: Code
    /// One sentence, or a few: what was wrong and what to do. It does not repeat the place.
    public let message: String
    /// The way from the root to the value, as keys, indices and class names; empty when it is not known.
    public internal(set) var codingPath: CodingPath
    /// The class of the object in which the problem was found, or the type of a root that is no object; `nil` when it is
    /// not known.
    public internal(set) var typeName: String?
    /// The offset in the raw archive, in bytes, at which the problem was found; `nil` when encoding.
    public let byteOffset: Int?
    /// The error that caused this one, if there was one.
    public let underlyingError: (any Error)?

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
        byteOffset: Int? = nil,
        underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.codingPath = codingPath
        self.byteOffset = byteOffset
        self.underlyingError = underlyingError
    }
}

extension GraphCodableError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (lhs: GraphCodableError, rhs: GraphCodableError) -> Bool {
        lhs.code == rhs.code
    }
}

extension GraphCodableError: CustomStringConvertible {
    /// The code, the place and the message in one line.
    public var description: String {
        var text = "\(code)"
        if !codingPath.isEmpty {
            text += " at \(codingPath)"
        }
        let place = [typeName.map { "in \($0)" }, byteOffset.map { "byte \($0)" }].compactMap { $0 }
        if !place.isEmpty {
            text += " (\(place.joined(separator: ", ")))"
        }
        text += ": \(message)"
        if let underlyingError {
            text += " Cause: \(underlyingError)"
        }
        return text
    }
}
