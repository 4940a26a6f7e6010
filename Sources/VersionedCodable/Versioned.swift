import GraphCodable

/// A value together with its version, as it stands in a document.
///
/// The coders' `encode(versioned:)` and `decode(versioned:from:)` make it where it is needed. Use it yourself for a versioned
/// value inside of another: a property of the type `Versioned<Poem>` has a version of its own and is migrated by itself.
public struct Versioned<Value: VersionedCodable> {
    /// The value.
    public var value: Value

    /// Wraps a value.
    public init(_ value: Value) {
        self.value = value
    }
}

extension Versioned: Sendable where Value: Sendable {}

extension Versioned: Codable {
    /// Writes the value's own keys and then the version, if it has one.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the coder or the value throws.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        guard let version = Value.version else { return }
        var container = encoder.container(keyedBy: VersionKey.self)
        let keys = Value.versionPath.keys
        for key in keys.dropLast() {
            container = container.nestedContainer(keyedBy: VersionKey.self, forKey: VersionKey(key))
        }
        if let key = keys.last {
            try container.encode(version, forKey: VersionKey(key))
        }
    }

    /// Reads the version, then a value of that version, and migrates it.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: ``VersioningError`` when the document's version is not one of those in the chain of previous versions;
    ///   what the coder throws; what the initializers throw.
    public init(from decoder: any Decoder) throws {
        let reader = VersionedReader(decoder: decoder)
        value = try reader.read(Value.self, migrating: try reader.stepCount(from: Value.self))
    }
}

/// Reads a document as the type of its version.
private struct VersionedReader {
    let decoder: any Decoder

    /// How many versions before the newest one the document's is.
    func stepCount(from newest: any VersionedCodable.Type) throws -> Int {
        var chain = VersionChain()
        var found: Int?
        var type = newest
        while type != NothingEarlier.self {
            let version = try version(at: type.versionPath)
            if version == type.version {
                return chain.links.count
            }
            found = found ?? version
            try chain.append(type, version: type.version)
            type = previousVersion(of: type)
        }
        throw chain.unsupported(found, codingPath: CodingPath(decoder.codingPath))
    }

    private func previousVersion<Value: VersionedCodable>(of type: Value.Type) -> any VersionedCodable.Type {
        Value.PreviousVersion.self
    }

    func read<Value: VersionedCodable>(_ type: Value.Type, migrating stepCount: Int) throws -> Value {
        guard stepCount > 0 else { return try Value(from: decoder) }
        return try Value(from: read(Value.PreviousVersion.self, migrating: stepCount - 1))
    }

    /// The version that a document has at a place; `nil` when there is nothing there.
    private func version(at path: VersionPath) throws -> Int? {
        // A document that is no keyed value has no version.
        guard var container = try? decoder.container(keyedBy: VersionKey.self) else { return nil }
        for key in path.keys.dropLast() {
            guard container.contains(VersionKey(key)),
                let inner = try? container.nestedContainer(keyedBy: VersionKey.self, forKey: VersionKey(key))
            else { return nil }
            container = inner
        }
        guard let key = path.keys.last.map(VersionKey.init), container.contains(key) else { return nil }
        do {
            return try container.decodeIfPresent(Int.self, forKey: key)
        } catch {
            throw VersioningError(
                .unreadableVersion, "What is kept at '\(path)' is no whole number, and cannot be the version.",
                codingPath: CodingPath(container.codingPath), underlyingError: error)
        }
    }
}

/// A key on the way to the version.
private struct VersionKey: CodingKey {
    let stringValue: String

    var intValue: Int? { nil }

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        nil
    }
}

extension CodingPath {
    init(_ keys: [any CodingKey]) {
        self.init(keys.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
    }
}
