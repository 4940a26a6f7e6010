import Foundation
import GraphCodableCompression
import Testing

@Suite struct XXH64Tests {
    /// The sanity checks of the xxHash project: bytes from a generator, their number, the seed, and the hash.
    static let published: [(count: Int, seed: UInt64, hash: UInt64)] = [
        (0, 0, 0xEF46_DB37_51D8_E999), (0, 2_654_435_761, 0xAC75_FDA2_929B_17EF),
        (1, 0, 0xE934_A84A_DB05_2768), (1, 2_654_435_761, 0x5014_6076_43A9_B4C3),
        (4, 0, 0x9136_A0DC_A574_57EE),
        (14, 0, 0x8282_DCC4_994E_35C8), (14, 2_654_435_761, 0xC3BD_6BF6_3DEB_6DF0),
        (222, 0, 0xB641_AE8C_B691_C174), (222, 2_654_435_761, 0x20CB_8AB7_AE10_C14A),
    ]

    static func generated(_ count: Int) -> [UInt8] {
        var state: UInt64 = 2_654_435_761
        return (0..<count).map { _ in
            defer { state &*= 11_400_714_785_074_694_797 }
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    @Test(arguments: published) func givesThePublishedValues(count: Int, seed: UInt64, hash: UInt64) {
        #expect(Self.generated(count).withUnsafeBytes { XXH64.hash($0, seed: seed) } == hash)
    }

    @Test func doesNotDependOnThePieces() {
        let bytes = Payload.random(1000)
        for count in 0...200 {
            let expected = bytes[..<count].withUnsafeBytes { XXH64.hash($0) }
            for step in [1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 65, 100] {
                var hash = XXH64()
                for start in stride(from: 0, to: count, by: step) {
                    bytes[start..<min(start + step, count)].withUnsafeBytes { hash.update($0) }
                }
                #expect(hash.digest() == expected, "\(count) bytes in pieces of \(step)")
            }
        }
    }

    @Test func doesNotDependOnTheAlignment() {
        let bytes = Payload.random(300)
        let expected = bytes[..<200].withUnsafeBytes { XXH64.hash($0) }
        for shift in 1..<16 {
            let shifted = [UInt8](repeating: 0, count: shift) + bytes[..<200]
            #expect(shifted.withUnsafeBytes { XXH64.hash(UnsafeRawBufferPointer(rebasing: $0[shift...])) } == expected)
        }
    }

    @Test func canBeContinuedAfterADigest() {
        var hash = XXH64()
        let bytes = Payload.random(100)
        bytes[..<50].withUnsafeBytes { hash.update($0) }
        _ = hash.digest()
        bytes[50...].withUnsafeBytes { hash.update($0) }
        #expect(hash.digest() == bytes.withUnsafeBytes { XXH64.hash($0) })
    }

    static let tool = ["/usr/bin/xxhsum", "/usr/local/bin/xxhsum", "/opt/homebrew/bin/xxhsum"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: tool != nil, "xxhsum is not installed")) func agreesWithXxhsum() throws {
        let tool = try #require(Self.tool)
        for count in [0, 1, 31, 32, 33, 1000, 100_000] {
            let bytes = Payload.random(count)
            try withTemporaryFolder { folder in
                let path = folder + "/bytes"
                try Data(bytes).write(to: URL(filePath: path))
                let process = Process()
                let output = Pipe()
                process.executableURL = URL(filePath: tool)
                process.arguments = ["-H1", path]
                process.standardOutput = output
                try process.run()
                let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
                process.waitUntilExit()
                let expected = bytes.withUnsafeBytes { XXH64.hash($0) }
                #expect(UInt64(text.prefix(16), radix: 16) == expected, "\(count) bytes: \(text)")
            }
        }
    }
}
