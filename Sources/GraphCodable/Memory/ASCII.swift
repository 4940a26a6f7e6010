extension UnsafeRawPointer {
    /// Returns whether the next `count` bytes are all ASCII, as most text is. No other byte is read.
    ///
    /// Whole words are read, of which the last one overlaps the one before.
    @inline(__always)
    func isASCII(count: Int) -> Bool {
        var bits: UInt64 = 0
        if count >= 8 {
            let last = count &- 8
            var offset = 0
            while offset < last {
                bits |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                offset &+= 8
            }
            bits |= loadUnaligned(fromByteOffset: last, as: UInt64.self)
        } else if count >= 4 {
            bits = UInt64(loadUnaligned(as: UInt32.self) | loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
        } else if count > 0 {
            let middle = load(fromByteOffset: count / 2, as: UInt8.self)
            bits = UInt64(load(as: UInt8.self) | middle | load(fromByteOffset: count &- 1, as: UInt8.self))
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
