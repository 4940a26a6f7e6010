// A value that consists only of its raw value is archived as that: a composite around it would only cost time and
// space. The first call of the type's `encode(to:)` shows whether this is so: it then calls the implementation below.

extension GEncodable where Self: RawRepresentable, RawValue: GEncodable {
    /// Encodes the raw value.
    @inlinable
    public func encode(to encoder: GEncoder) throws {
        let writer = encoder._writer
        do {
            if RawValue._isPlainRawValue, try writer.withSession({ try $0.replaceComposite(of: Self.self) }) {
                try writer.rawValue(of: self)._encode(into: writer)
            } else {
                try encoder.encode(rawValue)
            }
        } catch {
            throw writer.withSession { $0.record(error) }
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
    /// Whether a raw value of this type can be distinguished from everything else that may be stored in its place. A
    /// reference or a nil could not.
    @inlinable
    static var _isPlainRawValue: Bool { _packedKind != nil || Self.self == String.self }
}

extension GDecodable where Self: RawRepresentable, RawValue: GDecodable {
    /// Creates a value by decoding its raw value.
    ///
    /// - Throws: `valueOutOfRange` if the type has no case for the raw value.
    @inlinable
    public init(from decoder: GDecoder) throws {
        let mark = decoder._reader.costMark
        let rawValue: RawValue = try decoder.decode()
        try decoder._reader.chargeConversion(since: mark)
        guard let value = Self(rawValue: rawValue) else {
            throw decoder._reader.errorInComposite(
                .valueOutOfRange, "The archive holds the raw value \(rawValue), for which \(Self.self) has no case.")
        }
        self = value
    }

    @inlinable
    public static var _hasRawValue: Bool { true }
}
