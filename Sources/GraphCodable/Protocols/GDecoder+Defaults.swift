extension GDecoder {
    /// Decodes the value for a key, or returns a default if an older archive has none.
    ///
    /// A stored nil gives the default, too, unless `Value` is an optional. The compiler takes the type of the default for
    /// `Value`, unless that is a literal. So write its type where nil must come back as nil, or where the default is of a
    /// subclass:
    ///
    /// ```swift
    /// due = try decoder.decode(for: Key.due, default: Date() as Date?)
    /// shape = try decoder.decode(for: Key.shape, default: Circle() as Shape)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - defaultValue: The value to return if the key is absent, or if its value is nil and `Value` is not an
    ///     optional.
    /// - Returns: The value or the default.
    /// - Throws: The same errors as ``decode(for:)``, except `keyNotFound`; and any error that `defaultValue` throws.
    @inlinable @inline(__always)
    public func decode<Value: GDecodable, Key: RawRepresentable>(
        for key: Key, default defaultValue: @autoclosure () throws -> Value
    ) throws -> Value where Key.RawValue == String {
        let reader = _reader
        guard try reader.beginSlot(ifPresent: key.rawValue) else {
            return try defaultValue()
        }
        if Value._isOptional {
            return try reader.decodeValue()
        }
        return try reader.decodeValue() as Value? ?? defaultValue()
    }

    /// Returns the error for a case that the enumeration being decoded does not have. `@GCodable` generates calls of it.
    ///
    /// - Parameters:
    ///   - name: The name or the raw value of the case in the archive.
    ///   - type: The enumeration.
    /// - Returns: A ``GraphCodableError`` of the code `valueOutOfRange`, with the place of the value.
    public func unknownCase(_ name: some Any, of type: Any.Type) -> any Error {
        _reader.errorInComposite(
            .valueOutOfRange,
            "\(type) has no case '\(name)'. Add it, or mark a case for unknown ones with @CodableFallback.")
    }

    /// Tells the decoder that a fallback stands for a case that the enumeration being decoded does not have. `@GCodable` generates
    /// calls of it.
    ///
    /// If the enumeration is the type of a property with a former type, and that reads the name of the case, the value is decoded
    /// as the former type instead; see ``decode(for:convertingFrom:with:)``.
    public func noteFallback() {
        _reader.withSession { $0.noteFallback() }
    }

    /// The keys of the value being decoded whose values have not been decoded yet, in the order of encoding.
    ///
    /// At the end of `init(from:)`, these are the keys that this version of the type does not know.
    ///
    /// Throws ``GraphCodableError/Code/malformed`` if the archive is damaged, and `misuse` outside `init(from:)`.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the value being decoded.
    public var undecodedKeys: [String] {
        get throws {
            try _reader.withSession { try $0.undecodedKeys() }
        }
    }

    /// Returns the number of unkeyed values that have not been decoded yet, like the property of the same name.
    ///
    /// - Returns: The number of values; 0 outside `init(from:)`.
    /// - Throws: Nothing. It is marked so because programs for the original package call it with `try`.
    public func unkeyedCount() throws -> Int {
        unkeyedCount
    }

    /// Returns the version of the type being decoded at the time when it was encoded, or 0 for a type without versions.
    ///
    /// It is the property of this name, with a check: an archive has one version for a class, that of the class whose
    /// instance was encoded.
    ///
    /// - Parameter type: The type being decoded, or one of its superclasses.
    /// - Returns: Its version.
    /// - Throws: ``GraphCodableError/Code/misuse`` outside `init(from:)`, and for a class whose instance is not being decoded.
    public func encodedVersion(_ type: any GDecodable.Type) throws -> UInt32 {
        try _reader.withSession { try $0.encodedVersion(of: type) }
    }
    /// Throws an error if a newer version of the type being decoded was encoded, whose fields would get lost.
    ///
    /// Call it first in `init(from:)`, with `Self.encodeVersion`. `@GCodable(version:)` does so, unless the type
    /// `readsNewer` versions. Classes that another one has replaced, and aliases of classes, count versions of their own, so
    /// they are not checked; nor are such values behind protocols.
    ///
    /// - Parameter version: The newest version that the type can read.
    /// - Throws: ``GraphCodableError/Code/newerVersion`` if a newer one was encoded; ``GraphCodableError/Code/misuse``
    ///   outside `init(from:)`.
    public func refuseVersions(after version: UInt32) throws {
        try _reader.withSession { try $0.refuseVersions(after: version) }
    }
}
