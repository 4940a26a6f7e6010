/// The arithmetic shared by all parts of XXH3.
enum XXH3Mixing {
    static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    static func avalanche(_ value: UInt64) -> UInt64 {
        var value = value ^ value >> 37
        value &*= 0x1656_6791_9E37_79F9
        return value ^ value >> 32
    }

    /// The last step of XXH64, which XXH3 uses for up to three bytes.
    static func finalAvalanche(_ value: UInt64) -> UInt64 {
        var value = (value ^ value >> 33) &* prime2
        value = (value ^ value >> 29) &* prime3
        return value ^ value >> 32
    }

    /// Returns the exclusive or of the two halves of the 128-bit product.
    @inline(__always)
    static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.low ^ product.high
    }

    @inline(__always)
    static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value &<< count | value &>> (64 &- count)
    }

    /// Invariant: 8 bytes can be read at `source`, at any alignment.
    @inline(__always)
    static func load(_ source: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: source.loadUnaligned(as: UInt64.self))
    }
}
