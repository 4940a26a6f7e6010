import GraphCodable

/// An error in the version of a document, or in a program's chain of versions.
///
/// If no type has a document's version, the code is `newerThanKnown`, `olderThanKnown` or `gap`.
/// ``isUnsupportedVersion`` is true for all three, and ``triedTypes`` contains the types.
///
/// Distinguish errors by their ``code``. Any release may add codes, so a `switch` over codes needs a `default`.
public struct VersioningError: GraphError {
    /// The kind of problem.
    public let code: Code
    /// A description of what is wrong and what to do.
    public let message: String
    /// The version of the document, if it has one.
    public let foundVersion: Int?
    /// The nearest version that the program knows, or `nil` if there is none.
    public let knownVersion: Int?
    /// The types whose versions were compared with the document's, newest first. Empty for other problems.
    public let triedTypes: [Any.Type]
    /// The path from the root to the value, as keys and indices. Empty if it is unknown.
    public let codingPath: CodingPath
    /// The error that caused this one, if any.
    public let underlyingError: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of problem.
    ///   - message: What is wrong and what to do.
    ///   - found: The version of the document.
    ///   - known: The nearest version that the program knows.
    ///   - tried: The types whose versions were compared with the document's.
    ///   - codingPath: The path from the root to the value.
    ///   - underlyingError: The error that caused this one, if any.
    public init(
        _ code: Code, _ message: String, found: Int? = nil, known: Int? = nil, tried: [Any.Type] = [],
        codingPath: CodingPath = CodingPath(), underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = EscapedText.message(message)
        self.foundVersion = found
        self.knownVersion = known
        self.triedTypes = tried
        self.codingPath = codingPath
        self.underlyingError = underlyingError
    }

    /// Creates the error to throw from `init(from previous:)` when a newer version cannot use an older value.
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

    /// A Boolean value that indicates whether no type in the chain has the document's version.
    public var isUnsupportedVersion: Bool { [.newerThanKnown, .olderThanKnown, .gap].contains(code) }

    /// A Boolean value that indicates whether the input may have caused the error, rather than incorrect use of the
    /// API.
    public var isInputAtFault: Bool { code != .misuse && code != .endlessChain }

    /// What to tell the person who sent the input, without advice for developers.
    public var senderMessage: String {
        isUnsupportedVersion
            ? SenderMessage.newer : isInputAtFault ? SenderMessage.contents : SenderMessage.noFault
    }

    /// The kind of a ``VersioningError``.
    public struct Code: GraphErrorCode {
        /// The code's name.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// The document's version is later than the newest type's.
        public static let newerThanKnown = Code("newerThanKnown")
        /// The document's version is earlier than the oldest type's, or it has none.
        public static let olderThanKnown = Code("olderThanKnown")
        /// The document's version lies between those of two types in the chain.
        public static let gap = Code("gap")
        /// A newer version cannot use the value of a field of an older version.
        public static let fieldNoLongerValid = Code("fieldNoLongerValid")
        /// The value in the place of the version is not an integer.
        public static let unreadableVersion = Code("unreadableVersion")
        /// A type is one of its own previous versions, or the chain does not end.
        public static let endlessChain = Code("endlessChain")
        /// A type was used in a way that it does not allow.
        public static let misuse = Code("misuse")
    }
}
