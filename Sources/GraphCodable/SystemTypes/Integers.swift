// Each integer type writes and reads itself in the shortest form that holds its value. The code is repeated for speed:
// a generic narrowing function kept the compiler from inlining it.

extension Int: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(Int64(self)) }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> Int {
        let start = reader.state.pointee.cursor
        let value = try reader.readInt64(Int.self)
        guard let integer = Int(exactly: value) else { throw reader.outOfRange(Int.self, at: start) }
        return integer
    }
}

extension Int8: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(Int64(self)) }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> Int8 {
        let start = reader.state.pointee.cursor
        let value = try reader.readInt64(Int8.self)
        guard let integer = Int8(exactly: value) else { throw reader.outOfRange(Int8.self, at: start) }
        return integer
    }
}

extension Int16: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(Int64(self)) }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> Int16 {
        let start = reader.state.pointee.cursor
        let value = try reader.readInt64(Int16.self)
        guard let integer = Int16(exactly: value) else { throw reader.outOfRange(Int16.self, at: start) }
        return integer
    }
}

extension Int32: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(Int64(self)) }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> Int32 {
        let start = reader.state.pointee.cursor
        let value = try reader.readInt64(Int32.self)
        guard let integer = Int32(exactly: value) else { throw reader.outOfRange(Int32.self, at: start) }
        return integer
    }
}

extension Int64: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(Int64(self)) }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> Int64 { try reader.readInt64(Int64.self) }
}

extension UInt: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(UInt64(self)) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> UInt {
        let start = reader.state.pointee.cursor
        guard _GraphReader.isUpTo64Bits(try reader.peekTag()) else { return try reader.readInteger(UInt.self) }
        guard let integer = UInt(exactly: try reader.readInt64(UInt.self)) else {
            throw reader.outOfRange(UInt.self, at: start)
        }
        return integer
    }
}

extension UInt8: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(Int64(self)) }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> UInt8 {
        let start = reader.state.pointee.cursor
        let value = try reader.readInt64(UInt8.self)
        guard let integer = UInt8(exactly: value) else { throw reader.outOfRange(UInt8.self, at: start) }
        return integer
    }
}

extension UInt16: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(Int64(self)) }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> UInt16 {
        let start = reader.state.pointee.cursor
        let value = try reader.readInt64(UInt16.self)
        guard let integer = UInt16(exactly: value) else { throw reader.outOfRange(UInt16.self, at: start) }
        return integer
    }
}

extension UInt32: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(Int64(self)) }

    @inlinable @inline(__always)
    public static func _decode(from reader: _GraphReader) throws -> UInt32 {
        let start = reader.state.pointee.cursor
        let value = try reader.readInt64(UInt32.self)
        guard let integer = UInt32(exactly: value) else { throw reader.outOfRange(UInt32.self, at: start) }
        return integer
    }
}

extension UInt64: _GScalar {
    @inlinable @inline(__always)
    public func _store(into writer: _GraphWriter) { writer.storeNumber(UInt64(self)) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> UInt64 {
        let start = reader.state.pointee.cursor
        guard _GraphReader.isUpTo64Bits(try reader.peekTag()) else { return try reader.readInteger(UInt64.self) }
        guard let integer = UInt64(exactly: try reader.readInt64(UInt64.self)) else {
            throw reader.outOfRange(UInt64.self, at: start)
        }
        return integer
    }
}

extension Int128: GEncodable, GDecodable {
    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.write(self) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Int128 { try reader.readInteger(Int128.self) }
}

extension UInt128: GEncodable, GDecodable {
    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.write(self) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> UInt128 { try reader.readInteger(UInt128.self) }
}
