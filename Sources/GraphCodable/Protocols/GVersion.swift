/// A class that versions its encoding.
///
/// The archive stores the version once for each class, and ``GDecoder/encodedVersion`` returns it while an instance is
/// decoded. Start with 1: 0 means that the archive has no version.
public protocol GVersion: AnyObject {
    /// The version of the data that `encode(to:)` writes.
    static var encodeVersion: UInt32 { get }
}
