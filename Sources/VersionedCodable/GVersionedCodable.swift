import GraphCodable

/// A `GCodable` class or struct that migrates each of its instances in a graph individually.
///
/// The current type keeps its name. Types in a namespace of their own describe what earlier versions wrote. Each of
/// them is the ``PreviousVersion`` of the next:
///
/// ```swift
/// enum PersonVersions {
///     struct V1: GVersionedCodable {
///         static var encodeVersion: UInt32 { 1 }
///         var name: String
///         var friend: Person?      // neighbors are always of the current type
///         ...
///     }
/// }
/// final class Person: GVersionedCodable {
///     static var encodeVersion: UInt32 { 2 }
///     init(from previous: PersonVersions.V1) throws { ... }
///     required init(decoding decoder: GDecoder) throws { ... }
///     func encode(to encoder: GEncoder) throws { ... }
/// }
/// ```
///
/// An archive stores a version for each class and struct. When the decoder encounters an object of an older version,
/// the type of that version reads the fields, and the value is converted from version to version. Only the last step
/// creates the object in the graph, so all references to it and from it remain valid.
///
/// `GVersionedCodable` implements `init(from:)`; a type implements ``init(decoding:)`` instead.
public protocol GVersionedCodable: GEncodable, GDecodable {
    /// The type that decodes the version before this one; ``NothingEarlier`` for the oldest version.
    associatedtype PreviousVersion: GVersionedCodable

    /// The version of the fields that `encode(to:)` writes and ``init(decoding:)`` reads. Start with 1: 0 means that
    /// the type had no versions yet.
    static var encodeVersion: UInt32 { get }

    /// Creates a value from the fields that this version's `encode(to:)` wrote.
    ///
    /// - Parameter decoder: The decoder to read from. Do not use it after the call.
    /// - Throws: The errors of the decoder's methods, and any error of the type's own.
    init(decoding decoder: GDecoder) throws

    /// Creates a value from a value of the previous version.
    ///
    /// - Parameter previous: The older value.
    /// - Throws: Any error. It ends the decoding.
    init(from previous: PreviousVersion) throws

    /// Copies the values that the previous version decoded with `deferDecode`.
    ///
    /// The decoder calls this method after all objects have been initialized, if both this type and the previous
    /// version are classes. The default implementation does nothing.
    ///
    /// - Parameter previous: The object that this one was created from.
    /// - Throws: Any error. It ends the decoding.
    func finishMigration(from previous: PreviousVersion) throws
}

extension GVersionedCodable {
    /// Does nothing.
    ///
    /// - Parameter previous: The object that this one was created from.
    public func finishMigration(from previous: PreviousVersion) throws {}

    /// Decodes a value of any known version, and migrates it.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: ``VersioningError`` if no type in the chain of previous versions has the archived version, or if the
    ///   chain does not end; the errors of the initializers.
    /// - Complexity: O(*v*) in addition to the initializers, where *v* is the number of versions between the archived
    ///   and the newest one.
    public init(from decoder: GDecoder) throws {
        try self.init(ofAnyVersion: decoder)
    }

    /// Decodes like ``init(from:)``, also in a class whose superclass requires it to have an `init(from:)` of its own.
    package init(ofAnyVersion decoder: GDecoder) throws {
        let found = try decoder.encodedVersion
        if found == Self.ownVersion {
            try self.init(decoding: decoder)
            return
        }
        var chain = VersionChain()
        var type: any GVersionedCodable.Type = Self.self
        while type != NothingEarlier.self, type.ownVersion != found {
            try chain.append(type, version: Int(clamping: type.ownVersion))
            type = type.previousVersion
        }
        guard type != NothingEarlier.self else {
            throw chain.unsupported(Int(clamping: found), codingPath: CodingPath())
        }
        try self.init(migrating: chain.links.count, from: decoder)
    }

    /// The version that encoders write. A class whose superclass is archivable, too, has its own only by `GVersion`.
    private static var ownVersion: UInt32 { (self as? any GVersion.Type)?.encodeVersion ?? encodeVersion }

    private static var previousVersion: any GVersionedCodable.Type { PreviousVersion.self }

    private init(migrating stepCount: Int, from decoder: GDecoder) throws {
        guard stepCount > 0 else {
            try self.init(decoding: decoder)
            return
        }
        let previous = try PreviousVersion(migrating: stepCount - 1, from: decoder)
        try self.init(from: previous)
        if PreviousVersion.self is AnyObject.Type, Self.self is AnyObject.Type {
            let migrated = self
            try decoder.whenMigrated { try migrated.finishMigration(from: previous) }
        }
    }
}

extension GVersionedCodable where PreviousVersion == NothingEarlier {
    /// Throws an error, because there is no earlier version.
    ///
    /// - Parameter previous: Never passed.
    /// - Throws: ``VersioningError`` with the code `olderThanKnown`.
    public init(from previous: NothingEarlier) throws {
        throw VersioningError(.olderThanKnown, "\(Self.self) has no previous version.")
    }
}

extension NothingEarlier: GVersionedCodable {
    /// Throws an error, because there is nothing to decode.
    ///
    /// - Parameter decoder: Not used.
    /// - Throws: ``VersioningError`` with the code `olderThanKnown`.
    public init(decoding decoder: GDecoder) throws {
        throw VersioningError(
            .olderThanKnown, "NothingEarlier means that there is no earlier version; it cannot be decoded.")
    }

    /// Throws an error, because there is nothing to encode.
    ///
    /// - Parameter encoder: Not used.
    /// - Throws: ``VersioningError`` with the code `misuse`.
    public func encode(to encoder: GEncoder) throws {
        throw VersioningError(.misuse, "NothingEarlier means that there is no earlier version; it cannot be encoded.")
    }
}
