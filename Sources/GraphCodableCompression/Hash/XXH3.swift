/// The 64-bit XXH3 hash of a run of bytes, with seed 0 and the default secret, in one call or piece by piece.
///
/// Source: Yann Collet's specification of the algorithm, `doc/xxhash_spec.md` in the xxHash repository, version 0.2.0.
/// Takes time linear in the number of bytes and no memory of its own.
package struct XXH3: Sendable {
    /// The most bytes that ``XXH3Short`` hashes; more go through the lanes.
    private static let shortLimit = 240
    private static let pendingCapacity = 256

    private var lanes = XXH3Lanes()
    private var count: UInt64 = 0
    /// Bytes that wait: all, while no stripe has been consumed, or else the bytes since the last stripe, of which there is
    /// always at least one. The last stripe that was consumed then lies at the end of the buffer, unless more than 192
    /// bytes wait: the hash of the whole needs the last 64 bytes once more.
    private var pending = SIMD32<UInt64>(repeating: 0)
    private var pendingCount = 0

    /// Begins a hash.
    package init() {}

    /// The hash of all of `bytes`.
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard bytes.count > shortLimit, let start = bytes.baseAddress else { return XXH3Short.hash(bytes) }
        var lanes = XXH3Lanes()
        lanes.consume(from: start, stripeCount: (bytes.count - 1) / XXH3Lanes.stripe)
        return lanes.digest(lastStripe: start + bytes.count - XXH3Lanes.stripe, count: UInt64(bytes.count))
    }

    /// Adds `bytes` to the hash.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        count &+= UInt64(bytes.count)
        var position = 0
        if bytes.count > Self.pendingCapacity - pendingCount {
            if pendingCount > 0 {
                position = Self.pendingCapacity - pendingCount
                keep(UnsafeRawBufferPointer(start: start, count: position))
                consumePending()
            }
            // At least one byte has to wait, because the last stripe of all is treated in another way.
            let stripeCount = (bytes.count - position - 1) / XXH3Lanes.stripe
            if stripeCount > 0 {
                lanes.consume(from: start + position, stripeCount: stripeCount)
                position += stripeCount * XXH3Lanes.stripe
                pendingCount = Self.pendingCapacity - XXH3Lanes.stripe
                keep(UnsafeRawBufferPointer(start: start + position - XXH3Lanes.stripe, count: XXH3Lanes.stripe))
                pendingCount = 0
            }
        }
        keep(UnsafeRawBufferPointer(start: start + position, count: bytes.count - position))
    }

    /// The hash of everything added so far. More may be added afterwards.
    package func digest() -> UInt64 {
        withUnsafeBytes(of: pending) { pending in
            guard count > UInt64(Self.shortLimit), let start = pending.baseAddress else {
                return XXH3Short.hash(UnsafeRawBufferPointer(rebasing: pending[..<pendingCount]))
            }
            guard pendingCount < XXH3Lanes.stripe else {
                var lanes = lanes
                lanes.consume(from: start, stripeCount: (pendingCount - 1) / XXH3Lanes.stripe)
                return lanes.digest(lastStripe: start + pendingCount - XXH3Lanes.stripe, count: count)
            }
            return withUnsafeTemporaryAllocation(byteCount: XXH3Lanes.stripe, alignment: 16) { stripe in
                let early = XXH3Lanes.stripe - pendingCount
                stripe.copyBytes(from: pending[(Self.pendingCapacity - early)...])
                UnsafeMutableRawBufferPointer(rebasing: stripe[early...]).copyBytes(from: pending[..<pendingCount])
                // The temporary memory has at least the bytes asked for, and so an address.
                return stripe.baseAddress.map { lanes.digest(lastStripe: UnsafeRawPointer($0), count: count) } ?? 0
            }
        }
    }

    /// Adds bytes to ``pending``, which must have room for them.
    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        let start = pendingCount
        withUnsafeMutableBytes(of: &pending) { target in
            UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: bytes)
        }
        pendingCount += bytes.count
    }

    /// Consumes ``pending``, which is full; more bytes must follow.
    private mutating func consumePending() {
        withUnsafeBytes(of: pending) { pending in
            if let start = pending.baseAddress {
                lanes.consume(from: start, stripeCount: Self.pendingCapacity / XXH3Lanes.stripe)
            }
        }
        pendingCount = 0
    }
}
