extension GraphContainerError {
    /// The kind of a ``GraphContainerError``.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case notAnArchive, transferDamage, unsupportedVersion, unsupportedCodec, unsupportedFeature
            case truncated, damaged, malformed, trailingBytes, limitExceeded, codecFailure
            case fileFailure, fileExists, invalidArgument
        }

        private let kind: Kind

        private init(_ kind: Kind) {
            self.kind = kind
        }

        /// The code's name.
        public var description: String { kind.rawValue }

        /// Lets a `catch` or a `case` name the code: `catch GraphContainerError.Code.damaged`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? GraphContainerError)?.code == code
        }

        /// Whether the archive may be sound, and a newer release or another codec may read it.
        public var isUnsupported: Bool {
            switch kind {
            case .unsupportedVersion, .unsupportedCodec, .unsupportedFeature: true
            default: false
            }
        }

        /// The bytes do not begin with the signature of an archive.
        public static var notAnArchive: Code { Code(.notAnArchive) }
        /// The signature was changed as text is in transfer: its newlines, or its high bit.
        public static var transferDamage: Code { Code(.transferDamage) }
        /// The archive has a format version that this release does not know.
        public static var unsupportedVersion: Code { Code(.unsupportedVersion) }
        /// The archive uses a codec that the reader was not given.
        public static var unsupportedCodec: Code { Code(.unsupportedCodec) }
        /// The archive uses a filter, a flag or a section that this release does not know and may not ignore.
        public static var unsupportedFeature: Code { Code(.unsupportedFeature) }
        /// The archive ends too early.
        public static var truncated: Code { Code(.truncated) }
        /// A checksum does not match: bytes were changed after they were written.
        public static var damaged: Code { Code(.damaged) }
        /// The archive breaks a rule of its format although its checksums match.
        public static var malformed: Code { Code(.malformed) }
        /// Something follows the end of the archive.
        public static var trailingBytes: Code { Code(.trailingBytes) }
        /// A limit of the reader or of the format was exceeded.
        public static var limitExceeded: Code { Code(.limitExceeded) }
        /// A codec could not do its work.
        public static var codecFailure: Code { Code(.codecFailure) }
        /// The system refused to read, write or replace a file.
        public static var fileFailure: Code { Code(.fileFailure) }
        /// There is a file already at a place where a new one was to be made.
        public static var fileExists: Code { Code(.fileExists) }
        /// An option or an argument cannot be used.
        public static var invalidArgument: Code { Code(.invalidArgument) }
    }
}
