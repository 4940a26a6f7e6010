import Foundation

/// SHA-256 (FIPS 180-4). The page's content security policy names its only script and its only style by their hashes.
enum SHA256 {
    /// Returns the source expression for a content security policy.
    static func source(of text: String) -> String {
        let bytes = digest(Array(text.utf8)).flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
        }
        return "sha256-" + Data(bytes).base64EncodedString()
    }

    private static func digest(_ message: [UInt8]) -> [UInt32] {
        var state: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
        ]
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        let bitCount = UInt64(message.count) * 8
        padded += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
        for start in stride(from: 0, to: padded.count, by: 64) {
            compress(padded[start..<start + 64], into: &state)
        }
        return state
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
            block[at..<at + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let small = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
            let large = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
            words.append(words[index - 16] &+ small &+ words[index - 7] &+ large)
        }
        var s = state
        for index in 0..<64 {
            let choice = s[4] & s[5] ^ ~s[4] & s[6]
            let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
            let first =
                s[7] &+ (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) &+ choice &+ constants[index]
                &+ words[index]
            let second = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) &+ majority
            s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
        }
        for index in 0..<8 {
            state[index] &+= s[index]
        }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = {
        let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
        return primes.map { prime in
            // The cube root times 2^32, computed bit by bit with integers.
            var root: UInt128 = 0
            for bit in (0..<36).reversed() {
                let candidate = root | 1 << UInt128(bit)
                if candidate * candidate * candidate <= UInt128(prime) << 96 { root = candidate }
            }
            return UInt32(truncatingIfNeeded: root)
        }
    }()
}
