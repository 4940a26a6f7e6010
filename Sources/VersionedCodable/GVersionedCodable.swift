import GraphCodable

/// A `GCodable` class or struct whose instances inside a graph are migrated one by one.
///
/// The current type keeps its name. What earlier versions of it wrote is described by types in namespaces of their own, each
/// of which is the ``PreviousVersion`` of the next:
///
/// ```swift
/// enum PersonVersions {
///     struct V1: GVersionedCodable {
///         static var encodeVersion: UInt32 { 1 }
///         var name: String
///         var friend: Person?      // neighbours are always of the current type
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
/// An archive keeps a version for each class and struct. When an object of an older version is decoded, its fields are read by
/// the type of that version, and the value is carried from version to version. Only the last step makes the object
/// that goes into the graph, so that all references to it, and from it, hold.
///
/// `GVersionedCodable` implements `init(from:)`; a type implements ``init(decoding:)`` instead. A class whose inheritance is
/// disabled is archived without its version and can therefore not be migrated.
public protocol GVersionedCodable: GEncodable, GDecodable {
    /// The type that reads what the version before this one wrote; ``NothingEarlier`` for the oldest.
    associatedtype PreviousVersion: GVersionedCodable

    /// The version of what `encode(to:)` writes and ``init(decoding:)`` reads. Start with 1: 0 stands for a type that had no versions yet.
    static var encodeVersion: UInt32 { get }

    /// Makes a value from what this version's `encode(to:)` wrote.
    ///
    /// - Parameter decoder: What to read from; not to be used after the call.
    /// - Throws: What the decoder's methods throw, and any error of the type's own.
    init(decoding decoder: GDecoder) throws

    /// Makes a value from one of the previous version.
    ///
    /// - Parameter previous: The older value.
    /// - Throws: Any error of the type's own; it ends the decoding.
    init(from previous: PreviousVersion) throws

    /// Takes over what the previous version decoded with `deferDecode`; does nothing by default.
    ///
    /// It is called for classes, with a previous version that is a class, when all objects have been initialized.
    ///
    /// - Parameter previous: The object from which this one was made.
    /// - Throws: Any error of the type's own; it ends the decoding.
    func finishMigration(from previous: PreviousVersion) throws
}

extension GVersionedCodable {
    /// Does nothing.
    public func finishMigration(from previous: PreviousVersion) throws {}

    /// Reads a value of the version that was encoded, and migrates it.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: ``VersioningError`` when the archived version is not one of those in the chain of previous versions; what
    ///   the initializers throw.
    public init(from decoder: GDecoder) throws {
        let found = try decoder.encodedVersion
        if found == Self.encodeVersion {
            try self.init(decoding: decoder)
            return
        }
        var chain = VersionChain()
        var type: any GVersionedCodable.Type = Self.self
        while type != NothingEarlier.self, type.encodeVersion != found {
            try chain.append(type, version: Int(type.encodeVersion))
            type = type.previousVersion
        }
        guard type != NothingEarlier.self else { throw chain.unsupported(Int(found), codingPath: CodingPath()) }
        try self.init(migrating: chain.links.count, from: decoder)
    }

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
            try decoder.whenDecoded { try migrated.finishMigration(from: previous) }
        }
    }
}

extension GVersionedCodable where PreviousVersion == NothingEarlier {
    /// Throws: there is nothing earlier.
    ///
    /// - Parameter previous: Never given.
    public init(from previous: NothingEarlier) throws {
        throw VersioningError(.olderThanKnown, "\(Self.self) has no previous version.")
    }
}

extension NothingEarlier: GVersionedCodable {
    /// Throws: there is nothing to decode.
    ///
    /// - Parameter decoder: Not used.
    public init(decoding decoder: GDecoder) throws {
        throw VersioningError(
            .olderThanKnown, "NothingEarlier stands for the absence of a version; it cannot be decoded.")
    }

    /// Throws: there is nothing to encode.
    ///
    /// - Parameter encoder: Not used.
    public func encode(to encoder: GEncoder) throws {
        throw VersioningError(.misuse, "NothingEarlier stands for the absence of a version; it cannot be encoded.")
    }
}
