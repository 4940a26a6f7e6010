/// Where in a document the version of a type is kept: a key, or several keys that lead to a place inside.
///
/// ```swift
/// static let versionPath: VersionPath = "formatVersion"
/// static let versionPath: VersionPath = ["metadata", "version"]
/// ```
public struct VersionPath: Hashable, Sendable {
    /// The keys, outermost first; at least one.
    let keys: [String]

    /// Makes a path.
    ///
    /// - Parameters:
    ///   - key: The first key, beside the type's own keys.
    ///   - more: The keys inside of it that lead to the version.
    public init(_ key: String, _ more: String...) {
        keys = [key] + more
    }

    /// The key `version`.
    public static let standard = VersionPath("version")
}

extension VersionPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// A single key.
    public init(stringLiteral key: String) {
        keys = [key]
    }

    /// Several keys. Without any, it is the standard path.
    public init(arrayLiteral keys: String...) {
        self.keys = keys.isEmpty ? Self.standard.keys : keys
    }
}

extension VersionPath: CustomStringConvertible {
    /// The keys with dots between them.
    public var description: String { keys.joined(separator: ".") }
}
