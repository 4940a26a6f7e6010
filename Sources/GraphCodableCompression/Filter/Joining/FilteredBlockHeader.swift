/// Reads the header of a filtered block.
struct FilteredBlockHeader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var rest: Int { bytes.count - position }

    mutating func byte() throws(FilterError) -> UInt8 {
        guard position < bytes.count else { throw FilterError.short }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a varint of up to five bytes that is at most `limit`.
    mutating func number<Number: FixedWidthInteger>(upTo limit: Number) throws(FilterError) -> Number {
        // Five bytes hold more bits than an `Int` of 32 bits.
        var value: UInt64 = 0
        for index in 0..<5 {
            let byte = try byte()
            value |= UInt64(byte & 0x7F) << UInt64(7 * index)
            if byte < 0x80 {
                guard value <= limit, byte != 0 || index == 0 else { throw FilterError.number }
                return Number(truncatingIfNeeded: value)
            }
        }
        throw FilterError.number
    }

    mutating func read(_ count: Int) throws(FilterError) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= rest else { throw FilterError.short }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }
}
