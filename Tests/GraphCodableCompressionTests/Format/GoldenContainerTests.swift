import CLZ4
import CZlib
import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

#if Zstd
import CZstd
#endif

/// Compressed archives of earlier releases are read, written again byte for byte, and refuse every damage.
struct GoldenContainerTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Goldens")
        .standardizedFileURL
    typealias Variant = (name: String, codec: GraphCodec, filter: GraphContainerFilter)
    static let codecs: [Variant] =
        [("none", .none, .none)]
        + compressingCodecs.flatMap { [($0.name, $0, .none), ($0.name + "-fields", $0, .fields)] }

    /// The names of the raw golden archives, which are the payloads.
    static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return (files ?? []).filter { $0.hasSuffix(".graph") }.map { String($0.dropLast(6)) }.sorted()
    }()

    /// What the compressed bytes depend on besides the format: another release of a library may compress otherwise.
    static func libraryVersion(_ codec: String) -> String {
        switch codec.split(separator: "-").first {
        case "zlib": "zlib " + String(cString: zlibVersion())
        case "lz4": "lz4 " + String(cString: LZ4_versionString())
        #if Zstd
        case "zstd": "zstd " + String(cString: ZSTD_versionString())
        #endif
        default: ""
        }
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    static func make(_ name: String, _ codec: Variant) throws -> [UInt8] {
        let version = libraryVersion(codec.name)
        return try compressed(
            bytes(name + ".graph"), codec.codec, metadata: version.isEmpty ? [:] : ["library": version],
            filter: codec.filter)
    }

    static let all: [String] = names.flatMap { name in codecs.map { "\(name)-\($0.name).graphz" } }

    @Test func anArchiveGivesTheSameBytesAsEver() throws {
        try #require(!Self.names.isEmpty)
        for name in Self.names {
            for codec in Self.codecs {
                let file = "\(name)-\(codec.name).graphz"
                let new = try Self.make(name, codec)
                if ProcessInfo.processInfo.environment["MAKE_GOLDENS"] != nil {
                    try Data(new).write(to: Self.folder.appending(path: file))
                }
                let golden = try Self.bytes(file)
                #expect(try decompressed(golden) == Self.bytes(name + ".graph"))
                #expect(try streamed(golden) == Self.bytes(name + ".graph"))
                let version = try readAtRandom(golden).metadata["library"] ?? ""
                if version == Self.libraryVersion(codec.name) {
                    #expect(new == golden, "\(file)")
                }
            }
        }
    }

    @Test func someGoldenArchivesHaveFilteredBlocks() throws {
        let filtered = try Self.all.filter { name in
            try Forgery(Self.bytes(name)).sections.contains { $0.header.isFiltered }
        }
        #expect(filtered.contains { $0.hasSuffix("-zlib-fields.graphz") })
        #expect(filtered.contains { $0.hasSuffix("-lz4-fields.graphz") })
        #expect(filtered.count >= 4)
    }

    @Test func everyFlippedBitAndEveryTruncationIsRefused() throws {
        var flips = 0
        var truncations = 0
        for name in Self.all {
            var archive = try Self.bytes(name)
            for bit in Torture.some(of: 0..<archive.count * 8, step: 23) {
                archive[bit / 8] ^= 1 << UInt8(bit % 8)
                if code({ try decompressed(archive) }) == nil {
                    Issue.record("\(name): bit \(bit % 8) of byte \(bit / 8) was changed and nobody noticed")
                }
                archive[bit / 8] ^= 1 << UInt8(bit % 8)
                flips += 1
            }
            for count in Torture.some(of: archive.indices, step: 13) {
                #expect(code { try decompressed(Array(archive[..<count])) } != nil, "\(name): \(count) bytes")
                truncations += 1
            }
            for byte in Torture.some(of: 0..<256, step: 13) {
                #expect(code { try decompressed(archive + [UInt8(byte)]) } == .trailingBytes)
            }
        }
        Figure.print("single-bit flips of golden compressed archives refused", flips)
        Figure.print("truncations of golden compressed archives refused", truncations)
    }

    @Test func everyFlipOfOneToThreeBitsOfTheFileHeaderIsRefused() throws {
        var header = Array(try Self.bytes("sample-zlib.graphz")[..<32])
        var count = 0
        func check() {
            if (try? header.withUnsafeBytes { try FileHeader(parsing: $0) }) != nil {
                Issue.record("a changed header was accepted: \(header)")
            }
            count += 1
        }
        func flip(_ bit: Int) { header[bit / 8] ^= 1 << UInt8(bit % 8) }
        // Every triple is tried in the long run, every 211th in the short one; a prime, so that all bits are among them.
        var triple = 0
        for first in 0..<256 {
            flip(first)
            check()
            for second in 0..<first {
                flip(second)
                check()
                for third in 0..<second {
                    triple += 1
                    guard Torture.isOn || triple % 211 == 0 else { continue }
                    flip(third)
                    check()
                    flip(third)
                }
                flip(second)
            }
            flip(first)
        }
        #expect((try? header.withUnsafeBytes { try FileHeader(parsing: $0) }) != nil)
        Figure.print("flips of one to three bits of a file header refused", count)
    }

    /// Runs of bytes become random: what a bad disk or a bad program does.
    @Test func randomBurstsAreRefused() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        let archives = try Self.all.map { try Self.bytes($0) }
        let count = Torture.count(1_500, torture: 10_000_000)
        for number in 0..<count {
            var archive = archives[number % archives.count]
            let start = Int(generator.next() % UInt64(archive.count))
            let length = min(1 + Int(generator.next() % 64), archive.count - start)
            let original = archive
            for place in start..<start + length {
                archive[place] = UInt8(truncatingIfNeeded: generator.next())
            }
            if archive != original, code({ try decompressed(archive) }) == nil {
                Issue.record("a burst was not noticed; seed \(seed), number \(number)")
            }
        }
        Figure.print("random bursts in golden compressed archives refused", count)
    }
}
