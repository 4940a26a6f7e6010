extension VersionedCodable {
    /// Decodes a document of any known version with a coder of any kind.
    ///
    /// ```swift
    /// extension HyperCardDecoder {
    ///     func decode<Expected: VersionedCodable>(versioned type: Expected.Type, from data: Data) throws -> Expected {
    ///         try Expected.decodeTransparently(from: data, using: { try self.decode($0, from: $1) })
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - data: The document, in whatever form the coder takes.
    ///   - decode: Decodes a value of the given type from the document.
    /// - Returns: The value, migrated to this version.
    /// - Throws: ``VersioningError`` when the document's version is not one of those in the chain of previous versions; what
    ///   `decode` and the initializers throw.
    public static func decodeTransparently<Input>(
        from data: Input, using decode: (any Decodable.Type, Input) throws -> any Decodable
    ) throws -> Self {
        guard let versioned = try decode(Versioned<Self>.self, data) as? Versioned<Self> else {
            throw VersioningError(.misuse, "The closure must return a value of the type that it is given.")
        }
        return versioned.value
    }

    /// Encodes the value and its version with a coder of any kind.
    ///
    /// ```swift
    /// extension HyperCardEncoder {
    ///     func encode(versioned value: any VersionedCodable) throws -> Data {
    ///         try value.encodeTransparently { try self.encode($0) }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter encode: Encodes a value; it is given a wrapper, which writes the version after the value's own keys.
    /// - Returns: What `encode` returns.
    /// - Throws: What `encode` throws.
    public func encodeTransparently<Output>(using encode: (any Encodable) throws -> Output) rethrows -> Output {
        try encode(Versioned(self))
    }
}
