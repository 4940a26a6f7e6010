// Numbers are their little-endian bytes; booleans a byte.

extension BinaryOType where Self: FixedWidthInteger {
    /// Writes all bytes of the integer, little-endian.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws { wbuffer.append(self) }
}

extension BinaryIType where Self: FixedWidthInteger {
    /// Reads all bytes of an integer, little-endian.
    public init(from rbuffer: inout BinaryReadBuffer) throws { self = try rbuffer.read(Self.self) }
}

extension BinaryOType where Self: FixedWidthInteger & GTrivial {
    /// Writes all bytes of the integer, little-endian.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws { wbuffer.append(self) }
}

extension BinaryIType where Self: FixedWidthInteger & GTrivial {
    /// Reads all bytes of an integer, little-endian.
    public init(from rbuffer: inout BinaryReadBuffer) throws { self = try rbuffer.read(Self.self) }
}

extension BinaryReadBuffer {
    /// Reads an integer of one type as one of another.
    fileprivate mutating func readExactly<Stored: FixedWidthInteger, Integer: FixedWidthInteger>(
        _ type: Stored.Type
    ) throws -> Integer {
        let stored = try read(type)
        guard let integer = Integer(exactly: stored) else {
            throw error(.valueOutOfRange, "The number \(stored) does not fit into \(Integer.self) on this platform.")
        }
        return integer
    }
}

extension GTrivialEncodable where Self: FixedWidthInteger {
    /// Writes the integer as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }
}

extension GTrivialDecodable where Self: FixedWidthInteger {
    /// Reads the integer as the next unkeyed value.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }
}

extension Int: GTrivialEncodable, GTrivialDecodable {
    /// Writes eight bytes, on every platform.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws { wbuffer.append(Int64(self)) }

    /// Reads eight bytes, whose number must be an `Int` of this platform.
    public init(from rbuffer: inout BinaryReadBuffer) throws { self = try rbuffer.readExactly(Int64.self) }
}

extension Int8: GTrivialEncodable, GTrivialDecodable {}
extension Int16: GTrivialEncodable, GTrivialDecodable {}
extension Int32: GTrivialEncodable, GTrivialDecodable {}
extension Int64: GTrivialEncodable, GTrivialDecodable {}
extension Int128: GTrivialEncodable, GTrivialDecodable {}
extension UInt: GTrivialEncodable, GTrivialDecodable {
    /// Writes eight bytes, on every platform.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws { wbuffer.append(UInt64(self)) }

    /// Reads eight bytes, whose number must be a `UInt` of this platform.
    public init(from rbuffer: inout BinaryReadBuffer) throws { self = try rbuffer.readExactly(UInt64.self) }
}

extension UInt8: GTrivialEncodable, GTrivialDecodable {}
extension UInt16: GTrivialEncodable, GTrivialDecodable {}
extension UInt32: GTrivialEncodable, GTrivialDecodable {}
extension UInt64: GTrivialEncodable, GTrivialDecodable {}
extension UInt128: GTrivialEncodable, GTrivialDecodable {}

extension Bool: GTrivialEncodable, GTrivialDecodable {
    /// Writes 0 or 1.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws { wbuffer.append(UInt8(self ? 1 : 0)) }

    /// Reads 0 or 1; anything else is refused.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        let byte = try rbuffer.read(UInt8.self)
        guard byte <= 1 else {
            throw rbuffer.error(.malformed, "A boolean is neither 0 nor 1.")
        }
        self = byte == 1
    }
}

extension Double: GTrivialEncodable, GTrivialDecodable {
    /// Writes the bits.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws { wbuffer.append(bitPattern) }

    /// Reads the bits.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        self.init(bitPattern: try rbuffer.read(UInt64.self))
    }
}

extension Float: GTrivialEncodable, GTrivialDecodable {
    /// Writes the bits.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws { wbuffer.append(bitPattern) }

    /// Reads the bits.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        self.init(bitPattern: try rbuffer.read(UInt32.self))
    }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: GTrivialEncodable, GTrivialDecodable {
    /// Writes the bits.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws { wbuffer.append(bitPattern) }

    /// Reads the bits.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        self.init(bitPattern: try rbuffer.read(UInt16.self))
    }
}
#endif
