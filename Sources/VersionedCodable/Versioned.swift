import CyclicCoding
import GraphCodable

/// A value with its version, in the form in which documents contain it.
///
/// The coders' methods `encode(versioned:)` and `decode(versioned:from:)` use this wrapper automatically. Use it
/// yourself for a versioned value inside another: a property of type `Versioned<Poem>` has its own version and migrates
/// independently.
public struct Versioned<Value: VersionedCodable> {
    /// The value.
    public var value: Value

    /// Wraps a value.
    ///
    /// - Parameter value: The value to wrap.
    public init(_ value: Value) {
        self.value = value
    }
}

extension Versioned: Sendable where Value: Sendable {}

extension Versioned: ObjectWrapper {
    package static var wrappedClass: AnyClass? { Value.self as? AnyClass }

    package var wrappedObject: AnyObject? { Self.wrappedClass == nil ? nil : value as AnyObject }

    package init?(wrapping object: AnyObject) {
        guard let value = object as? Value else { return nil }
        self.init(value)
    }
}

extension Versioned: Codable {
    /// Encodes the value's own keys and then the version, if the type has one.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the coder and of the value.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        guard let version = Value.version else { return }
        var container = encoder.container(keyedBy: NameKey.self)
        let keys = Value.versionPath.keys
        for key in keys.dropLast() {
            container = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(key))
        }
        if let key = keys.last {
            try container.encode(version, forKey: NameKey(key))
        }
    }

    /// Decodes the version, then a value of that version, and migrates it.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: ``VersioningError`` if no type in the chain of previous versions has the document's version, if the
    ///   chain does not end, or if the version is not an integer; the errors of the coder and of the initializers.
    /// - Complexity: O(*v*) in addition to decoding and migrating, where *v* is the number of versions up to the newest
    ///   one.
    public init(from decoder: any Decoder) throws {
        let reader = VersionedReader(decoder: decoder)
        value = try reader.read(Value.self, migrating: try reader.stepCount(from: Value.self))
    }
}

/// Decodes a document as the type of its version.
private struct VersionedReader {
    let decoder: any Decoder

    /// Returns the number of migrations from the document's version to the newest one.
    func stepCount(from newest: any VersionedCodable.Type) throws -> Int {
        var chain = VersionChain()
        var found: Int?
        var type = newest
        while type != NothingEarlier.self {
            let version = try version(at: type.versionPath)
            // A document without a version has none anywhere.
            if version == type.version, version != nil || found == nil {
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
