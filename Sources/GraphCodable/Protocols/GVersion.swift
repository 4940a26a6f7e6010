/// A class that numbers the versions of its encoding.
///
/// The version is stored once an archive for each class, and ``GDecoder/encodedVersion`` returns it while an instance
/// is decoded. Start with 1: 0 stands for a class that does not conform.
public protocol GVersion: AnyObject {
    /// The version of what `encode(to:)` writes.
    static var encodeVersion: UInt32 { get }
}
