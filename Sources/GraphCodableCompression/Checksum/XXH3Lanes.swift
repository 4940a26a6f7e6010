/// The eight accumulators of XXH3 for more than 240 bytes.
///
/// The algorithm adds each word of the input to the neighboring lane. This implementation adds it to a sum for its own
/// lane, and swaps the two sums of a pair once per block, before scrambling, which saves a shuffle per word. Additions
/// can be reordered freely.
struct XXH3Lanes: Sendable {
    private typealias Pair = SIMD2<UInt64>
    /// All lanes, in pairs.
    private typealias Four = (a: Pair, b: Pair, c: Pair, d: Pair)

    /// The number of bytes that the lanes consume at once.
    static let stripe = 64
    private static let stripesPerBlock = 16

    private var lanes = Four(
        Pair(0xC2B2_AE3D, XXH3Mixing.prime1), Pair(XXH3Mixing.prime2, XXH3Mixing.prime3),
        Pair(XXH3Mixing.prime4, 0x85EB_CA77), Pair(XXH3Mixing.prime5, 0x9E37_79B1))
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
        let secret = XXH3Secret.start + 11
        let sum =
            count &* XXH3Mixing.prime1
            &+ Self.fold(last.a, secret) &+ Self.fold(last.b, secret + 16)
            &+ Self.fold(last.c, secret + 32) &+ Self.fold(last.d, secret + 48)
        return XXH3Mixing.avalanche(sum)
    }

    /// - Parameters:
    ///   - key: The key of the first stripe. The keys of every second stripe follow at intervals of 16 bytes.
    ///   - nextKey: The same for the second stripe. If it were `key` + 8, the compiler would assemble keys from halves
    ///     of previous ones, which is slower than reading them.
    @inline(__always)
    private static func accumulate(
        from start: UnsafeRawPointer, key: UnsafeRawPointer, nextKey: UnsafeRawPointer, stripeCount: Int,
        in lanes: inout Four
    ) {
        var sums = Four(.zero, .zero, .zero, .zero)
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
        lanes.a = lanes.a &+ Pair(sums.a.y, sums.a.x)
        lanes.b = lanes.b &+ Pair(sums.b.y, sums.b.x)
        lanes.c = lanes.c &+ Pair(sums.c.y, sums.c.x)
        lanes.d = lanes.d &+ Pair(sums.d.y, sums.d.x)
    }

    @inline(__always)
    private static func scramble(_ lanes: inout Four, secret: UnsafeRawPointer) {
        lanes.a = scrambled(lanes.a, secret)
        lanes.b = scrambled(lanes.b, secret + 16)
        lanes.c = scrambled(lanes.c, secret + 32)
        lanes.d = scrambled(lanes.d, secret + 48)
    }

    @inline(__always)
    private static func add(
        _ source: UnsafeRawPointer, _ key: UnsafeRawPointer, to lanes: inout Four, _ sums: inout Four
    ) {
        add(source, key, to: &lanes.a, &sums.a)
        add(source + 16, key + 16, to: &lanes.b, &sums.b)
        add(source + 32, key + 32, to: &lanes.c, &sums.c)
        add(source + 48, key + 48, to: &lanes.d, &sums.d)
    }

    @inline(__always)
    private static func add(
        _ source: UnsafeRawPointer, _ key: UnsafeRawPointer, to lanes: inout Pair, _ sums: inout Pair
    ) {
        let words = load(source)
        let keyed = words ^ load(key)
        sums = sums &+ words
        lanes = lanes &+ lowHalves(keyed) &* highHalves(keyed)
    }

    /// Returns a product with a 32-bit number, computed from products of halves, because there is no instruction for 64
    /// bits.
    @inline(__always)
    private static func scrambled(_ lanes: Pair, _ secret: UnsafeRawPointer) -> Pair {
        let prime = Pair(repeating: 0x9E37_79B1)
        let keyed = lanes ^ (lanes &>> Pair(repeating: 47)) ^ load(secret)
        return lowHalves(keyed) &* prime &+ (highHalves(keyed) &* prime) &<< Pair(repeating: 32)
    }

    @inline(__always)
    private static func lowHalves(_ words: Pair) -> Pair {
        words & Pair(repeating: 0xFFFF_FFFF)
    }

    @inline(__always)
    private static func highHalves(_ words: Pair) -> Pair {
        words &>> Pair(repeating: 32)
    }

    private static func fold(_ lanes: Pair, _ secret: UnsafeRawPointer) -> UInt64 {
        let keyed = lanes ^ load(secret)
        return XXH3Mixing.fold(keyed.x, keyed.y)
    }

    @inline(__always)
    private static func load(_ source: UnsafeRawPointer) -> Pair {
        let words = source.loadUnaligned(as: Pair.self)
        #if _endian(big)
        return Pair(words.x.byteSwapped, words.y.byteSwapped)
        #else
        return words
        #endif
    }
}
