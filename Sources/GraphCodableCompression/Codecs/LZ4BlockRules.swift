/// The rules of the LZ4 block format that the LZ4 library does not enforce.
///
/// The library treats an offset of 0 as a run of zeros, but the format forbids it. Of the rules for the end of a block it
/// enforces only what it needs itself: short matches and literals near the end take a short cut.
///
/// The format is that of `lz4_Block_format.md` of 2022-07-31, in the LZ4 repository.
enum LZ4BlockRules {
    private static let continues: UInt8 = 15

    private static let minimumMatch = 4
    private static let lastLiterals = 5
    private static let matchLimit = 12

    /// Throws an error if a length leads beyond a block, or if it contains an offset of 0, or does not end as the format says
    /// (Z50 to Z52). Bytes outside of the block are never read.
    ///
    /// - Returns: The number of bytes that the block decompresses to.
    @discardableResult
    static func check(_ block: UnsafeRawBufferPointer) throws(GraphContainerError) -> Int {
        var position = 0
        var count = 0
        /// The length of the last match; `nil` if there is none.
        var match: Int?
        while position < block.count {
            let token = block[position]
            position += 1
            var literals = Int(token >> 4)
            if literals == continues {
                literals += length(block, &position)
            }
            // Lengths are sums of bytes of the block, so they cannot overflow.
            position += literals
            count += literals
            // No match follows the last literals.
            guard position < block.count - 1 else {
                try require(position == block.count, "A block is not valid LZ4: a length leads beyond it.")
                try checkEnd(match, literals)
                return count
            }
            try require(
                block[position] | block[position + 1] != 0,
                "A block is not valid LZ4: it has a match with an offset of 0.")
            position += 2
            var size = Int(token & continues)
            if token & continues == continues {
                size += length(block, &position)
            }
            match = size + minimumMatch
            count += size + minimumMatch
        }
        try checkEnd(match, 0)
        return count
    }

    private static func checkEnd(_ match: Int?, _ literals: Int) throws(GraphContainerError) {
        guard let match else { return }
        try require(
            literals >= lastLiterals && match + literals >= matchLimit,
            "A block is not valid LZ4: it has a match too near its end, which \(literals) literals follow.")
    }

    /// Reads the bytes that continue a length. All except the last one are 255.
    @inline(__always)
    private static func length(_ block: UnsafeRawBufferPointer, _ position: inout Int) -> Int {
        var length = 0
        while position < block.count {
            let byte = block[position]
            position += 1
            length += Int(byte)
            if byte != 255 { break }
        }
        return length
    }
}
