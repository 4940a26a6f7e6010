/// The 64-bit XXH3 hash of bytes, with seed 0 and the default secret, computed in one call or incrementally.
///
/// Source: Yann Collet's specification of the algorithm, `doc/xxhash_spec.md` in the xxHash repository, version 0.2.0.
/// The time is linear in the number of bytes; no memory is allocated.
package struct XXH3: Sendable {
    /// The maximum number of bytes for ``XXH3Short``; larger inputs use the lanes.
    private static let shortLimit = 240
    private static let pendingCapacity = 256

    private var lanes = XXH3Lanes()
    private var count: UInt64 = 0
    /// Pending bytes: all bytes until the first stripe is consumed, and then the bytes since the last stripe, always at
    /// least one. In that case the last consumed stripe is at the end of the buffer unless more than 192 bytes are
    /// pending, because the digest needs the last 64 bytes again.
    private var pending = SIMD32<UInt64>(repeating: 0)
    private var pendingCount = 0

    package init() {}

    package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard bytes.count > shortLimit, let start = bytes.baseAddress else { return XXH3Short.hash(bytes) }
        var lanes = XXH3Lanes()
        lanes.consume(from: start, stripeCount: (bytes.count - 1) / XXH3Lanes.stripe)
        return lanes.digest(lastStripe: start + bytes.count - XXH3Lanes.stripe, count: UInt64(bytes.count))
    }

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
            // At least one byte must remain pending, because the last stripe is processed differently.
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

    /// Returns the hash of everything added so far. You may add more afterwards.
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
                // The temporary memory is not empty, so it has an address.
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

    /// Consumes ``pending``, which must be full. More bytes must follow.
    private mutating func consumePending() {
        withUnsafeBytes(of: pending) { pending in
            if let start = pending.baseAddress {
                lanes.consume(from: start, stripeCount: Self.pendingCapacity / XXH3Lanes.stripe)
            }
        }
        pendingCount = 0
    }
}
