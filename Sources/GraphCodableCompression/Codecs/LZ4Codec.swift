import CLZ4

/// LZ4 blocks without the LZ4 frame.
struct LZ4Codec: GraphBlockCodec {
    static let id: UInt8 = 2
    static let levels = 1...12

    /// `nil` for the fast compressor.
    let level: Int?
    /// Lower levels use the fast compressor, as in the library's own tool.
    private static let firstSearchLevel = 3

    var id: UInt8 { Self.id }
    var name: String { "lz4" }

    func makeCompressor() throws -> any GraphBlockCompressor {
        LZ4Compressor(level: level.flatMap { $0 < Self.firstSearchLevel ? nil : Int32(truncatingIfNeeded: $0) })
    }

    func makeDecompressor() throws -> any GraphBlockDecompressor {
        LZ4Decompressor()
    }
}

/// Compresses blocks with a reused table.
private final class LZ4Compressor: GraphBlockCompressor, PrefersSpareRoom {
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
        let place = target.bindMemory(to: CChar.self).baseAddress
        let size =
            if let level {
                LZ4_compress_HC_extStateHC(state, source, place, count, capacity, level)
            } else {
                LZ4_compress_fast_extState(state, source, place, count, capacity, 1)
            }
        return size > 0 ? Int(size) : nil
    }
}

/// Decompresses LZ4 blocks, which requires no state.
private final class LZ4Decompressor: GraphBlockDecompressor {
    func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int {
        let source = stored.bindMemory(to: CChar.self).baseAddress
        let place = target.bindMemory(to: CChar.self).baseAddress
        guard let count = Int32(exactly: stored.count), let capacity = Int32(exactly: target.count) else {
            throw GraphContainerError(.malformed, "A block is too large for LZ4.")
        }
        let size = LZ4_decompress_safe(source, place, count, capacity)
        guard size >= 0 else {
            throw GraphContainerError(.malformed, "A block is not valid LZ4 (status \(size)).")
        }
        try LZ4BlockRules.check(stored)
        return Int(size)
    }
}
