// Numbers are written as their little-endian bytes, Boolean values as a byte.

extension BinaryOType where Self: FixedWidthInteger & GTrivial {
    /// Writes all bytes of the integer, little-endian.
    public func write(to buffer: inout BinaryWriteBuffer) throws { buffer.append(self) }
}

extension BinaryIType where Self: FixedWidthInteger & GTrivial {
    /// Creates an integer by reading all its bytes, little-endian.
    public init(from buffer: inout BinaryReadBuffer) throws { self = try buffer.read(Self.self) }
}

extension BinaryReadBuffer {
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

extension Int: GTrivialEncodable, GTrivialDecodable {
    /// Writes eight bytes on every platform.
    public func write(to buffer: inout BinaryWriteBuffer) throws { buffer.append(Int64(self)) }

    /// Creates an integer by reading eight bytes.
    ///
    /// - Throws: `valueOutOfRange` if the number does not fit into an `Int` on this platform.
    public init(from buffer: inout BinaryReadBuffer) throws { self = try buffer.readExactly(Int64.self) }
}

extension Int8: GTrivialEncodable, GTrivialDecodable {}
extension Int16: GTrivialEncodable, GTrivialDecodable {}
extension Int32: GTrivialEncodable, GTrivialDecodable {}
extension Int64: GTrivialEncodable, GTrivialDecodable {}
extension Int128: GTrivialEncodable, GTrivialDecodable {}
extension UInt: GTrivialEncodable, GTrivialDecodable {
    /// Writes eight bytes on every platform.
    public func write(to buffer: inout BinaryWriteBuffer) throws { buffer.append(UInt64(self)) }

    /// Creates an integer by reading eight bytes.
    ///
    /// - Throws: `valueOutOfRange` if the number does not fit into a `UInt` on this platform.
    public init(from buffer: inout BinaryReadBuffer) throws { self = try buffer.readExactly(UInt64.self) }
}

extension UInt8: GTrivialEncodable, GTrivialDecodable {}
extension UInt16: GTrivialEncodable, GTrivialDecodable {}
extension UInt32: GTrivialEncodable, GTrivialDecodable {}
extension UInt64: GTrivialEncodable, GTrivialDecodable {}
extension UInt128: GTrivialEncodable, GTrivialDecodable {}

extension Bool: GTrivialEncodable, GTrivialDecodable {
    /// Writes a byte of 0 or 1.
    public func write(to buffer: inout BinaryWriteBuffer) throws { buffer.append(UInt8(self ? 1 : 0)) }

    /// Creates a Boolean value by reading a byte of 0 or 1.
    ///
    /// - Throws: `malformed` if the byte is neither 0 nor 1.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let byte = try buffer.read(UInt8.self)
        guard byte <= 1 else {
            throw buffer.error(.malformed, "A boolean is neither 0 nor 1.")
        }
        self = byte == 1
    }
}

extension Double: GTrivialEncodable, GTrivialDecodable {
    /// Writes the bit pattern.
    public func write(to buffer: inout BinaryWriteBuffer) throws { buffer.append(bitPattern) }

    /// Creates a number by reading its bit pattern.
    public init(from buffer: inout BinaryReadBuffer) throws {
        self.init(bitPattern: try buffer.read(UInt64.self))
    }
}

extension Float: GTrivialEncodable, GTrivialDecodable {
    /// Writes the bit pattern.
    public func write(to buffer: inout BinaryWriteBuffer) throws { buffer.append(bitPattern) }

    /// Creates a number by reading its bit pattern.
    public init(from buffer: inout BinaryReadBuffer) throws {
        self.init(bitPattern: try buffer.read(UInt32.self))
    }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: GTrivialEncodable, GTrivialDecodable {
    /// Writes the bit pattern.
    public func write(to buffer: inout BinaryWriteBuffer) throws { buffer.append(bitPattern) }

    /// Creates a number by reading its bit pattern.
    public init(from buffer: inout BinaryReadBuffer) throws {
        self.init(bitPattern: try buffer.read(UInt16.self))
    }
}
#endif
