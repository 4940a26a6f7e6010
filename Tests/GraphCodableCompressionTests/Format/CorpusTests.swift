import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Containers that were made from the specification, without this package, are read as the specification says.
struct CorpusTests {
    @Test func everyContainerIsAccepted() throws {
        let archives = try Corpus.accepted("graphz")
        #expect(archives.count > 15)
        for archive in archives {
            do {
                let plain = try decompressed(archive.bytes)
                #expect(try streamed(archive.bytes, step: 7) == plain)
                _ = try readAtRandom(archive.bytes)
                guard archive.text.hasPrefix("no archive: ") else {
                    try GraphArchive(plain).verify()
                    continue
                }
                let hash = String(format: "%016lX", plain.withUnsafeBytes { XXH3.hash($0) })
                #expect(archive.text == "no archive: \(plain.count) plain bytes with the hash \(hash)\n")
            } catch {
                Issue.record("\(archive.name): \(error)")
            }
        }
    }

    @Test func everyContainerThatBreaksARuleIsRefusedWithItsError() throws {
        let archives = try Corpus.refused("graphz")
        #expect(archives.count > 80)
        var messages: [String: String] = [:]
        for archive in archives {
            // A raw archive is no container, but need not be decompressed either.
            let isRaw = archive.bytes.starts(with: Array("\u{89}GRAPH".unicodeScalars.map { UInt8($0.value) }))
            for (way, read) in [
                ("at once", { try isRaw ? streamed(archive.bytes) : decompressed(archive.bytes) }),
                ("as a stream", { try streamed(archive.bytes, step: 7) }),
            ] {
                do {
                    _ = try read()
                    Issue.record("\(archive.name) is accepted")
                } catch let error as GraphContainerError {
                    #expect(error.code.description == archive.error, "\(archive.name): \(error)")
                    let place = try #require(error.byteOffset, "\(archive.name)")
                    #expect((0...UInt64(archive.bytes.count)).contains(place), "\(archive.name): \(error)")
                    messages["\(archive.name) \(way)"] = "\(error)"
                }
            }
        }
        #expect(try CorpusMessages.differences(messages, from: "graphz.txt") == [])
    }
}
