/// The memory of a key's string, without what it may refer to.
///
/// Two strings of the same memory are the same text, as long as one of them is alive: short strings are held in place, and
/// longer ones by the address of bytes that cannot change while they are shared. So keys that a program writes again and
/// again are recognised by comparing two words. The reverse does not hold; keys that differ here are compared as strings.
@usableFromInline
struct KeyIdentity: BitwiseCopyable {
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    /// What no string has: stands for a value without a key.
    @inlinable static var unkeyed: KeyIdentity { KeyIdentity(low: 0, high: 0) }
    /// What no string has, either: stands behind the last value, so that no end need be looked for.
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
