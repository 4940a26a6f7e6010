import GraphCodable

/// An error in flattening or restoring a graph, with its location and advice.
///
/// Errors that any coder may report, such as a missing key or a type mismatch, are a `DecodingError` or an
/// `EncodingError`, so types need not know the coder. This error covers problems particular to graphs. Distinguish
/// errors by their ``code``. Any release may add codes, so a `switch` over codes needs a `default`.
public struct CyclicCodingError: GraphError {
    /// The kind of problem.
    public let code: Code
    /// A description of what is wrong and what to do, without the location.
    public let message: String
    /// The path from the root to the value, as keys, indices and class names. Empty if it is unknown.
    public let codingPath: CodingPath
    /// The error that caused this one, if any.
    public let underlyingError: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of problem.
    ///   - message: What is wrong and what to do, without the location.
    ///   - codingPath: The path from the root to the value.
    ///   - underlyingError: The error that caused this one, if any.
    public init(
        _ code: Code, _ message: String, codingPath: CodingPath = CodingPath(), underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = EscapedText.message(message)
        self.codingPath = codingPath
        self.underlyingError = underlyingError
    }

    /// A Boolean value that indicates whether the container may have caused the error, rather than incorrect use of the
    /// API.
    public var isInputAtFault: Bool { code != .misuse && code != .hashChanged }

    /// What to tell the person who sent the input, without advice for developers.
    public var senderMessage: String {
        switch code {
        case .misuse, .hashChanged: SenderMessage.noFault
        case .malformed: SenderMessage.damaged
        case .depthExceeded, .limitExceeded: SenderMessage.tooLarge
        default: SenderMessage.contents
        }
    }
}

extension CyclicCodingError {
    /// The kind of a ``CyclicCodingError``.
    public struct Code: GraphErrorCode {
        /// The code's name.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// Some objects need each other to be decoded. Replace one of the references by a cycle breaker.
        public static let undecodableCycle = Code("undecodableCycle")
        /// A flattened container violates a rule, for example by referring to objects that it doesn't have.
        public static let malformed = Code("malformed")
        /// The container names a class that is not registered with the decoder.
        public static let typeNotRegistered = Code("typeNotRegistered")
        /// An object is not an instance of the requested class.
        public static let wrongClass = Code("wrongClass")
        /// Values are nested too deeply.
        public static let depthExceeded = Code("depthExceeded")
        /// The container exceeds a limit: it has too many objects, or a small container represents too many values.
        public static let limitExceeded = Code("limitExceeded")
        /// A set or dictionary was built while its elements were still hashed by empty cycle breakers.
        public static let hashChanged = Code("hashChanged")
        /// A type was used in a way that it doesn't allow.
        public static let misuse = Code("misuse")
    }
}
