/// A `Codable` type whose encoding has a version, and that can be made from its previous version.
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
/// A document of any version that the chain of previous versions knows is decoded as what it is and migrated step by step. Each
/// type needs a version of its own; the numbers need not fall along the chain. One type, mostly the oldest, may have the
/// version `nil`: that of documents that were written before they had versions.
public protocol VersionedCodable: Codable, SendableMetatype {
    /// The version of this type's encoding, or `nil` for documents without a version.
    static var version: Int? { get }

    /// The type that the version before this one decodes as; ``NothingEarlier`` for the oldest.
    associatedtype PreviousVersion: VersionedCodable

    /// Makes a value from one of the previous version.
    ///
    /// - Parameter previous: The older value.
    /// - Throws: Any error of the type's own; it ends the decoding.
    init(from previous: PreviousVersion) throws

    /// Where the version is kept in a document: the key `version`, unless the type says otherwise.
    static var versionPath: VersionPath { get }
}

extension VersionedCodable {
    /// The key `version` beside the type's own keys.
    public static var versionPath: VersionPath { .standard }
}

extension VersionedCodable where PreviousVersion == NothingEarlier {
    /// Throws: there is nothing earlier.
    ///
    /// - Parameter previous: Never given.
    public init(from previous: NothingEarlier) throws {
        throw VersioningError(.olderThanKnown, "\(Self.self) has no previous version.")
    }
}

/// The previous version of a type that has none.
public struct NothingEarlier: VersionedCodable {
    /// Nothing either.
    public typealias PreviousVersion = NothingEarlier

    /// There is no such version.
    public static var version: Int? { nil }

    /// Throws: there is nothing to decode.
    ///
    /// - Parameter decoder: Not used.
    public init(from decoder: any Decoder) throws {
        throw VersioningError(
            .olderThanKnown, "NothingEarlier stands for the absence of a version; it cannot be decoded.")
    }

    /// Throws: there is nothing to encode.
    ///
    /// - Parameter encoder: Not used.
    public func encode(to encoder: any Encoder) throws {
        throw VersioningError(.misuse, "NothingEarlier stands for the absence of a version; it cannot be encoded.")
    }

    /// Throws: there is nothing earlier than the absence of a version.
    ///
    /// - Parameter previous: Never given.
    public init(from previous: NothingEarlier) throws {
        throw VersioningError(.misuse, "NothingEarlier stands for the absence of a version; it has no previous one.")
    }
}
