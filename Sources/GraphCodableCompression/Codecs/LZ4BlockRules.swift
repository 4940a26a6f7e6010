/// The rules of the LZ4 block format that the LZ4 library does not enforce.
///
/// The library treats an offset of 0 as a run of zeros, but the format forbids it. The library itself enforces the
/// rules for the end of a block, relative to the size of the target, which must be the block's plain size.
///
/// The format is that of `lz4_Block_format.md` of 2022-07-31, in the LZ4 repository.
enum LZ4BlockRules {
    private static let continues: UInt8 = 15

    /// Throws an error if a block contains an offset of 0.
    ///
    /// - Parameter block: A block that the library has decompressed without an error, so all lengths are within it.
    ///   Bytes outside the block are never read, whatever it contains.
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
            // Lengths are sums of bytes of the block, so they cannot overflow.
            position += literals
            // No match follows the last literals.
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
