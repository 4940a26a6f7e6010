import GraphCodable

// The one place that says which errors mean damage. Only damage lets `load(_:from:backups:)` return an older version: an
// error of any other kind says that the file is intact, or that nobody knows, and replacing it could lose newer work. The
// switches have no default, so a new code does not compile until somebody has decided.

extension GraphContainerError.Code {
    /// A Boolean value that indicates whether the file has changed since it was written, so that a backup or salvage may
    /// help.
    ///
    /// If it is false, the file may be intact, and written by a newer program: do not replace it by an older version.
    public var isDamage: Bool {
        switch kind {
        case .notAnArchive, .transferDamage, .truncated, .damaged, .malformed, .trailingBytes: true
        // A newer program wrote the file, or this program lacks a codec.
        case .unsupportedVersion, .unsupportedCodec, .unsupportedFeature: false
        // The limits, the codec, the system and the caller are not the file.
        case .limitExceeded, .codecFailure, .fileFailure, .fileExists, .fileChanged, .invalidArgument,
            .verificationFailed:
            false
        }
    }
}

extension GraphCodableError.Code {
    /// Whether a raw archive, which has no checksums, does not hold what was written. If checksums match, no error of
    /// decoding means damage.
    package var isDamageOfRawArchive: Bool {
        switch kind {
        case .notAnArchive, .truncated, .malformed: true
        // A newer program wrote the archive.
        case .unsupportedVersion, .unsupportedFeature, .newerVersion: false
        // The archive and the program's types differ, as they do between an old program and a newer one.
        case .typeMismatch, .valueOutOfRange, .valueNotFound, .keyNotFound, .typeNotFound, .typeNotConstructible,
            .typeNotAllowed, .wrongClass:
            false
        // The program, its types and its limits are not the archive.
        case .duplicateKey, .duplicateElement, .hashChanged, .unresolvableCycle, .limitExceeded, .depthExceeded,
            .notEncodable,
            .misuse:
            false
        }
    }
}
