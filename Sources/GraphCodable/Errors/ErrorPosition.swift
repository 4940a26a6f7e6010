/// The position of an error in an archive, until the coding path has been determined.
enum ErrorPosition: Sendable {
    /// Only the error's offset is known, if it has one.
    case unknown
    /// - Parameters:
    ///   - id: The record that was being decoded.
    ///   - offset: The offset in the archive of the value that the error is about, or of the composite that lacks a
    ///     key.
    ///   - missingKey: The key.
    case inRecord(_ id: UInt32, offset: Int, missingKey: String?)
    /// The decoding of an archive has ended with the error, which therefore has its coding path.
    case located
}
