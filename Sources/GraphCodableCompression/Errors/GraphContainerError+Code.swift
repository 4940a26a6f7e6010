import GraphCodable

extension GraphContainerError {
    /// The kind of a ``GraphContainerError``.
    public struct Code: GraphErrorCode {
        package enum Kind: String, CaseIterable {
            case notAnArchive, transferDamage, unsupportedVersion, unsupportedCodec, unsupportedFeature
            case truncated, damaged, malformed, trailingBytes, limitExceeded, codecFailure
            case fileFailure, fileExists, fileChanged, invalidArgument, verificationFailed
        }

        package let kind: Kind

        package init(_ kind: Kind) {
            self.kind = kind
        }

        /// The code's name.
        public var description: String { kind.rawValue }

        /// A Boolean value that indicates whether a newer release or another codec may be able to read the archive.
        public var isUnsupported: Bool {
            switch kind {
            case .unsupportedVersion, .unsupportedCodec, .unsupportedFeature: true
            default: false
            }
        }

        /// The bytes don't begin with the signature of an archive.
        public static var notAnArchive: Code { Code(.notAnArchive) }
        /// The signature was changed by a transfer in text mode: its newlines, or its high bit.
        public static var transferDamage: Code { Code(.transferDamage) }
        /// The archive has a format version that this release doesn't know.
        public static var unsupportedVersion: Code { Code(.unsupportedVersion) }
        /// The archive uses a codec that the reader doesn't have.
        public static var unsupportedCodec: Code { Code(.unsupportedCodec) }
        /// The archive uses a filter, a flag or a section that this release doesn't know and must not ignore.
        public static var unsupportedFeature: Code { Code(.unsupportedFeature) }
        /// The archive ends too early.
        public static var truncated: Code { Code(.truncated) }
        /// A checksum doesn't match: bytes were changed after they were written.
        public static var damaged: Code { Code(.damaged) }
        /// The archive violates a rule of its format although its checksums match.
        public static var malformed: Code { Code(.malformed) }
        /// There are bytes after the end of the archive.
        public static var trailingBytes: Code { Code(.trailingBytes) }
        /// The reader's limits or those of the format were exceeded.
        public static var limitExceeded: Code { Code(.limitExceeded) }
        /// A codec failed.
        public static var codecFailure: Code { Code(.codecFailure) }
        /// The system could not read, write or replace a file. The error's cause is a ``SystemCallError``, whose number is
        /// `ENOENT` for a file that does not exist.
        public static var fileFailure: Code { Code(.fileFailure) }
        /// A file already exists where a new one should be created.
        public static var fileExists: Code { Code(.fileExists) }
        /// Another program has changed the file since it was loaded or saved, so it was not replaced.
        public static var fileChanged: Code { Code(.fileChanged) }
        /// A saved graph could not be decoded again, or the new file has other contents, so it did not replace the file.
        public static var verificationFailed: Code { Code(.verificationFailed) }
        /// An option or an argument is invalid.
        public static var invalidArgument: Code { Code(.invalidArgument) }
    }
}
