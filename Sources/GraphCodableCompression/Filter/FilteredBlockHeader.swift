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

/// What is wrong with a filtered block.
enum FilterError: String, Error, CustomStringConvertible {
    case short = "ends too early"
    case number = "has a number that is too large or not in its shortest form"
    case coding = "has a stream of an unknown kind or coding"
    case streams = "has streams that are too long for the block"
    case layout = "has rows of a layout that they cannot have"
    case tag = "has a tag that no value begins with"
    case stream = "asks for more than a stream has, or for a stream that it has not"
    case string = "repeats a string that it does not have"
    case size = "does not make a block of the announced size"
    case formSize = "announces a size that it cannot have"
    case memory = "takes more memory than is allowed"
    case unused = "has bytes that nothing asks for"

    var description: String { "The filtered block \(rawValue)." }
}
