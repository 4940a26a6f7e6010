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
        return (try? LZ4BlockRules.check(block)) == plain.count ? size : nil
    }
}

final class LZ4Decompressor: GraphBlockDecompressor {
    func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int {
        // The framework stops at the end of the target without an error, so the size is compared before.
        let count = try LZ4BlockRules.check(stored)
        try require(count <= target.count, "A block is not valid LZ4.")
        guard count > 0, let source = stored.bindMemory(to: UInt8.self).baseAddress,
            let destination = target.bindMemory(to: UInt8.self).baseAddress
        else { return 0 }
        try require(
            compression_decode_buffer(destination, target.count, source, stored.count, nil, COMPRESSION_LZ4_RAW)
                == count, "A block is not valid LZ4.")
        return count
    }
}
#endif
