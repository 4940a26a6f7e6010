extension Bool: GEncodable, GDecodable {
    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.writeTag(self ? Tag.true : Tag.false) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Bool { try reader.readBool() }
}
