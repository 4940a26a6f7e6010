// Scalars write and read themselves; `encode(to:)` and `init(from:)` serve only direct calls.

extension GEncodable where Self: FixedWidthInteger {
    /// Encodes the integer as the only, unkeyed value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The same errors as ``GEncoder/encode(_:)``.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(self)
    }
}

extension GDecodable where Self: FixedWidthInteger {
    /// Creates an integer by decoding the next unkeyed value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The same errors as ``GDecoder/decode()``.
    public init(from decoder: GDecoder) throws {
        self = try decoder.decode()
    }
}
