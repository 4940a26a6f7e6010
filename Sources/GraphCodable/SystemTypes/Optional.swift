extension Optional: GEncodable where Wrapped: GEncodable {
    /// Writes the optional as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        guard let value = self else {
            return try writer.writeTag(Tag.nil)
        }
        if Wrapped._mayBeNil {
            try writer.writeTag(Tag.some)
        }
        try value._encode(into: writer)
    }

    @inlinable
    public func _encodeConditionally(into writer: _GraphWriter) throws {
        guard let value = self else {
            return try writer.writeTag(Tag.nil)
        }
        if Wrapped._mayBeNil {
            try writer.writeTag(Tag.some)
        }
        try value._encodeConditionally(into: writer)
    }

    @inlinable
    public static var _mayBeNil: Bool { true }
}

extension Optional: GDecodable where Wrapped: GDecodable {
    /// Reads the optional as the next unkeyed value.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Wrapped? {
        if Wrapped._isOptional {
            if try reader.skip(Tag.some) {
                return try Wrapped._decode(from: reader)
            }
            return try reader.readNil() ? nil : try Wrapped._decode(from: reader)
        }
        // One comparison tells most values apart.
        let tag = try reader.peekTag()
        if tag >= Tag.nil, try reader.readNilOrAbsentReference(tag) {
            return nil
        }
        return try Wrapped._decode(from: reader)
    }

    @inlinable
    public static var _isOptional: Bool { true }
}
