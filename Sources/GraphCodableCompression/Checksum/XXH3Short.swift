/// XXH3 for up to 240 bytes, with a different algorithm for each range of sizes.
enum XXH3Short {
    /// Returns the hash of `bytes`, which must not be more than 240.
    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return XXH3Mixing.finalAvalanche(secret(56) ^ secret(64))
        }
        return switch bytes.count {
        case 1...3: upTo3(bytes)
        case 4...8: upTo8(start, bytes.count)
        case 9...16: upTo16(start, bytes.count)
        case 17...128: upTo128(start, bytes.count)
        default: upTo240(start, bytes.count)
        }
    }

    private static func upTo3(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        let first = UInt64(bytes[0]) << 16
        let middle = UInt64(bytes[count / 2]) << 24
        let combined = UInt64(bytes[count - 1]) | UInt64(count) << 8 | first | middle
        let key = secret(0)
        return XXH3Mixing.finalAvalanche((key ^ key >> 32) & 0xFFFF_FFFF ^ combined)
    }

    // Invariant of the following functions: `count` bytes can be read at `start`, and `count` is in the range given in
    // `hash`.

    private static func upTo8(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        let first = UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
        let last = UInt32(littleEndian: (start + count - 4).loadUnaligned(as: UInt32.self))
        var value = secret(8) ^ secret(16) ^ (UInt64(last) | UInt64(first) << 32)
        value ^= XXH3Mixing.rotate(value, 49) ^ XXH3Mixing.rotate(value, 24)
        value &*= 0x9FB2_1C65_1E98_DF25
        value ^= (value >> 35) &+ UInt64(count)
        value &*= 0x9FB2_1C65_1E98_DF25
        return value ^ value >> 28
    }

    private static func upTo16(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        let low = secret(24) ^ secret(32) ^ XXH3Mixing.load(start)
        let high = secret(40) ^ secret(48) ^ XXH3Mixing.load(start + count - 8)
        return XXH3Mixing.avalanche(UInt64(count) &+ low.byteSwapped &+ high &+ XXH3Mixing.fold(low, high))
    }

    private static func upTo128(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        var sum = UInt64(count) &* XXH3Mixing.prime1
        for round in 0...(count - 1) / 32 {
            sum &+= mix(start + round * 16, secretOffset: round * 32)
            sum &+= mix(start + count - round * 16 - 16, secretOffset: round * 32 + 16)
        }
        return XXH3Mixing.avalanche(sum)
    }

    private static func upTo240(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        var sum = UInt64(count) &* XXH3Mixing.prime1
        for chunk in 0..<8 {
            sum &+= mix(start + chunk * 16, secretOffset: chunk * 16)
        }
        sum = XXH3Mixing.avalanche(sum)
        for chunk in 8..<count / 16 {
            sum &+= mix(start + chunk * 16, secretOffset: (chunk - 8) * 16 + 3)
        }
        sum &+= mix(start + count - 16, secretOffset: 119)
        return XXH3Mixing.avalanche(sum)
    }

    /// Invariant: 16 bytes can be read at `start`; `secretOffset` is at most 176.
    @inline(__always)
    private static func mix(_ start: UnsafeRawPointer, secretOffset: Int) -> UInt64 {
        XXH3Mixing.fold(
            XXH3Mixing.load(start) ^ secret(secretOffset), XXH3Mixing.load(start + 8) ^ secret(secretOffset + 8))
    }

    @inline(__always)
    private static func secret(_ offset: Int) -> UInt64 {
        XXH3Mixing.load(XXH3Secret.start + offset)
    }
}
