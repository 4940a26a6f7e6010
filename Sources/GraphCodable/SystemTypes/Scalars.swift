// Scalars write and read themselves; `encode(to:)` and `init(from:)` serve only who calls them directly.

extension GEncodable where Self: FixedWidthInteger {
    /// Writes the integer as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(self)
    }
}

extension GDecodable where Self: FixedWidthInteger {
    /// Reads the integer as the next unkeyed value.
    public init(from decoder: GDecoder) throws {
        self = try decoder.decode()
    }
}
