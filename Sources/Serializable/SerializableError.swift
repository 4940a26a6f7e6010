import GraphCodable

/// What went wrong while serializing or deserializing, where, and what to do about it.
///
/// Errors are told apart by ``code``. New codes may be added in any release, so a `switch` over codes needs a `default`.
public struct SerializableError: GraphError {
    /// What kind of problem it is.
    public let code: Code
    /// What was wrong and what to do. It does not repeat the place.
    public let message: String
    /// The way from the root to the value, as keys and indices; empty when it is not known.
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

    /// Whether the data cannot be used, rather than the types of the program or the values that it encodes.
    public var isInputAtFault: Bool {
        switch code {
        case .ambiguousTypeName, .notSerializable, .duplicateKey: false
        default: true
        }
    }

    /// The kind of a ``SerializableError``.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case typeNotRegistered, ambiguousTypeName, notSerializable, duplicateKey, keyNotFound, typeMismatch
            case valueOutOfRange, unresolvableCycle, malformed, depthExceeded
        }

        private let kind: Kind

        private init(_ kind: Kind) {
            self.kind = kind
        }

        /// The code's name.
        public var description: String { kind.rawValue }

        /// Lets a `catch` or a `case` name the code: `catch SerializableError.Code.typeNotRegistered`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? SerializableError)?.code == code
        }

        /// A type was met for which `enableSerialization()` was not called.
        public static var typeNotRegistered: Code { Code(.typeNotRegistered) }
        /// Several types are registered under the same name.
        public static var ambiguousTypeName: Code { Code(.ambiguousTypeName) }
        /// A stored property that is to be encoded automatically is of a type that is not ``Serializable``.
        public static var notSerializable: Code { Code(.notSerializable) }
        /// A key was written twice in one value.
        public static var duplicateKey: Code { Code(.duplicateKey) }
        /// A key was asked for that the data does not hold at that place.
        public static var keyNotFound: Code { Code(.keyNotFound) }
        /// The data holds a value of another type than the one asked for.
        public static var typeMismatch: Code { Code(.typeMismatch) }
        /// The data holds a number that the type asked for cannot hold.
        public static var valueOutOfRange: Code { Code(.valueOutOfRange) }
        /// Objects need each other to be initialized; decode one of the references in `restored(with:)`.
        public static var unresolvableCycle: Code { Code(.unresolvableCycle) }
        /// The data is damaged.
        public static var malformed: Code { Code(.malformed) }
        /// Values are nested too deeply.
        public static var depthExceeded: Code { Code(.depthExceeded) }
    }
}
