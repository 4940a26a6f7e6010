extension GraphCodableError {
    /// The kind of problem that a ``GraphCodableError`` reports.
    public struct Code: GraphErrorCode {
        package enum Kind: String, CaseIterable {
            case notAnArchive, unsupportedVersion, unsupportedFeature, newerVersion, truncated, malformed
            case typeMismatch, valueOutOfRange, valueNotFound, keyNotFound, duplicateKey, duplicateElement, hashChanged
            case unresolvableCycle, typeNotFound, typeNotConstructible, typeNotAllowed, wrongClass
            case limitExceeded, depthExceeded, notEncodable, misuse
        }

        package let kind: Kind

        package init(_ kind: Kind) {
            self.kind = kind
        }

        /// The name of the code.
        public var description: String { kind.rawValue }

        /// The bytes do not begin with the signature of an archive.
        public static var notAnArchive: Code { Code(.notAnArchive) }
        /// This release does not support the archive's format version.
        public static var unsupportedVersion: Code { Code(.unsupportedVersion) }
        /// The archive uses a feature that this release does not support.
        public static var unsupportedFeature: Code { Code(.unsupportedFeature) }
        /// The archive holds a version of a type that is newer than the program's.
        public static var newerVersion: Code { Code(.newerVersion) }
        /// The archive ends too early, or bytes follow its end.
        public static var truncated: Code { Code(.truncated) }
        /// The archive violates its format.
        public static var malformed: Code { Code(.malformed) }
        /// The archive holds a different kind of value from the requested one.
        public static var typeMismatch: Code { Code(.typeMismatch) }
        /// The archive holds a value that the requested type cannot represent.
        public static var valueOutOfRange: Code { Code(.valueOutOfRange) }
        /// The archive has no value where one is required.
        public static var valueNotFound: Code { Code(.valueNotFound) }
        /// The value being decoded has no such key, or the value of the key has already been decoded.
        public static var keyNotFound: Code { Code(.keyNotFound) }
        /// A value was encoded with the same key twice.
        public static var duplicateKey: Code { Code(.duplicateKey) }
        /// An archived set contains an element twice, or an archived dictionary contains a key twice.
        public static var duplicateElement: Code { Code(.duplicateElement) }
        /// An element of a set, or a key of a dictionary, has changed its hash after the collection was built.
        public static var hashChanged: Code { Code(.hashChanged) }
        /// Objects require each other during initialization; see ``GDecoder/decodeOrDefer(for:into:_:)``.
        public static var unresolvableCycle: Code { Code(.unresolvableCycle) }
        /// The archive names a class that does not exist in the program.
        public static var typeNotFound: Code { Code(.typeNotFound) }
        /// A class cannot be found by its name, so an archive of its instances could not be decoded.
        public static var typeNotConstructible: Code { Code(.typeNotConstructible) }
        /// The decoder is not allowed to instantiate the type, or an actor isolates the type and the coder runs elsewhere.
        public static var typeNotAllowed: Code { Code(.typeNotAllowed) }
        /// An object is not an instance of the requested class.
        public static var wrongClass: Code { Code(.wrongClass) }
        /// A limit of the encoder or decoder was exceeded.
        public static var limitExceeded: Code { Code(.limitExceeded) }
        /// Values are nested too deeply.
        public static var depthExceeded: Code { Code(.depthExceeded) }
        /// A value cannot be encoded.
        public static var notEncodable: Code { Code(.notEncodable) }
        /// An encoder or decoder was used incorrectly.
        public static var misuse: Code { Code(.misuse) }
    }
}
