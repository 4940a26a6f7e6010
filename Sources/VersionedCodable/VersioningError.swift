import GraphCodable

/// What is wrong with the version of a document, or with the versions that a program knows.
///
/// A document whose version no type has is reported as `newerThanKnown`, `olderThanKnown` or `gap`;
/// ``isUnsupportedVersion`` holds for all three, and ``triedTypes`` names the types.
///
/// Errors are told apart by ``code``. New codes may be added in any release, so a `switch` over codes needs a `default`.
public struct VersioningError: GraphError {
    /// What kind of problem it is.
    public let code: Code
    /// What was wrong and what to do.
    public let message: String
    /// The version that the document has, if it has one.
    public let foundVersion: Int?
    /// The version of the program's types that comes nearest; `nil` when that has none.
    public let knownVersion: Int?
    /// The types whose versions the document's was compared with, newest first; empty when that is not the problem.
    public let triedTypes: [Any.Type]
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
    ///   - tried: The types whose versions the document's was compared with.
    ///   - codingPath: The way from the root to the value.
    ///   - underlyingError: The cause, if another error was.
    public init(
        _ code: Code, _ message: String, found: Int? = nil, known: Int? = nil, tried: [Any.Type] = [],
        codingPath: CodingPath = CodingPath(), underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = EscapedText.printable(message)
        self.foundVersion = found
        self.knownVersion = known
        self.triedTypes = tried
        self.codingPath = codingPath
        self.underlyingError = underlyingError
    }

    /// Makes the error of a migration that finds no use for what an older version held, to be thrown by
    /// `init(from previous:)`.
    ///
    /// ```swift
    /// guard let poem = old.poem else {
    ///     throw VersioningError.fieldNoLongerValid(
    ///         DecodingError.Context(codingPath: [CodingKeys.poem], debugDescription: "A poem is needed."))
    /// }
    /// ```
    ///
    /// - Parameter context: The field, and what is wrong with it.
    /// - Returns: An error with the code ``Code/fieldNoLongerValid``.
    public static func fieldNoLongerValid(_ context: DecodingError.Context) -> VersioningError {
        VersioningError(
            .fieldNoLongerValid, context.debugDescription, codingPath: CodingPath(context.codingPath),
            underlyingError: context.underlyingError)
    }

    /// Whether the document is of a version that no type of the chain has.
    public var isUnsupportedVersion: Bool { [.newerThanKnown, .olderThanKnown, .gap].contains(code) }

    /// Whether the document has a version that cannot be read, rather than the program a mistake.
    public var isInputAtFault: Bool { code != .misuse }

    /// The kind of a ``VersioningError``.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case newerThanKnown, olderThanKnown, gap, fieldNoLongerValid, unreadableVersion, endlessChain, misuse
        }

        private let kind: Kind

        private init(_ kind: Kind) {
            self.kind = kind
        }

        /// The code's name.
        public var description: String { kind.rawValue }

        /// Lets a `catch` or a `case` name the code: `catch VersioningError.Code.newerThanKnown`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? VersioningError)?.code == code
        }

        /// The document is of a later version than the newest type.
        public static var newerThanKnown: Code { Code(.newerThanKnown) }
        /// The document is of an earlier version than the oldest type.
        public static var olderThanKnown: Code { Code(.olderThanKnown) }
        /// The document is of a version between those of the types in the chain.
        public static var gap: Code { Code(.gap) }
        /// A field of an older version has a value that a newer version cannot take over.
        public static var fieldNoLongerValid: Code { Code(.fieldNoLongerValid) }
        /// What is kept in the place of the version is no whole number.
        public static var unreadableVersion: Code { Code(.unreadableVersion) }
        /// A type is one of its own previous versions.
        public static var endlessChain: Code { Code(.endlessChain) }
        /// A type was used in a way that it does not allow.
        public static var misuse: Code { Code(.misuse) }
    }
}
