import Foundation
import GraphCodable
@testable import GraphCodableCompression
import Testing

struct FormatDocumentTests {
    /// The bytes of the example in `Docs/format-graphz.md`: on each line an offset, bytes in hexadecimal, an explanation.
    static func example() throws -> [UInt8] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Docs/format-graphz.md").standardizedFileURL
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let example = lines.drop { $0 != "```hex" }.dropFirst().prefix { $0 != "```" }
        var bytes: [UInt8] = []
        for line in example {
            // Six columns for the offset, fifty for the bytes.
            #expect(Int(line.prefix(4).drop { $0 == " " }) == bytes.count, "\(line)")
            bytes += line.dropFirst(6).prefix(50).split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
        return bytes
    }

    @Test func theExampleIsAnArchive() throws {
        let archive = try Self.example()
        #expect(archive.count == 207)
        let root = try GraphDecoder().decode([String].self, fromArchive: archive)
        #expect(root == Array(repeating: "graph", count: 20))
        #expect(try readAtRandom(archive).metadata == ["by": "me"])
        let plain = try decompressed(archive)
        #expect(plain.count == 143)
        // What follows the file header depends on the release of LZ4.
        let options = GraphContainerWritingOptions(metadata: ["by": "me"])
        let made = try plain.withUnsafeBytes { try GraphContainer.compress($0, codec: .lz4, options: options) }
        #expect(made.prefix(32) == archive.prefix(32))
    }
}
