#if !canImport(CLZ4) && canImport(Compression)
import Compression

// Systems such as iOS have no LZ4 library, but Apple's Compression framework has the same blocks without a frame.

/// Compresses blocks. The framework has one level, so the high compression search of other platforms is not available.
final class LZ4Compressor: GraphBlockCompressor {
    private let state = UnsafeMutableRawBufferPointer.allocate(
        byteCount: compression_encode_scratch_buffer_size(COMPRESSION_LZ4_RAW), alignment: 16)

    /// - Parameter level: Ignored.
    init(level: Int32?) {}

    deinit {
        state.deallocate()
    }

    func compress(_ plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int? {
        guard let source = plain.bindMemory(to: UInt8.self).baseAddress,
            let destination = target.bindMemory(to: UInt8.self).baseAddress
        else { return nil }
        let size = compression_encode_buffer(
            destination, target.count, source, plain.count, state.baseAddress, COMPRESSION_LZ4_RAW)
        guard size > 0 else { return nil }
        // The framework does not promise the rules for the end of a block. A block without them is stored as it is.
        let block = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<size])
        guard (try? LZ4BlockRules.check(block)) != nil, LZ4BlockRules.plainByteCount(of: block) == plain.count else {
            return nil
        }
        return size
    }
}

/// Decompresses blocks, which requires no state.
final class LZ4Decompressor: GraphBlockDecompressor {
    func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int {
        // The framework stops at the end of the target without an error, so the size is compared before.
        guard let count = LZ4BlockRules.plainByteCount(of: stored), count <= target.count else {
            throw GraphContainerError(.malformed, "A block is not valid LZ4.")
        }
        guard count > 0, let source = stored.bindMemory(to: UInt8.self).baseAddress,
            let destination = target.bindMemory(to: UInt8.self).baseAddress
        else { return 0 }
        guard
            compression_decode_buffer(destination, target.count, source, stored.count, nil, COMPRESSION_LZ4_RAW)
                == count
        else {
            throw GraphContainerError(.malformed, "A block is not valid LZ4.")
        }
        try LZ4BlockRules.check(stored)
        return count
    }
}

extension LZ4BlockRules {
    /// Returns the number of bytes that a block decompresses to; `nil` if a length leads beyond the block.
    ///
    /// - Complexity: Linear in the number of matches.
    static func plainByteCount(of block: UnsafeRawBufferPointer) -> Int? {
        var position = 0
        var count = 0
        while position < block.count {
            let token = block[position]
            position += 1
            var literals = Int(token >> 4)
            if literals == 15 { literals += length(block, &position) }
            position += literals
            count += literals
            guard position < block.count else { return position == block.count ? count : nil }
            position += 2
            guard position <= block.count else { return nil }
            var match = Int(token & 15) + 4
            if token & 15 == 15 { match += length(block, &position) }
            count += match
        }
        // A block ends with literals.
        return nil
    }
}
#endif
