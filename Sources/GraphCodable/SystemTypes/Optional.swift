extension Optional: GEncodable where Wrapped: GEncodable {
    /// Encodes the optional as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    // Not by one function with a closure: each reference would be retained once more.
    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        guard let value = self else {
            return try writer.writeTag(Tag.nil)
        }
        guard Wrapped._mayBeNil else {
            return try value._encode(into: writer)
        }
        try writer.openSome()
        try value._encode(into: writer)
        writer.closeCollection()
    }

    @inlinable
    public func _encodeConditionally(into writer: _GraphWriter) throws {
        guard let value = self else {
            return try writer.writeTag(Tag.nil)
        }
        guard Wrapped._mayBeNil else {
            return try value._encodeConditionally(into: writer)
        }
        try writer.openSome()
        try value._encodeConditionally(into: writer)
        writer.closeCollection()
    }

    @inlinable
    public static var _mayBeNil: Bool { true }
}

extension Optional: GDecodable where Wrapped: GDecodable {
    /// Creates an optional by decoding the next unkeyed value.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> Wrapped? {
        // To return nil takes less than a call.
        guard reader.isNilNext else { return try decodeUnlessNil(from: reader) }
        reader.state.pointee.cursor += 1
        return nil
    }

    /// Reads a value, or a reference to an object that may be absent from the archive.
    @inlinable
    static func decodeUnlessNil(from reader: _GraphReader) throws -> Wrapped? {
        // One comparison is enough for most values.
        let tag = try reader.peekTag()
        if tag >= Tag.nil {
            if try reader.readNilOrAbsentReference(tag) {
                return nil
            }
            if Wrapped._isOptional, tag == Tag.some {
                try reader.openSome()
                let value = try Wrapped._decode(from: reader)
                reader.closeCollection()
                return value
            }
        }
        return try Wrapped._decode(from: reader)
    }

    @inlinable
    public static var _isOptional: Bool { true }

    @inlinable
    public static var _mayLeadToObject: Bool { Wrapped._mayLeadToObject }
}
