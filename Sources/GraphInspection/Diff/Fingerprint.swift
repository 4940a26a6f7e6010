/// A 64-bit hash: equal values have the same one, and different values hardly ever do.
///
/// It finds corresponding values, but doesn't decide whether they are equal. The seed is random for each process, so
/// nobody can construct an archive whose values collide.
struct Fingerprint {
    private static let seed = UInt64.random(in: .min ... .max)

    private(set) var value: UInt64

    init(_ tag: UInt64) {
        value = Self.seed
        add(tag)
    }

    mutating func add(_ number: UInt64) {
        // The finalizer of SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators".
        var mixed = (value ^ number) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        value = mixed ^ mixed >> 31
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while bytes.count - offset >= 8 {
            add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        for byte in bytes[offset...] {
            rest = rest << 8 | UInt64(byte)
        }
        add(rest)
        add(UInt64(bytes.count))
    }

    static func of(_ first: UInt64, _ second: UInt64) -> UInt64 {
        var fingerprint = Fingerprint(first)
        fingerprint.add(second)
        return fingerprint.value
    }
}
