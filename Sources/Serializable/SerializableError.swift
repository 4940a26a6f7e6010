import CyclicCoding
import GraphCodable

/// An error in serializing or deserializing values, with its location and advice.
///
/// Distinguish errors by their ``code``. Any release may add codes, so a `switch` over codes needs a `default`.
public struct SerializableError: GraphError {
    /// The kind of problem.
    public let code: Code
    /// A description of what is wrong and what to do, without the location.
    public let message: String
    /// The path from the root to the value, as keys and indices. Empty if it is unknown.
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

    init(_ code: Code, _ message: String, at path: CodingKeyPath?) {
        self.init(code, message, codingPath: CodingPath(path))
    }

    /// Creates the error for data that is not an archive of an encoder, or exceeds a limit.
    init(reading error: GraphCodableError) {
        switch error.code {
        case .limitExceeded:
            self.init(.limitExceeded, "The data exceeds a limit of the policy.", underlyingError: error)
        case .depthExceeded: self.init(.depthExceeded, "The values are nested too deeply.", underlyingError: error)
        default:
            self.init(
                .malformed, "The data is damaged, or was not made by makeData() of an encoder.", underlyingError: error)
        }
    }

    /// The offset in bytes, in the data, at which the problem was found, if it is known.
    public var byteOffset: UInt64? { (underlyingError as? GraphCodableError)?.byteOffset }

    /// What to tell the person who sent the input, without advice for developers.
    public var senderMessage: String {
        switch code {
        case .malformed: (underlyingError as? GraphCodableError)?.senderMessage ?? SenderMessage.damaged
        case .depthExceeded, .limitExceeded: SenderMessage.tooLarge
        default: isInputAtFault ? SenderMessage.contents : SenderMessage.noFault
        }
    }

    /// A Boolean value that indicates whether the data may have caused the error, rather than the types or values of
    /// the program.
    public var isInputAtFault: Bool {
        switch code {
        case .ambiguousTypeName, .notSerializable, .duplicateKey, .hashChanged: false
        default: true
        }
    }

    /// The kind of a ``SerializableError``.
    public struct Code: GraphErrorCode {
        /// The code's name.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// A type is not registered with `enableSerialization()`.
        public static let typeNotRegistered = Code("typeNotRegistered")
        /// Several types are registered under the same name.
        public static let ambiguousTypeName = Code("ambiguousTypeName")
        /// A stored property or an element of an array has a type that is not ``Serializable``.
        public static let notSerializable = Code("notSerializable")
        /// A value encoded two values for the same key, or one in its own place and something else.
        public static let duplicateKey = Code("duplicateKey")
        /// The data has no value for the requested key.
        public static let keyNotFound = Code("keyNotFound")
        /// The data contains a value of another type than the requested one.
        public static let typeMismatch = Code("typeMismatch")
        /// The data contains a number that the requested type cannot represent.
        public static let valueOutOfRange = Code("valueOutOfRange")
        /// Initializing some objects requires each other. Decode one of the references in `restored(with:)`.
        public static let unresolvableCycle = Code("unresolvableCycle")
        /// The data is damaged.
        public static let malformed = Code("malformed")
        /// Values are nested too deeply, or too many initializers call one another.
        public static let depthExceeded = Code("depthExceeded")
        /// The data exceeds a limit of the policy.
        public static let limitExceeded = Code("limitExceeded")
        /// An element of a set, or a key of a dictionary, got another hash in `restored(with:)`.
        public static let hashChanged = Code("hashChanged")
    }
}
