extension UnsafeMutableRawPointer {
    /// Copies a few bytes without calling a function.
    ///
    /// For the short arrays and strings that most values hold, the call of `memcpy` takes longer than the copy. Whole words are
    /// moved, of which the last overlaps the one before; nothing outside of the bytes is read or written.
    ///
    /// - Parameters:
    ///   - source: What to copy; it does not overlap this memory.
    ///   - byteCount: How many bytes.
    /// - Complexity: O(*n*) for *n* bytes.
    @inlinable @inline(__always)
    func copyShort(from source: UnsafeRawPointer, byteCount: Int) {
        if byteCount >= 8 {
            guard byteCount <= 64 else { return copyMemory(from: source, byteCount: byteCount) }
            let last = byteCount &- 8
            var offset = 0
            while offset < last {
                copyWord(UInt64.self, from: source, at: offset)
                offset &+= 8
            }
            copyWord(UInt64.self, from: source, at: last)
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
