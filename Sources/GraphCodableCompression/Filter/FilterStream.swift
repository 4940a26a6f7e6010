/// The kinds of streams that a field of a filtered block can have.
enum FilterStream {
    static let tags = 0
    /// Varints as in the raw archive: sizes, counts, and numbers of shapes, keys and types.
    static let counts = 1
    static let text = 2
    static let bytes = 3
    /// Numbers of 2, 4, 8 and 16 bytes.
    static let width2 = 4
    static let width4 = 5
    static let width8 = 6
    static let width16 = 7
    /// Ids of objects, as `u32`.
    static let references = 8
    /// Numbers of strings that the same field had before, as `u32`.
    static let repeats = 9
    /// Varints of one or two bytes in their shortest form, as one `u16`; those of three or four bytes as two, the first
    /// of which contains the high bits and ``longVarint``.
    static let varints = 10
    static let kindCount = 11
    /// As the kind of the first elements of a block: rows, whose columns are streams of several kinds.
    static let rows = 11

    /// The number of a varint's bits in an element.
    static let varintBits: UInt32 = 14
    static let longVarint: UInt16 = 1 << varintBits

    /// Returns the base-2 logarithm of the size of an element.
    @inline(__always)
    static func widthLog2(_ kind: Int) -> Int {
        // Four bits for each kind.
        Int(truncatingIfNeeded: 0x122_4321_0000 as UInt64 >> UInt64(kind &* 4)) & 0xF
    }
}
