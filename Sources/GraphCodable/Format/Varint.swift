/// The variable-length encoding of numbers: seven bits per byte, low bits first, with the high bit set in every byte
/// but the last. This is unsigned LEB128 in its shortest form.
///
/// Loops over many numbers, such as those of the filter, implement it themselves.
@usableFromInline
enum Varint {
    /// A problem with the bytes of a number.
    enum Problem: Error {
        case isTooLarge, isNotShortest
    }

    /// Passes the bytes of a number to `append`.
    @inlinable @inline(__always)
    static func write(_ value: UInt64, _ append: (UInt8) -> Void) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Passes the bytes of a number to `append` in reverse order, so that the number can be read from its end.
    @inline(__always)
    static func writeReversed(_ value: UInt64, _ append: (UInt8) -> Void) {
        if value < 0x80 {
            append(UInt8(truncatingIfNeeded: value))
        } else if value < 0x4000 {
            append(UInt8(truncatingIfNeeded: value >> 7))
            append(UInt8(truncatingIfNeeded: value) | 0x80)
        } else {
            for byte in bytes(of: value).reversed() {
                append(byte)
            }
        }
    }

    static func bytes(of value: some BinaryInteger) -> [UInt8] {
        var bytes: [UInt8] = []
        write(UInt64(truncatingIfNeeded: value)) { bytes.append($0) }
        return bytes
    }

    /// Returns the encoded size of a number in bytes.
    static func size(of value: UInt64) -> Int {
        max(1, (64 - value.leadingZeroBitCount + 6) / 7)
    }

    /// Reads a number from bytes that a closure returns, or finds the problem with them.
    static func read<Failure: Error>(_ next: () throws(Failure) -> UInt8) throws(Failure) -> Result<UInt64, Problem> {
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
    mutating func appendVarint(_ value: some BinaryInteger) {
        Varint.write(UInt64(truncatingIfNeeded: value)) { append($0) }
    }
}

extension PlainBuffer<UInt8> {
    @inline(__always)
    mutating func appendVarint(_ value: Int) {
        Varint.write(UInt64(truncatingIfNeeded: value)) { append($0) }
    }
}
