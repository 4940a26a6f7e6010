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
    /// Encodes the value's own keys and then the version, if the type has one. The version replaces a field of the value with
    /// the same key.
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
    ///   chain does not end, or if the version is not an integer. The errors of the coder and of the initializers.
    /// - Complexity: O(*v*) in addition to decoding and migrating, where *v* is the number of versions up to the newest
    ///   one.
    public init(from decoder: any Decoder) throws {
        let reader = VersionMigrator(decoder: decoder)
        value = try reader.read(Value.self, migrating: try reader.stepCount(from: Value.self))
    }
}
