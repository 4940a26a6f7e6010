import GraphCodable

/// What is wrong with the version of a document, or with the versions that a program knows.
///
/// Errors are compared by ``code``. New codes may be added in any release, so a `switch` over codes needs a `default`.
public struct VersioningError: Error, Sendable {
    /// What kind of problem it is.
    public let code: Code
    /// What was wrong and what to do.
    public let message: String
    /// The version that the document has, if it has one.
    public let foundVersion: Int?
    /// The version of the program's types that comes nearest; `nil` when that has none.
    public let knownVersion: Int?
    /// The way from the root to the value, as keys and indices; empty when it is not known.
    public let codingPath: CodingPath
    /// The error that caused this one, if there was one.
    public let underlyingError: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of problem.
    ///   - message: What was wrong and what to do.
    ///   - found: The version that the document has.
    ///   - known: The version of the program's types that comes nearest.
    ///   - codingPath: The way from the root to the value.
    ///   - underlyingError: The cause, if another error was.
    public init(
        _ code: Code, _ message: String, found: Int? = nil, known: Int? = nil, codingPath: CodingPath = CodingPath(),
        underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.foundVersion = found
        self.knownVersion = known
        self.codingPath = codingPath
        self.underlyingError = underlyingError
    }

    /// The kind of a ``VersioningError``.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case newerThanKnown, olderThanKnown, gap, unreadableVersion, disorderedChain, misuse
        }

        private let kind: Kind

        private init(_ kind: Kind) {
            self.kind = kind
        }

        /// The code's name.
        public var description: String { kind.rawValue }

        /// The document is of a later version than the newest type.
        public static var newerThanKnown: Code { Code(.newerThanKnown) }
        /// The document is of an earlier version than the oldest type.
        public static var olderThanKnown: Code { Code(.olderThanKnown) }
        /// The document is of a version between those of two types of the chain.
        public static var gap: Code { Code(.gap) }
        /// What is kept in the place of the version is no whole number.
        public static var unreadableVersion: Code { Code(.unreadableVersion) }
        /// The version of a type does not lie below that of the type of which it is the previous version.
        public static var disorderedChain: Code { Code(.disorderedChain) }
        /// A type was used in a way that it does not allow.
        public static var misuse: Code { Code(.misuse) }
    }
}

extension VersioningError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (lhs: VersioningError, rhs: VersioningError) -> Bool {
        lhs.code == rhs.code
    }
}

extension VersioningError: CustomStringConvertible {
    /// The code, the place and the message in one line.
    public var description: String {
        var text = "\(code)"
        if !codingPath.isEmpty {
            text += " at \(codingPath)"
        }
        text += ": \(message)"
        if let underlyingError {
            text += " Cause: \(underlyingError)"
        }
        return text
    }
}
