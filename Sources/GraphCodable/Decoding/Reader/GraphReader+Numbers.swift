extension _GraphReader {
    @inlinable @inline(__always)
    static func isUpTo64Bits(_ tag: UInt8) -> Bool {
        tag < Tag.inlineIntegerLimit || tag &- Tag.int8 < 4
    }

    /// Reads an integer of any size, if a signed integer of 64 bits can represent it.
    ///
    /// - Parameter type: The requested type, for the error if the value is something else.
    @inlinable @inline(__always)
    func readInt64(_ type: Any.Type) throws -> Int64 {
        let tag = try peekTag()
        let cursor = state.pointee.cursor
        if tag < Tag.inlineIntegerLimit {
            state.pointee.cursor = cursor + 1
            return Int64(truncatingIfNeeded: tag)
        }
        let exponent = tag &- Tag.int8
        guard exponent < 4 else {
            return try readWideInt64(type)
        }
        // Read eight bytes regardless of the size, which the invariant allows; then extend the sign from the highest
        // bit of the size.
        let size = 1 &<< Int(exponent)
        let shift = Int64(64 &- 8 &* size)
        let raw = Int64(littleEndian: (cursor + 1).loadUnaligned(as: Int64.self))
        state.pointee.cursor = cursor + (1 &+ size)
        return (raw &<< shift) &>> shift
    }

    @usableFromInline @inline(never)
    func readWideInt64(_ type: Any.Type) throws -> Int64 {
        try readWideInteger(Int64.self, for: type)
    }

    @inlinable @inline(__always)
    func readInteger<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        let tag = try peekTag()
        guard Self.isUpTo64Bits(tag) else { return try readWideInteger(type, for: type) }
        let start = state.pointee.cursor
        guard let integer = Integer(exactly: try readInt64(type)) else { throw outOfRange(type, at: start) }
        return integer
    }

    /// Reads an integer that ``readInt64(_:)`` does not read by itself.
    ///
    /// - Parameter requested: The requested type, for the error if the value is something else.
    @usableFromInline @inline(never)
    func readWideInteger<Integer: FixedWidthInteger>(
        _ type: Integer.Type, for requested: Any.Type
    ) throws -> Integer {
        let value: Integer?
        let size: Int
        let start = state.pointee.cursor
        let payload = start + 1
        let low = UInt64(littleEndian: payload.loadUnaligned(as: UInt64.self))
        switch try peekTag() {
        case Tag.uint64:
            value = Integer(exactly: low)
            size = 8
        case Tag.int128, Tag.uint128:
            // Only eight bytes after a tag are readable without a check.
            guard state.pointee.end - payload >= 16 else { throw endOfRecord() }
            let high = UInt64(littleEndian: (payload + 8).loadUnaligned(as: UInt64.self))
            let bits = UInt128(high) << 64 | UInt128(low)
            let isSigned = start.load(as: UInt8.self) == Tag.int128
            value = isSigned ? Integer(exactly: Int128(bitPattern: bits)) : Integer(exactly: bits)
            size = 16
        default:
            throw mismatch(requested)
        }
        guard let value else { throw outOfRange(requested, at: start) }
        state.pointee.cursor = payload + size
        return value
    }

    /// Reads a floating-point number of eight or four bytes.
    @inlinable @inline(__always)
    func readDouble() throws -> Double {
        let tag = try peekTag()
        let payload = state.pointee.cursor + 1
        if tag == Tag.float64 {
            state.pointee.cursor = payload + 8
            return Double(bitPattern: UInt64(littleEndian: payload.loadUnaligned(as: UInt64.self)))
        }
        if tag == Tag.float32 {
            state.pointee.cursor = payload + 4
            return Double(Float(bitPattern: UInt32(littleEndian: payload.loadUnaligned(as: UInt32.self))))
        }
        throw mismatch(Double.self)
    }

    @inlinable
    func readFloat() throws -> Float {
        let payload = state.pointee.cursor + 1
        switch try peekTag() {
        case Tag.float32:
            state.pointee.cursor = payload + 4
            return Float(bitPattern: UInt32(littleEndian: payload.loadUnaligned(as: UInt32.self)))
        case Tag.float64:
            let wide = Double(bitPattern: UInt64(littleEndian: payload.loadUnaligned(as: UInt64.self)))
            let narrow = Float(wide)
            guard Double(narrow).bitPattern == wide.bitPattern else { throw outOfRange(Float.self) }
            state.pointee.cursor = payload + 8
            return narrow
        default:
            throw mismatch(Float.self)
        }
    }

    @usableFromInline
    func readFloat16BitPattern(for type: Any.Type) throws -> UInt16 {
        guard try peekTag() == Tag.float16 else { throw mismatch(type) }
        let payload = state.pointee.cursor + 1
        state.pointee.cursor = payload + 2
        return UInt16(littleEndian: payload.loadUnaligned(as: UInt16.self))
    }

    @inlinable
    func readBool() throws -> Bool {
        let tag = try peekTag()
        guard tag == Tag.true || tag == Tag.false else { throw mismatch(Bool.self) }
        state.pointee.cursor += 1
        return tag == Tag.true
    }
}
