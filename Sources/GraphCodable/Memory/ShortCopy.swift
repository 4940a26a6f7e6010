extension UnsafeMutableRawPointer {
    /// Copies a few bytes without calling a function. The memories do not overlap.
    ///
    /// For the short arrays and strings in most values, calling `memcpy` takes longer than the copy itself. This method
    /// copies whole words, of which the last ones overlap those before. It neither reads nor writes outside the bytes.
    @inlinable @inline(__always)
    func copyShort(from source: UnsafeRawPointer, byteCount: Int) {
        if byteCount >= 16 {
            guard byteCount <= 64 else { return copyMemory(from: source, byteCount: byteCount) }
            copyWord(SIMD2<UInt64>.self, from: source, at: 0)
            if byteCount > 32 {
                copyWord(SIMD2<UInt64>.self, from: source, at: 16)
                copyWord(SIMD2<UInt64>.self, from: source, at: byteCount &- 32)
            }
            copyWord(SIMD2<UInt64>.self, from: source, at: byteCount &- 16)
        } else if byteCount >= 8 {
            copyWord(UInt64.self, from: source, at: 0)
            copyWord(UInt64.self, from: source, at: byteCount &- 8)
        } else if byteCount >= 4 {
            copyWord(UInt32.self, from: source, at: 0)
            copyWord(UInt32.self, from: source, at: byteCount &- 4)
        } else {
            for offset in 0..<byteCount {
                copyWord(UInt8.self, from: source, at: offset)
            }
        }
    }

    @inlinable @inline(__always)
    func copyWord<Word: BitwiseCopyable>(_: Word.Type, from source: UnsafeRawPointer, at offset: Int) {
        storeBytes(of: source.loadUnaligned(fromByteOffset: offset, as: Word.self), toByteOffset: offset, as: Word.self)
    }
}
