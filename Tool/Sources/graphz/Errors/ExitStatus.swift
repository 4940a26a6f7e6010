/// The tool's exit status. `Docs/graphz.md` and the manual page list the numbers; they never change.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case failure = 1
    case fileFailure = 2
    case outputExists = 3
    case notAnArchive = 4
    case transferDamage = 5
    case unsupportedVersion = 6
    case unsupportedCodec = 7
    case unsupportedFeature = 8
    case truncated = 9
    case damaged = 10
    case malformed = 11
    case trailingBytes = 12
    case limitExceeded = 13
    case codecFailure = 14
    case partlyLost = 15
    case nothingRecovered = 16
    case usage = 64
    case brokenPipe = 141

    /// The status for the code of an error of a library. Most have the same name.
    init(_ code: some CustomStringConvertible) {
        switch code.description {
        case "invalidArgument": self = .usage
        case "depthExceeded": self = .limitExceeded
        case "fileChanged": self = .fileFailure
        case let name: self = Self.allCases.first { "\($0)" == name } ?? .failure
        }
    }

    /// The meaning, for the manual page.
    var meaning: String {
        switch self {
        case .success: "done; verify: the archive is sound; salvage: nothing is lost"
        case .failure: "an internal error; diff: the archives differ"
        case .fileFailure: "a file cannot be opened, read or written; diff: an archive cannot be read"
        case .outputExists: "the output exists, or is a terminal; see --force"
        case .notAnArchive: "the input is not an archive"
        case .transferDamage: "the archive was changed in transfer, as text is"
        case .unsupportedVersion: "the archive has a newer format version"
        case .unsupportedCodec: "the archive uses a codec that is not built in"
        case .unsupportedFeature: "the archive uses a feature of a newer release"
        case .truncated: "the archive ends too early, or something follows a raw archive"
        case .damaged: "a checksum does not match"
        case .malformed: "the archive breaks a rule of its format"
        case .trailingBytes: "something follows the end of a compressed archive"
        case .limitExceeded: "a limit was exceeded"
        case .codecFailure: "a codec could not do its work"
        case .partlyLost: "salvage: something is lost or was passed over, the rest was recovered"
        case .nothingRecovered: "salvage: no object can be recovered"
        case .usage: "the arguments cannot be used"
        case .brokenPipe: "the reader of the output has closed the pipe"
        }
    }
}
