import Foundation

/// Finds strings that a field had before in the same block.
///
/// If two strings collide in the table, only the later one remains. A string that is not found costs only a few bytes.
struct RepeatedStrings: ~Copyable {
    struct Entry {
        var offset: UInt32
        var size: UInt32
        var field: UInt32
        var number: UInt32
    }

    private static let largestLog2 = 14
    private let entries = FixedMemory<Entry>(1 << Self.largestLog2)
    private var log2 = 0

    mutating func reset(blockSize: Int) {
        log2 = min(max(Int.bitWidth - blockSize.leadingZeroBitCount - 4, 4), Self.largestLog2)
        entries.start.update(repeating: Entry(offset: 0, size: 0, field: 0, number: 0), count: 1 << log2)
    }

    /// Returns the number of a string of at least three bytes that the field had before. Otherwise numbers the string
    /// and returns nil.
    ///
    /// The numbers of a field begin with 0. The field's record contains the last one.
    @inline(__always)
    mutating func number(
        of text: UnsafePointer<UInt8>, size: Int, field: UnsafeMutablePointer<Int32>, base: UnsafePointer<UInt8>
    ) -> UInt32? {
        let identity = UInt32(truncatingIfNeeded: field[FieldRecord.ownNumber])
        let entry = entries.start + Self.hash(text, size, identity, log2)
        if entry.pointee.size == UInt32(truncatingIfNeeded: size), entry.pointee.field == identity,
            memcmp(text, base + Int(entry.pointee.offset), size) == 0
        {
            return entry.pointee.number
        }
        field[FieldRecord.lastString] &+= 1
        entry.pointee = Entry(
            offset: UInt32(truncatingIfNeeded: text - base), size: UInt32(truncatingIfNeeded: size), field: identity,
            number: UInt32(truncatingIfNeeded: field[FieldRecord.lastString]))
        return nil
    }

    /// Returns a hash of the field, the size, and the first, middle and last bytes.
    @inline(__always)
    private static func hash(_ text: UnsafePointer<UInt8>, _ size: Int, _ field: UInt32, _ log2: Int) -> Int {
        let raw = UnsafeRawPointer(text)
        var low: UInt64
        var high: UInt64
        if size >= 8 {
            low = raw.loadUnaligned(as: UInt64.self)
            high = raw.loadUnaligned(fromByteOffset: size &- 8, as: UInt64.self)
            if size > 16 {
                high ^= raw.loadUnaligned(fromByteOffset: size &>> 1, as: UInt64.self) &* 0x9E37_79B9_7F4A_7C15
            }
        } else if size >= 4 {
            low = UInt64(raw.loadUnaligned(as: UInt32.self))
            high = UInt64(raw.loadUnaligned(fromByteOffset: size &- 4, as: UInt32.self))
        } else {
            low = UInt64(raw.loadUnaligned(as: UInt16.self))
            high = UInt64(text[size &- 1])
        }
        let mixed = (low ^ UInt64(field) &<< 32 ^ UInt64(size)).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        let second = (high ^ mixed.high ^ mixed.low) &* 0xC2B2_AE3D_27D4_EB4F
        return Int(truncatingIfNeeded: (second ^ second &>> 29) &>> UInt64(64 &- log2))
    }
}
