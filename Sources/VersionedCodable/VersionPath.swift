/// The path to the version of a type within a document: one key, or several keys for a nested place.
///
/// ```swift
/// static let versionPath: VersionPath = "formatVersion"
/// static let versionPath: VersionPath = ["metadata", "version"]
/// ```
public struct VersionPath: Hashable, Sendable {
    /// The keys, outermost first. There is at least one.
    let keys: [String]

    /// Creates a path.
    ///
    /// - Parameters:
    ///   - key: The first key, at the level of the type's own keys.
    ///   - more: The keys of the nested values, down to the version.
    public init(_ key: String, _ more: String...) {
        keys = [key] + more
    }

    /// The key `version`.
    public static let standard = VersionPath("version")
}

extension VersionPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Creates a path with a single key.
    ///
    /// - Parameter key: The key.
    public init(stringLiteral key: String) {
        keys = [key]
    }

    /// Creates a path with several keys, or the standard path if the array is empty.
    ///
    /// - Parameter keys: The keys, outermost first.
    public init(arrayLiteral keys: String...) {
        self.keys = keys.isEmpty ? Self.standard.keys : keys
    }
}

extension VersionPath: CustomStringConvertible {
    /// The keys, separated by dots.
    public var description: String { keys.joined(separator: ".") }
}
