extension _GraphWriter {
    /// Stores an integer in its shortest form.
    @inlinable @inline(__always)
    func storeNumber(_ value: Int64) {
        if UInt64(bitPattern: value) < 64 {
            store(UInt8(truncatingIfNeeded: value))
        } else {
            // The number of significant bits without the sign, so that fewer than 8 fit into an Int8, and so on.
            let bits = 64 &- (value ^ (value >> 63)).leadingZeroBitCount
            let exponent = bits < 8 ? 0 : bits < 16 ? 1 : bits < 32 ? 2 : 3
            store(Tag.int8 &+ UInt8(truncatingIfNeeded: exponent), UInt64(bitPattern: value), count: 1 &<< exponent)
        }
    }

    @inlinable @inline(__always)
    func storeNumber(_ value: UInt64) {
        if let signed = Int64(exactly: value) {
            storeNumber(signed)
        } else {
            store(Tag.uint64, value, count: 8)
        }
    }

    @usableFromInline
    func write(_ value: Int128) throws {
        if let signed = Int64(exactly: value) {
            try signed._encode(into: self)
        } else if let unsigned = UInt64(exactly: value) {
            try unsigned._encode(into: self)
        } else {
            try writeWide(Tag.int128, UInt128(bitPattern: value))
        }
    }

    @usableFromInline
    func write(_ value: UInt128) throws {
        if let signed = Int128(exactly: value) {
            try write(signed)
        } else {
            try writeWide(Tag.uint128, value)
        }
    }

    private func writeWide(_ tag: UInt8, _ value: UInt128) throws {
        try makeRoom()
        store(tag, UInt64(truncatingIfNeeded: value), count: 8)
        state.pointee.cursor.storeBytes(of: UInt64(truncatingIfNeeded: value >> 64).littleEndian, as: UInt64.self)
        state.pointee.cursor += 8
    }

    /// Stores a floating-point number in four bytes if they hold all of its bits.
    @inlinable @inline(__always)
    func storeNumber(_ value: Double) {
        let narrow = Float(value)
        // Narrowing and widening can change the payload of a NaN, or make it quiet.
        if Double(narrow).bitPattern == value.bitPattern, !value.isNaN {
            store(Tag.float32, UInt64(narrow.bitPattern), count: 4)
        } else {
            store(Tag.float64, value.bitPattern, count: 8)
        }
    }

    @inlinable @inline(__always)
    func storeNumber(_ value: Float) {
        store(Tag.float32, UInt64(value.bitPattern), count: 4)
    }

    @inlinable
    func writeFloat16(bitPattern: UInt16) throws {
        try makeRoom()
        store(Tag.float16, UInt64(bitPattern), count: 2)
    }
}
