extension GEncodable where Self: RawRepresentable, RawValue: GEncodable {
    /// Writes the raw value.
    @inlinable
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(rawValue)
    }
}

extension GDecodable where Self: RawRepresentable, RawValue: GDecodable {
    /// Reads the raw value.
    ///
    /// - Throws: `valueOutOfRange` when the type has no case for it.
    @inlinable
    public init(from decoder: GDecoder) throws {
        let rawValue: RawValue = try decoder.decode()
        guard let value = Self(rawValue: rawValue) else {
            throw decoder._reader.error(
                .valueOutOfRange, "The archive holds the raw value \(rawValue), for which \(Self.self) has no case.")
        }
        self = value
    }
}
