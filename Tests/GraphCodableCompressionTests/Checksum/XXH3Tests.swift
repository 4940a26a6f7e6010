import Foundation
import GraphCodableCompression
import TestSupport
import Testing

struct XXH3Tests {
    /// The sanity checks of the xxHash project, those of seed 0: bytes from a generator, their number, and the hash.
    static let published: [(count: Int, hash: UInt64)] = [
        (0, 0x2D06_8005_38D3_94C2), (1, 0xC44B_DFF4_074E_ECDB), (2, 0x7A99_7804_4CB8_A8BB),
        (3, 0x5424_7382_A8D6_B94D), (4, 0xE5DC_74BC_5184_8A51), (5, 0xE424_3F00_7203_06BB),
        (6, 0x27B5_6A84_CD2D_7325), (8, 0x24CC_C9AC_AA9F_65E4), (9, 0x14D5_001C_15DD_3F2B),
        (12, 0xA713_DAF0_DFBB_77E7), (16, 0x981B_17D3_6C74_98C9), (17, 0x796F_5ACD_3A60_F862),
        (24, 0xA3FE_70BF_9D35_10EB), (32, 0x9FEA_DDBD_BF57_EED3), (33, 0xABFB_2D08_1B40_0A10),
        (48, 0x397D_A259_ECBA_1F11), (64, 0x9CB4_8487_720E_C49D), (80, 0xBCDE_FBBB_2C47_C90A),
        (128, 0xFCFF_2412_6754_D861), (129, 0x98F1_B0A6_79A2_CA29), (195, 0xCD94_217E_E362_EC3A),
        (222, 0xB916_3B55_8664_D356), (240, 0x81C3_C2B6_7F56_8CCF), (241, 0xC5A6_39EC_D203_0E5E),
        (403, 0xCDEB_804D_65C6_DEA4), (512, 0x617E_4959_9013_CB6B), (2048, 0xDD59_E2C3_A5F0_38E0),
        (4160, 0x4F32_3B15_321E_94E1),
    ]

    static func generated(_ count: Int) -> [UInt8] {
        var state: UInt64 = 2_654_435_761
        return (0..<count).map { _ in
            defer { state &*= 11_400_714_785_074_694_797 }
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    @Test(arguments: published) func givesThePublishedValues(count: Int, hash: UInt64) {
        #expect(Self.generated(count).withUnsafeBytes { XXH3.hash($0) } == hash)
    }

    /// Sizes around the borders of the algorithm: of its ranges, of stripes, of what waits for more, and of blocks.
    static let sizes =
        Array(0...70) + [
            127, 128, 129, 191, 192, 193, 239, 240, 241, 255, 256, 257, 319, 320, 321, 511, 512, 513, 575, 576, 577,
            1023, 1024, 1025, 1087, 1088, 1089, 1279, 1280, 1281, 2047, 2048, 2049, 2304, 3000,
        ]

    @Test func doesNotDependOnThePieces() {
        let bytes = Payload.random(3000)
        for count in Self.sizes {
            let expected = bytes[..<count].withUnsafeBytes { XXH3.hash($0) }
            for step in [1, 7, 63, 64, 65, 192, 240, 255, 256, 257, 300, 1024] {
                #expect(hash(bytes, upTo: count) { _ in step } == expected, "\(count) bytes in pieces of \(step)")
            }
            for limit in [100, 400, 1500] {
                let pieces = hash(bytes, upTo: count) { _ in .random(in: 0...limit) }
                #expect(pieces == expected, "\(count) bytes in pieces of up to \(limit)")
            }
        }
    }

    @Test func doesNotDependOnWhereTwoPiecesMeet() {
        let bytes = Payload.random(1100)
        let expected = bytes.withUnsafeBytes { XXH3.hash($0) }
        for first in 0...bytes.count {
            #expect(hash(bytes, upTo: bytes.count) { $0 == 0 ? max(first, 1) : bytes.count } == expected)
        }
    }

    /// The hash of the first `count` bytes, in pieces of the size that `size` says for each place.
    private func hash(_ bytes: [UInt8], upTo count: Int, size: (Int) -> Int) -> UInt64 {
        var hash = XXH3()
        var start = 0
        while start < count {
            let end = min(start + size(start), count)
            bytes[start..<end].withUnsafeBytes { hash.update($0) }
            start = end
        }
        return hash.digest()
    }

    @Test func doesNotDependOnTheAlignment() {
        let bytes = Payload.random(300)
        let expected = bytes[..<200].withUnsafeBytes { XXH3.hash($0) }
        for shift in 1..<16 {
            let shifted = [UInt8](repeating: 0, count: shift) + bytes[..<200]
            #expect(shifted.withUnsafeBytes { XXH3.hash(UnsafeRawBufferPointer(rebasing: $0[shift...])) } == expected)
        }
    }

    @Test func canBeContinuedAfterADigest() {
        var hash = XXH3()
        let bytes = Payload.random(700)
        for start in stride(from: 0, to: bytes.count, by: 35) {
            bytes[start..<start + 35].withUnsafeBytes { hash.update($0) }
            #expect(hash.digest() == bytes[..<(start + 35)].withUnsafeBytes { XXH3.hash($0) })
        }
    }

    static let tool = ["/usr/bin/xxhsum", "/usr/local/bin/xxhsum", "/opt/homebrew/bin/xxhsum"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: tool != nil, "xxhsum is not installed")) func agreesWithXxhsum() throws {
        let tool = try #require(Self.tool)
        for count in [0, 3, 8, 16, 128, 240, 241, 1024, 100_000] {
            let bytes = Payload.random(count)
            let text = try ProgramRun(tool, ["-H3", "-"], input: Data(bytes)).text
            let expected = bytes.withUnsafeBytes { XXH3.hash($0) }
            let digits = text.split { !$0.isHexDigit }.first { $0.count == 16 } ?? ""
            #expect(UInt64(digits, radix: 16) == expected, "\(count) bytes: \(text)")
        }
    }
}
