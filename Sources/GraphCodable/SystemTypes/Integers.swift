// An integer writes itself in the shortest form that holds its value, and reads itself in any form.

extension _GScalar where Self: FixedWidthInteger {
    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> Self {
        let start = reader.state.pointee.cursor
        guard let integer = Self(exactly: try reader.readInt64(Self.self)) else {
            throw reader.outOfRange(Self.self, at: start)
        }
        return integer
    }
}

extension _GScalar where Self: SignedInteger & FixedWidthInteger {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(Int64(truncatingIfNeeded: self)) }
}

extension _GScalar where Self: UnsignedInteger & FixedWidthInteger {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) {
        if Self.bitWidth < 64 {
            writer.storeNumber(Int64(truncatingIfNeeded: self))
        } else {
            writer.storeNumber(UInt64(truncatingIfNeeded: self))
        }
    }
}

extension Int: _GScalar {}
extension Int8: _GScalar {}
extension Int16: _GScalar {}
extension Int32: _GScalar {}
extension Int64: _GScalar {}
extension UInt8: _GScalar {}
extension UInt16: _GScalar {}
extension UInt32: _GScalar {}

extension UInt: _GScalar {
    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> UInt { try reader.readInteger(Self.self) }
}

extension UInt64: _GScalar {
    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> UInt64 { try reader.readInteger(Self.self) }
}

extension Int128: GEncodable, GDecodable {
    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.write(self) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Int128 { try reader.readInteger(Self.self) }
}

extension UInt128: GEncodable, GDecodable {
    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.write(self) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> UInt128 { try reader.readInteger(Self.self) }
}
