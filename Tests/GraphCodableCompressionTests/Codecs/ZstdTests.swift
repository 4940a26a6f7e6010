import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Zstandard is there with the package's trait Zstd alone; without it, it is refused by name.
struct ZstdTests {
    static let advice =
        "This program was built without Zstandard. Build GraphCodable with its trait Zstd: swift build --traits Zstd, or "
        + "traits: [\"Zstd\"] where your Package.swift names the package."

    @Test func aLevelThatDoesNotExistIsRefused() {
        for level in [-1, 0, 20, 22] {
            #expect(code { try compressed([1, 2, 3], .zstd(level: level)) } == .invalidArgument)
        }
    }

    #if !Zstd
    @Test func withoutTheTraitWritingSaysHowToBuildIt() throws {
        for write in [
            { try compressed(Payload.text(100), .zstd) },
            { try GraphEncoder().encode([1], codec: .zstd(level: 19)) as [UInt8] },
        ] {
            let error = #expect(throws: GraphContainerError.self) { try write() }
            #expect(error?.code == .invalidArgument && error?.isInputAtFault == false)
            #expect(error?.message == Self.advice)
        }
    }

    @Test func withoutTheTraitGoldenArchivesAreRefusedByName() throws {
        for name in ["sample-zstd.graphz", "sample-zstd-fields.graphz"] {
            let archive = try GoldenContainerTests.bytes(name)
            for read in [{ try decompressed(archive) }, { try streamed(archive) }] {
                let error = #expect(throws: GraphContainerError.self) { try read() }
                #expect(error?.code == .unsupportedCodec)
                #expect(error?.message == "The archive uses codec 3, which this reader does not know. \(Self.advice)")
                #expect(error?.byteOffset == 9)
            }
            #expect(try readAtRandom(archive).header.codec == 3)
        }
    }
    #else
    @Test(arguments: 1...19) func everyLevelComesBack(level: Int) throws {
        let plain = Payload.text(2 * smallBlock + 100) + Payload.random(500)
        for filter in [GraphContainerFilter.none, .fields] {
            let archive = try compressed(plain, .zstd(level: level), filter: filter)
            #expect(archive.count < plain.count / 3)
            #expect(try decompressed(archive) == plain)
            #expect(try streamed(archive, step: 1_000) == plain)
        }
    }

    /// An archive whose only block is what a closure makes of a frame.
    static func archive(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
        var forgery = try Forgery(try compressed(Payload.text(2_000), .zstd))
        var frame = forgery.sections[0].payload
        change(&frame)
        forgery.setPayload(0, frame)
        forgery.renumber()
        return forgery.bytes
    }

    static let skippable: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 7, 7]

    /// The rule, what breaks it, and what the error says.
    static let broken: [(rule: String, message: String, change: @Sendable (inout [UInt8]) -> Void)] = [
        ("Z57, magic number", "A block is not a Zstandard frame.", { $0[0] ^= 1 }),
        ("Z57, skippable frame", "A block is not a Zstandard frame.", { $0 = skippable + $0 }),
        ("Z57, too short", "A block is not a Zstandard frame.", { $0 = [0x28, 0xB5, 0x2F, 0xFD, 0x20] }),
        ("Z58", "A block is a Zstandard frame with a dictionary.", { $0[4] |= 1 }),
        (
            "Z59", "A block is a Zstandard frame with too large a window.",
            {
                $0[4] = 0
                $0[5] = 0x89
            }
        ),
        (
            "Z60", "A block is a Zstandard frame with a run of 301 bytes in one block.",
            // A single segment of 300 bytes, and a run of 301.
            { $0 = [0x28, 0xB5, 0x2F, 0xFD, 0x60, 44, 0, 0x6B, 0x09, 0x00, 7] }
        ),
        ("Z25, skippable frame", "A block does not end where its Zstandard frame does.", { $0 += skippable }),
        ("Z25, one byte", "A block does not end where its Zstandard frame does.", { $0.append(0) }),
        ("Z25, cut", "A block does not end where its Zstandard frame does.", { $0.removeLast() }),
    ]

    @Test(arguments: broken.indices) func aFrameThatBreaksARuleIsRefused(number: Int) throws {
        let (rule, message, change) = Self.broken[number]
        let archive = try Self.archive(change)
        for read in [{ try decompressed(archive) }, { try streamed(archive) }] {
            let error = #expect(throws: GraphContainerError.self, "\(rule)") { try read() }
            #expect(error?.code == .malformed, "\(rule)")
            #expect((error?.underlyingError as? GraphContainerError)?.message == message, "\(rule)")
            #expect(error?.byteOffset == 64, "\(rule)")
        }
        if PythonReader.python != nil {
            #expect(try PythonReader.verdicts(.container, [archive])[0] != true, "\(rule)")
        }
    }

    @Test func theLargestWindowAndAChecksumAreAccepted() throws {
        // One raw block, in a frame with a window of 2^27 bytes; and zeros that are compressed.
        let plain = [UInt8](repeating: 7, count: 300)
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x88] + [0x63, 0x09, 0x00, 7]
        var forgery = try Forgery(try compressed(plain, .zstd))
        forgery.setPayload(0, frame)
        #expect(try decompressed(forgery.bytes) == plain)
        #expect(try streamed(forgery.bytes) == plain)
    }

    @Test func changedFramesDoNoHarm() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        let plain = Payload.text(5_000)
        let forgery = try Forgery(try compressed(plain, .zstd))
        for number in 0..<Torture.count(3_000, torture: 1_000_000) {
            var forgery = forgery
            var frame = forgery.sections[0].payload
            for _ in 0...generator.next() % 3 {
                frame[4 + Int(generator.next() % UInt64(frame.count - 4))] = UInt8(truncatingIfNeeded: generator.next())
            }
            forgery.setPayload(0, frame)
            // The hash of the plain bytes tells of what the frame's own structure does not.
            if let bytes = try? decompressed(forgery.bytes) {
                #expect(bytes == plain, "seed \(seed), number \(number)")
            }
        }
    }
    #endif
}
