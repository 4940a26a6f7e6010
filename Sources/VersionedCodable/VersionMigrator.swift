import CyclicCoding
import GraphCodable

/// Decodes a document as the type of its version.
struct VersionMigrator {
    let decoder: any Decoder

    /// Returns the number of migrations from the document's version to the newest one.
    func stepCount(from newest: any VersionedCodable.Type) throws -> Int {
        var chain = VersionChain()
        var (found, withoutVersion) = (nil as Int?, nil as Int?)
        var type = newest
        while type != NothingEarlier.self {
            // What stands where types before the one without a version have theirs may be anything.
            let path = type.versionPath
            let version = if withoutVersion == nil { try self.version(at: path) } else { try? self.version(at: path) }
            if let version, version == type.version { return chain.links.count }
            if withoutVersion == nil {
                found = found ?? version
                if found == nil, type.version == nil { withoutVersion = chain.links.count }
            }
            try chain.append(type, version: type.version)
            type = previousVersion(of: type)
        }
        if let withoutVersion { return withoutVersion }
        // The coder knows best what is wrong with a document that has no fields.
        if found == nil { _ = try decoder.container(keyedBy: NameKey.self) }
        throw chain.unsupported(found, codingPath: CodingPath(decoder.codingPath))
    }

    private func previousVersion<Value: VersionedCodable>(of type: Value.Type) -> any VersionedCodable.Type {
        Value.PreviousVersion.self
    }

    func read<Value: VersionedCodable>(_ type: Value.Type, migrating stepCount: Int) throws -> Value {
        guard stepCount > 0 else { return try Value(from: decoder) }
        return try Value(from: read(Value.PreviousVersion.self, migrating: stepCount - 1))
    }

    /// Returns the version that the document has at a path, or `nil` if it has none there.
    private func version(at path: VersionPath) throws -> Int? {
        // A document that is not a keyed value has no version.
        guard var container = try? decoder.container(keyedBy: NameKey.self) else { return nil }
        for key in path.keys.dropLast() {
            guard container.contains(NameKey(key)),
                let inner = try? container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(key))
            else { return nil }
            container = inner
        }
        guard let key = path.keys.last.map({ NameKey($0) }), container.contains(key) else { return nil }
        do {
            return try container.decodeIfPresent(Int.self, forKey: key)
        } catch {
            throw VersioningError(
                .unreadableVersion,
                "The value at '\(path)' is not a whole number, so it cannot be the version. Check the type's versionPath.",
                codingPath: CodingPath(container.codingPath), underlyingError: error)
        }
    }
}

extension CodingPath {
    init(_ keys: [any CodingKey]) {
        self.init(keys.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
    }
}
