/// The 64-bit xxHash of a run of bytes, in one call or piece by piece.
///
/// Source: Yann Collet's specification of the algorithm, `doc/xxhash_spec.md` in the xxHash repository, version 0.2.0.
/// Takes time linear in the number of bytes and no memory of its own.
package struct XXH64: Sendable {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
    private static let stripe = 32

    private let seed: UInt64
    private var lane1: UInt64
    private var lane2: UInt64
    private var lane3: UInt64
    private var lane4: UInt64
    private var count: UInt64 = 0
    /// The bytes, fewer than a stripe, that wait for the rest of their stripe.
    private var rest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var restCount = 0

    /// Begins a hash.
    package init(seed: UInt64 = 0) {
        self.seed = seed
        lane1 = seed &+ Self.prime1 &+ Self.prime2
        lane2 = seed &+ Self.prime2
        lane3 = seed
        lane4 = seed &- Self.prime1
    }

    /// The hash of all of `bytes`.
    package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var hash = XXH64(seed: seed)
        hash.update(bytes)
        return hash.digest()
    }

    /// Adds `bytes` to the hash.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        count &+= UInt64(truncatingIfNeeded: bytes.count)
        var position = 0
        if restCount > 0 {
            position = min(Self.stripe - restCount, bytes.count)
            keep(UnsafeRawBufferPointer(start: base, count: position))
            guard restCount == Self.stripe else { return }
            let full = rest
            withUnsafeBytes(of: full) { stripes in
                if let start = stripes.baseAddress {
                    consume(from: start, stripeCount: 1)
                }
            }
            restCount = 0
        }
        let stripeCount = (bytes.count - position) / Self.stripe
        consume(from: base + position, stripeCount: stripeCount)
        position += stripeCount * Self.stripe
        keep(UnsafeRawBufferPointer(start: base + position, count: bytes.count - position))
    }

    /// The hash of everything added so far. More may be added afterwards.
    package func digest() -> UInt64 {
        var hash: UInt64
        if count >= UInt64(Self.stripe) {
            hash = Self.rotate(lane1, 1) &+ Self.rotate(lane2, 7) &+ Self.rotate(lane3, 12) &+ Self.rotate(lane4, 18)
            for lane in [lane1, lane2, lane3, lane4] {
                hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
            }
        } else {
            hash = seed &+ Self.prime5
        }
        hash &+= count
        withUnsafeBytes(of: rest) { hash = Self.absorb(UnsafeRawBufferPointer(rebasing: $0[..<restCount]), into: hash) }
        hash = (hash ^ (hash >> 33)) &* Self.prime2
        hash = (hash ^ (hash >> 29)) &* Self.prime3
        return hash ^ (hash >> 32)
    }

    /// Adds fewer bytes to ``rest`` than it has room for, or just as many.
    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        let start = restCount
        withUnsafeMutableBytes(of: &rest) { target in
            UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: bytes)
        }
        restCount += bytes.count
    }

    /// Invariant: `stripeCount` stripes of 32 bytes can be read at `start`, at any alignment.
    private mutating func consume(from start: UnsafeRawPointer, stripeCount: Int) {
        // In locals the four lanes stay in registers.
        var (a, b, c, d) = (lane1, lane2, lane3, lane4)
        var place = start
        for _ in 0..<stripeCount {
            a = Self.round(a, Self.load(place))
            b = Self.round(b, Self.load(place + 8))
            c = Self.round(c, Self.load(place + 16))
            d = Self.round(d, Self.load(place + 24))
            place += Self.stripe
        }
        (lane1, lane2, lane3, lane4) = (a, b, c, d)
    }

    /// Mixes in the last bytes, fewer than a stripe.
    private static func absorb(_ bytes: UnsafeRawBufferPointer, into start: UInt64) -> UInt64 {
        var hash = start
        var position = 0
        while bytes.count - position >= 8 {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            hash = rotate(hash ^ round(0, word), 27) &* prime1 &+ prime4
            position += 8
        }
        if bytes.count - position >= 4 {
            let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
            hash = rotate(hash ^ (UInt64(word) &* prime1), 23) &* prime2 &+ prime3
            position += 4
        }
        for byte in bytes[position...] {
            hash = rotate(hash ^ (UInt64(byte) &* prime5), 11) &* prime1
        }
        return hash
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* prime2, 31) &* prime1
    }

    @inline(__always)
    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        (value &<< count) | (value &>> (64 &- count))
    }

    @inline(__always)
    private static func load(_ place: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
    }
}
