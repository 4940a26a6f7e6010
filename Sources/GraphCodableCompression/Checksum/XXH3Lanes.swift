/// The eight accumulators of XXH3 for more than 240 bytes.
///
/// The algorithm adds each word of the input to the neighboring lane. This implementation adds it to a sum for its own
/// lane, and swaps the two sums of a pair once per block, before scrambling, which saves a shuffle per word. Additions
/// can be reordered freely.
struct XXH3Lanes: Sendable {
    private typealias Lanes = SIMD8<UInt64>

    /// The number of bytes that the lanes consume at once.
    static let stripe = 64
    private static let stripesPerBlock = 16

    private var lanes = Lanes(
        0xC2B2_AE3D, XXH3Mixing.prime1, XXH3Mixing.prime2, XXH3Mixing.prime3, XXH3Mixing.prime4, 0x85EB_CA77,
        XXH3Mixing.prime5, 0x9E37_79B1)
    /// The number of stripes consumed since the last scrambling.
    private var stripesInBlock = 0

    /// Consumes complete stripes. Other bytes must follow.
    ///
    /// Invariant: `stripeCount` stripes of 64 bytes can be read at `start`, at any alignment. The secret is read at an
    /// offset of at most 15 · 8, for 64 of its 192 bytes.
    mutating func consume(from start: UnsafeRawPointer, stripeCount: Int) {
        let secret = XXH3Secret.start
        let nextSecret = XXH3Secret.startOfOddKeys
        // Local variables keep the lanes in registers.
        var lanes = self.lanes
        var stripesInBlock = self.stripesInBlock
        var source = start
        var rest = stripeCount
        while rest > 0 {
            let count = min(rest, Self.stripesPerBlock - stripesInBlock)
            let offset = stripesInBlock * 8
            Self.accumulate(
                from: source, key: secret + offset, nextKey: nextSecret + offset, stripeCount: count, in: &lanes)
            source += count * Self.stripe
            rest -= count
            stripesInBlock += count
            if stripesInBlock == Self.stripesPerBlock {
                Self.scramble(&lanes, secret: secret + XXH3Secret.count - Self.stripe)
                stripesInBlock = 0
            }
        }
        self.lanes = lanes
        self.stripesInBlock = stripesInBlock
    }

    /// Returns the hash of `count` bytes after all stripes except the last have been consumed. Some of the last 64 bytes may
    /// already have been consumed.
    func digest(lastStripe: UnsafeRawPointer, count: UInt64) -> UInt64 {
        var last = lanes
        // The secret extends 7 bytes beyond the part used for the last stripe.
        let lastSecret = XXH3Secret.start + XXH3Secret.count - Self.stripe - 7
        Self.accumulate(from: lastStripe, key: lastSecret, nextKey: lastSecret, stripeCount: 1, in: &last)
        let keyed = last ^ Self.load(XXH3Secret.start + 11)
        let sum =
            count &* XXH3Mixing.prime1
            &+ XXH3Mixing.fold(keyed[0], keyed[1]) &+ XXH3Mixing.fold(keyed[2], keyed[3])
            &+ XXH3Mixing.fold(keyed[4], keyed[5]) &+ XXH3Mixing.fold(keyed[6], keyed[7])
        return XXH3Mixing.avalanche(sum)
    }

    /// - Parameters:
    ///   - key: The key of the first stripe. The keys of every second stripe follow at intervals of 16 bytes.
    ///   - nextKey: The same for the second stripe. If it were `key` + 8, the compiler would assemble keys from halves
    ///     of previous ones, which is slower than reading them.
    @inline(__always)
    private static func accumulate(
        from start: UnsafeRawPointer, key: UnsafeRawPointer, nextKey: UnsafeRawPointer, stripeCount: Int,
        in lanes: inout Lanes
    ) {
        var sums = Lanes.zero
        var source = start
        var key = key
        var nextKey = nextKey
        for _ in 0..<stripeCount / 2 {
            add(source, key, to: &lanes, &sums)
            add(source + stripe, nextKey, to: &lanes, &sums)
            source += 2 * stripe
            key += 16
            nextKey += 16
        }
        if stripeCount % 2 != 0 {
            add(source, key, to: &lanes, &sums)
        }
        lanes.evenHalf = lanes.evenHalf &+ sums.oddHalf
        lanes.oddHalf = lanes.oddHalf &+ sums.evenHalf
    }

    @inline(__always)
    private static func add(
        _ source: UnsafeRawPointer, _ key: UnsafeRawPointer, to lanes: inout Lanes, _ sums: inout Lanes
    ) {
        let words = load(source)
        let keyed = words ^ load(key)
        sums = sums &+ words
        lanes = lanes &+ lowHalves(keyed) &* highHalves(keyed)
    }

    /// Computes a product with a 32-bit number from products of halves, because there is no instruction for 64 bits.
    @inline(__always)
    private static func scramble(_ lanes: inout Lanes, secret: UnsafeRawPointer) {
        let prime = Lanes(repeating: 0x9E37_79B1)
        let keyed = lanes ^ (lanes &>> Lanes(repeating: 47)) ^ load(secret)
        lanes = lowHalves(keyed) &* prime &+ (highHalves(keyed) &* prime) &<< Lanes(repeating: 32)
    }

    @inline(__always)
    private static func lowHalves(_ words: Lanes) -> Lanes {
        words & Lanes(repeating: 0xFFFF_FFFF)
    }

    @inline(__always)
    private static func highHalves(_ words: Lanes) -> Lanes {
        words &>> Lanes(repeating: 32)
    }

    @inline(__always)
    private static func load(_ source: UnsafeRawPointer) -> Lanes {
        let words = source.loadUnaligned(as: Lanes.self)
        #if _endian(big)
        return Lanes((0..<8).map { words[$0].byteSwapped })
        #else
        return words
        #endif
    }
}
