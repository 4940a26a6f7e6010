extension GraphCodableError {
    /// The kind of a ``GraphCodableError``.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case notAnArchive, unsupportedVersion, unsupportedFeature, truncated, malformed
            case typeMismatch, valueOutOfRange, valueNotFound, keyNotFound, duplicateKey, duplicateElement
            case unresolvableCycle, typeNotFound, typeNotConstructible, typeNotAllowed, wrongClass
            case limitExceeded, depthExceeded, notEncodable, misuse
        }

        private let kind: Kind

        private init(_ kind: Kind) {
            self.kind = kind
        }

        /// The code's name.
        public var description: String { kind.rawValue }

        /// Lets a `catch` or a `case` name the code: `catch GraphCodableError.Code.truncated`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? GraphCodableError)?.code == code
        }

        /// The bytes do not begin with the signature of an archive.
        public static var notAnArchive: Code { Code(.notAnArchive) }
        /// The archive has a format version that this release does not know.
        public static var unsupportedVersion: Code { Code(.unsupportedVersion) }
        /// The archive uses a feature that this release does not know.
        public static var unsupportedFeature: Code { Code(.unsupportedFeature) }
        /// The archive ends too early.
        public static var truncated: Code { Code(.truncated) }
        /// The archive breaks a rule of its format.
        public static var malformed: Code { Code(.malformed) }
        /// The archive holds another kind of value than the one asked for.
        public static var typeMismatch: Code { Code(.typeMismatch) }
        /// The archive holds a value that the type asked for cannot represent.
        public static var valueOutOfRange: Code { Code(.valueOutOfRange) }
        /// The archive holds nothing where a value is needed.
        public static var valueNotFound: Code { Code(.valueNotFound) }
        /// A key was asked for that the archive does not hold at that place, or no longer.
        public static var keyNotFound: Code { Code(.keyNotFound) }
        /// A key was written twice in one value.
        public static var duplicateKey: Code { Code(.duplicateKey) }
        /// A set or the keys of a dictionary hold the same element twice.
        public static var duplicateElement: Code { Code(.duplicateElement) }
        /// Objects need each other to be initialized; see ``GDecoder/decodeOrDefer(for:_:)``.
        public static var unresolvableCycle: Code { Code(.unresolvableCycle) }
        /// The archive names a class that the program does not have.
        public static var typeNotFound: Code { Code(.typeNotFound) }
        /// A class cannot be found by its name, so that its archive could not be decoded.
        public static var typeNotConstructible: Code { Code(.typeNotConstructible) }
        /// The decoder may not make instances of this type.
        public static var typeNotAllowed: Code { Code(.typeNotAllowed) }
        /// An object is not of the class that was asked for.
        public static var wrongClass: Code { Code(.wrongClass) }
        /// A limit of the encoder or decoder was exceeded.
        public static var limitExceeded: Code { Code(.limitExceeded) }
        /// Values are nested too deeply.
        public static var depthExceeded: Code { Code(.depthExceeded) }
        /// A value cannot be encoded.
        public static var notEncodable: Code { Code(.notEncodable) }
        /// An encoder or decoder was used in a way that it does not allow.
        public static var misuse: Code { Code(.misuse) }
    }
}
