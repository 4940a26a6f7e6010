extension VersionedCodable {
    /// Decodes a document of any known version with any coder.
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
    ///   - data: The document, in the form that the coder accepts.
    ///   - decode: Decodes a value of the given type from the document.
    /// - Returns: The value, migrated to this version.
    /// - Throws: ``VersioningError`` if no type in the chain of previous versions has the document's version, if the
    ///   chain does not end, or if the version is not an integer. The errors of `decode` and of the initializers. A document
    ///   that needs a version, but has no fields, is an error of the coder, usually a `DecodingError`.
    public static func decodeTransparently<Input>(
        from data: Input, using decode: (any Decodable.Type, Input) throws -> any Decodable
    ) throws -> Self {
        guard let versioned = try decode(Versioned<Self>.self, data) as? Versioned<Self> else {
            throw VersioningError(.misuse, "The closure must return a value of the type that it is given.")
        }
        return versioned.value
    }

    /// Encodes the value and its version with any coder.
    ///
    /// ```swift
    /// extension HyperCardEncoder {
    ///     func encode(versioned value: any VersionedCodable) throws -> Data {
    ///         try value.encodeTransparently { try self.encode($0) }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter encode: Encodes the value that it receives, a wrapper that writes the version after the value's own
    ///   keys.
    /// - Returns: The result of `encode`.
    /// - Throws: The errors of `encode`.
    public func encodeTransparently<Output>(using encode: (any Encodable) throws -> Output) rethrows -> Output {
        try encode(Versioned(self))
    }
}
