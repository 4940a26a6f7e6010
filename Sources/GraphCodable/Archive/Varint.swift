/// The form of counts and numbers whose size is not fixed: seven bits a byte, low bits first, and the high bit set on every byte
/// but the last. It is LEB128 without signs, in its shortest form.
///
/// This is the one place that knows it; only ``ByteInput`` reads numbers of one and two bytes by itself.
@usableFromInline
enum Varint {
    /// What is wrong with the bytes of a number.
    enum Flaw: Error {
        case isTooLarge, isNotShortest
    }

    /// Hands the bytes of a number to `append`.
    @inlinable @inline(__always)
    static func write(_ value: UInt64, _ append: (UInt8) -> Void) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// The bytes of a number.
    static func bytes(of value: some BinaryInteger) -> [UInt8] {
        var bytes: [UInt8] = []
        write(UInt64(truncatingIfNeeded: value)) { bytes.append($0) }
        return bytes
    }

    /// How many bytes a number takes.
    static func size(of value: UInt64) -> Int {
        max(1, (64 - value.leadingZeroBitCount + 6) / 7)
    }

    /// Reads a number.
    ///
    /// - Parameter next: Gives the next byte.
    /// - Returns: The number, or why there is none.
    /// - Throws: What `next` throws.
    static func read<Failure: Error>(_ next: () throws(Failure) -> UInt8) throws(Failure) -> Result<UInt64, Flaw> {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try next()
            guard shift < 63 || byte <= 1 else { return .failure(.isTooLarge) }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                return byte != 0 || shift == 0 ? .success(value) : .failure(.isNotShortest)
            }
            shift += 7
        }
    }
}

extension [UInt8] {
    /// Appends a number, which is not negative, as a varint.
    mutating func appendVarint(_ value: some BinaryInteger) {
        Varint.write(UInt64(truncatingIfNeeded: value)) { append($0) }
    }
}

extension PlainBuffer<UInt8> {
    /// Appends a number, which is not negative, as a varint.
    @inline(__always)
    mutating func appendVarint(_ value: Int) {
        Varint.write(UInt64(truncatingIfNeeded: value)) { append($0) }
    }
}
