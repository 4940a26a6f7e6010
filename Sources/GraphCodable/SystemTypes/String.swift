extension String: GEncodable, GDecodable {
    /// Encodes the string as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    /// Creates a string by decoding the next unkeyed value.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.writeString(self) }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> String { try reader.readString() }

    @inlinable
    public static var _mayLeadToObject: Bool { false }
}
