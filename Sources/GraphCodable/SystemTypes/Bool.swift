extension Bool: GEncodable, GDecodable {
    /// Encodes the Boolean value as the only, unkeyed value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The same errors as ``GEncoder/encode(_:)``.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    /// Creates a Boolean value by decoding the next unkeyed value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The same errors as ``GDecoder/decode()``.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.writeTag(self ? Tag.true : Tag.false) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Bool { try reader.readBool() }
}
