extension Bool: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.store(self ? Tag.true : Tag.false) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Bool { try reader.readBool() }
}
