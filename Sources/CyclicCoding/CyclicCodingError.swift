import GraphCodable

/// What went wrong while flattening or restoring a graph, where, and what to do about it.
///
/// What any coder may report, such as a missing key or a value of another type, is a `DecodingError` or an `EncodingError`,
/// so that types need not know which coder they meet. This error is for what is particular to graphs. Errors are told
/// apart by ``code``. New codes may be added in any release, so a `switch` over codes needs a `default`.
public struct CyclicCodingError: GraphError {
    /// What kind of problem it is.
    public let code: Code
    /// What was wrong and what to do. It does not repeat the place.
    public let message: String
    /// The way from the root to the value, as keys, indices and class names; empty when it is not known.
    public let codingPath: CodingPath
    /// The error that caused this one, if there was one.
    public let underlyingError: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of problem.
    ///   - message: What was wrong and what to do, without the place.
    ///   - codingPath: The way from the root to the value.
    ///   - underlyingError: The cause, if another error was.
    public init(
        _ code: Code, _ message: String, codingPath: CodingPath = CodingPath(), underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = EscapedText.printable(message)
        self.codingPath = codingPath
        self.underlyingError = underlyingError
    }

    /// Whether the container cannot be used, rather than the types of the program.
    public var isInputAtFault: Bool { code != .misuse }
}

extension CyclicCodingError {
    /// The kind of a ``CyclicCodingError``.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case undecodableCycle, malformed, typeNotRegistered, wrongClass, depthExceeded, limitExceeded, misuse
        }

        private let kind: Kind

        private init(_ kind: Kind) {
            self.kind = kind
        }

        /// The code's name.
        public var description: String { kind.rawValue }

        /// Lets a `catch` or a `case` name the code: `catch CyclicCodingError.Code.undecodableCycle`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CyclicCodingError)?.code == code
        }

        /// Objects need each other to be decoded; one of the references has to become a cycle breaker.
        public static var undecodableCycle: Code { Code(.undecodableCycle) }
        /// A flattened container breaks a rule: it refers to objects that it does not have, for instance.
        public static var malformed: Code { Code(.malformed) }
        /// The container names a class that the decoder was not told about.
        public static var typeNotRegistered: Code { Code(.typeNotRegistered) }
        /// An object is not of the class that was asked for.
        public static var wrongClass: Code { Code(.wrongClass) }
        /// Values are nested too deeply.
        public static var depthExceeded: Code { Code(.depthExceeded) }
        /// A small container stands for more values than are allowed.
        public static var limitExceeded: Code { Code(.limitExceeded) }
        /// A type was used in a way that it does not allow, such as a cycle breaker with a coder that knows no identity.
        public static var misuse: Code { Code(.misuse) }
    }
}
