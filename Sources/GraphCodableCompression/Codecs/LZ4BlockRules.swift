/// The rules of the LZ4 block format that its library does not enforce.
///
/// The library takes an offset of 0 for a run of zeros, while the format forbids it. The rules for the end of a block it
/// enforces itself, against the size of the place that it decompresses to: that has to be the block's plain size.
///
/// The format is that of `lz4_Block_format.md` of 2022-07-31, in the LZ4 repository.
enum LZ4BlockRules {
    private static let continues: UInt8 = 15

    /// Throws for an offset of 0.
    ///
    /// - Parameter block: A block that the library has decompressed without an error, so that each length is inside it.
    ///   Whatever it holds, nothing outside of it is read.
    /// - Throws: `GraphContainerError.malformed`.
    /// - Complexity: Linear in the number of matches.
    static func check(_ block: UnsafeRawBufferPointer) throws(GraphContainerError) {
        var position = 0
        while position < block.count {
            let token = block[position]
            position += 1
            var literals = Int(token >> 4)
            if literals == continues {
                literals += length(block, &position)
            }
            // Lengths are sums of bytes of the block, so that they cannot overflow.
            position += literals
            // The last literals have no match behind them.
            guard position < block.count - 1 else { return }
            guard block[position] | block[position + 1] != 0 else {
                throw GraphContainerError(.malformed, "A block is not valid LZ4: it has a match with an offset of 0.")
            }
            position += 2
            if token & continues == continues {
                _ = length(block, &position)
            }
        }
    }

    /// The bytes that continue a length, all but the last of which are 255.
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
