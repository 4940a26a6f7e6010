#if canImport(CLZ4)
import CLZ4

final class LZ4Compressor: GraphBlockCompressor, PrefersSpareRoom {
    /// The level of the high compression search; `nil` for the fast compressor.
    private let level: Int32?
    private let state: UnsafeMutableRawPointer

    init(level: Int32?) {
        self.level = level
        let size = level == nil ? LZ4_sizeofState() : LZ4_sizeofStateHC()
        state = .allocate(byteCount: Int(size), alignment: 16)
    }

    deinit {
        state.deallocate()
    }

    func compress(_ plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int? {
        guard let count = Int32(exactly: plain.count), let capacity = Int32(exactly: target.count) else { return nil }
        let source = plain.bindMemory(to: CChar.self).baseAddress
        let destination = target.bindMemory(to: CChar.self).baseAddress
        let size =
            if let level {
                LZ4_compress_HC_extStateHC(state, source, destination, count, capacity, level)
            } else {
                LZ4_compress_fast_extState(state, source, destination, count, capacity, 1)
            }
        return size > 0 ? Int(size) : nil
    }
}

final class LZ4Decompressor: GraphBlockDecompressor {
    func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int {
        let source = stored.bindMemory(to: CChar.self).baseAddress
        let destination = target.bindMemory(to: CChar.self).baseAddress
        guard let count = Int32(exactly: stored.count), let capacity = Int32(exactly: target.count) else {
            throw GraphContainerError(.malformed, "A block is too large for LZ4.")
        }
        let size = LZ4_decompress_safe(source, destination, count, capacity)
        try require(size >= 0, "A block is not valid LZ4 (status \(size)).")
        try LZ4BlockRules.check(stored)
        return Int(size)
    }
}
#endif
