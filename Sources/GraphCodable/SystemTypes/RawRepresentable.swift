// A value that is nothing but a raw value is archived as that: a composite around it would only cost time and space. Whether
// it is nothing else shows when its `encode(to:)` is called for the first time, and turns out to be the one below.

extension GEncodable where Self: RawRepresentable, RawValue: GEncodable {
    /// Writes the raw value.
    @inlinable
    public func encode(to encoder: GEncoder) throws {
        let writer = encoder._writer
        do {
            if RawValue._isPlainRawValue, try writer.replaceComposite(of: Self.self) {
                try writer.rawValue(of: self)._encode(into: writer)
            } else {
                try encoder.encode(rawValue)
            }
        } catch {
            throw writer.failed(error)
        }
    }

    @inlinable
    public func _encodeRawValue(into writer: _GraphWriter) throws -> Bool {
        guard RawValue._isPlainRawValue, writer.isRawValue(Self.self) else { return false }
        try writer.rawValue(of: self)._encode(into: writer)
        return true
    }
}

extension GEncodable {
    /// Whether a raw value of this type can be told from everything else that may stand in its place: a reference or a nil
    /// could not.
    @inlinable
    static var _isPlainRawValue: Bool { _packedKind != nil || Self.self == String.self }
}

extension GDecodable where Self: RawRepresentable, RawValue: GDecodable {
    /// Reads the raw value.
    ///
    /// - Throws: `valueOutOfRange` when the type has no case for it.
    @inlinable
    public init(from decoder: GDecoder) throws {
        let mark = decoder._reader.costMark
        let rawValue: RawValue = try decoder.decode()
        try decoder._reader.chargeConversion(since: mark)
        guard let value = Self(rawValue: rawValue) else {
            throw decoder._reader.error(
                .valueOutOfRange, "The archive holds the raw value \(rawValue), for which \(Self.self) has no case.")
        }
        self = value
    }

    @inlinable
    public static var _hasRawValue: Bool { true }
}
