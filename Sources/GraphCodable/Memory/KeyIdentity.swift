/// The memory of a key's string, without the memory to which it may refer.
///
/// Strings with the same memory have the same text as long as one of them is alive. Short strings are stored inline, longer
/// ones as the address of bytes that cannot change while they are shared. So keys that a program writes repeatedly are
/// recognized by comparing two words. Keys that differ here are compared byte by byte.
@usableFromInline
struct KeyIdentity: BitwiseCopyable {
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    /// An identity that no string has, for a value without a key.
    @inlinable static var unkeyed: KeyIdentity { KeyIdentity(low: 0, high: 0) }
    /// Another identity that no string has. It follows the last value, so that loops need no bounds check.
    static var none: KeyIdentity { KeyIdentity(low: 1, high: 0) }

    @usableFromInline
    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inlinable @inline(__always)
    init(_ key: String) {
        #if _pointerBitWidth(_64)
        self = unsafeBitCast(key, to: KeyIdentity.self)
        #else
        var words: (UInt64, UInt64) = (0, 1)
        withUnsafeMutableBytes(of: &words) { words in withUnsafeBytes(of: key) { words.copyMemory(from: $0) } }
        (low, high) = words
        #endif
    }

    @inlinable @inline(__always)
    static func == (left: KeyIdentity, right: KeyIdentity) -> Bool {
        (left.low ^ right.low) | (left.high ^ right.high) == 0
    }
}
