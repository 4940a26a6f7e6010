/// A `Codable` type whose encoding has a version, and that can be created from its previous version.
///
/// ```swift
/// struct Poem: VersionedCodable {
///     static let version: Int? = 2
///     var author: String
///     var lines: [String]
///
///     init(from old: PoemVersions.V1) throws {
///         author = old.author
///         lines = old.poem.components(separatedBy: "\n")
///     }
/// }
/// let poem = try JSONDecoder().decode(versioned: Poem.self, from: data)
/// ```
///
/// A document is decoded as the type of its version, and then migrated step by step along the chain of previous
/// versions. Each type needs a distinct version, but the numbers need not decrease along the chain. One type, usually
/// the oldest, may have the version `nil` for documents that were written before they had versions.
public protocol VersionedCodable: Codable, SendableMetatype {
    /// The version of this type's encoding, or `nil` for documents without a version.
    static var version: Int? { get }

    /// The type that decodes the version before this one; ``NothingEarlier`` for the oldest version.
    associatedtype PreviousVersion: VersionedCodable

    /// Creates a value from a value of the previous version.
    ///
    /// - Parameter previous: The older value.
    /// - Throws: Any error. It ends the decoding.
    init(from previous: PreviousVersion) throws

    /// The path to the version in a document. The default is the key `version`.
    static var versionPath: VersionPath { get }
}

extension VersionedCodable {
    /// The key `version` at the level of the type's own keys.
    public static var versionPath: VersionPath { .standard }
}

extension VersionedCodable where PreviousVersion == NothingEarlier {
    /// Throws an error, because there is no earlier version.
    ///
    /// - Parameter previous: Never passed.
    /// - Throws: ``VersioningError`` with the code `olderThanKnown`.
    public init(from previous: NothingEarlier) throws {
        throw VersioningError(.olderThanKnown, "\(Self.self) has no previous version.")
    }
}

/// The previous version of a type that has none.
public struct NothingEarlier: VersionedCodable {
    /// The same type: nothing precedes it.
    public typealias PreviousVersion = NothingEarlier

    /// Always `nil`, because there is no such version.
    public static var version: Int? { nil }

    /// Throws an error, because there is nothing to decode.
    ///
    /// - Parameter decoder: Not used.
    /// - Throws: `DecodingError.typeMismatch`.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.typeMismatch(
            NothingEarlier.self,
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "NothingEarlier means that there is no earlier version; it cannot be decoded."))
    }

    /// Throws an error, because there is nothing to encode.
    ///
    /// - Parameter encoder: Not used.
    /// - Throws: ``VersioningError`` with the code `misuse`.
    public func encode(to encoder: any Encoder) throws {
        throw VersioningError(.misuse, "NothingEarlier means that there is no earlier version; it cannot be encoded.")
    }

    /// Throws an error, because there is no earlier version.
    ///
    /// - Parameter previous: Never passed.
    /// - Throws: ``VersioningError`` with the code `misuse`.
    public init(from previous: NothingEarlier) throws {
        throw VersioningError(.misuse, "NothingEarlier means that there is no earlier version; it has no previous one.")
    }
}
