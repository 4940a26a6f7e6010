extension Double: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(self) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Double { try reader.readDouble() }
}

extension Float: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(self) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Float { try reader.readFloat() }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: GEncodable, GDecodable {
    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.writeFloat16(bitPattern: bitPattern) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Float16 {
        Float16(bitPattern: try reader.readFloat16BitPattern(for: Float16.self))
    }
}
#endif
