extension GDecoder {
    /// Decodes the value of a key, or takes a default where an older archive has none.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - defaultValue: What to return when the key is absent, or holds nil and `Value` is not an optional.
    /// - Returns: The value or the default.
    /// - Throws: As ``decode(for:)``, but for `keyNotFound`.
    @inlinable
    public func decode<Value: GDecodable, Key: RawRepresentable>(
        for key: Key, default defaultValue: @autoclosure () throws -> Value
    ) throws -> Value where Key.RawValue == String {
        guard try contains(key) else {
            return try defaultValue()
        }
        if Value._isOptional {
            return try decode(for: key)
        }
        return try decode(for: key) as Value? ?? defaultValue()
    }

    /// The keys of the value that is being decoded whose values have not been decoded yet, in the order of encoding.
    ///
    /// At the end of `init(from:)` these are the keys that this version of the type does not know.
    ///
    /// Throws ``GraphCodableError/Code/malformed`` when the archive is damaged.
    public var undecodedKeys: [String] {
        get throws {
            try _reader.state.pointee.session._withUnsafeGuaranteedRef { try $0.undecodedKeys() }
        }
    }

    /// The number of values without a key that have not been decoded yet; the same as the property.
    public func unkeyedCount() throws -> Int {
        unkeyedCount
    }

    /// The version of the type that is being decoded, as it was when it was encoded; 0 for a type without versions.
    ///
    /// - Parameter type: The type that is being decoded.
    /// - Returns: Its version; the same as the property.
    /// - Throws: ``GraphCodableError/Code/misuse`` outside of `init(from:)`.
    public func encodedVersion(_ type: any GDecodable.Type) throws -> UInt32 {
        try encodedVersion
    }
}
