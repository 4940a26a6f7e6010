import Foundation
import GraphCodable
import Testing

/// A person of the example in `Docs/format-graph.md`.
class Person: GCodable {
    let name: String
    var friend: Person?

    private enum Key: String { case name, friend }

    init(name: String) { self.name = name }

    required init(from decoder: GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        try decoder.deferDecode(for: Key.friend) { self.friend = $0 }
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(friend, for: Key.friend)
    }
}

struct FormatDocumentTests {
    /// The bytes of the document's example: what stands before the bar of each line of its block.
    static func exampleBytes() throws -> Bytes {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let text = try String(contentsOf: root.appending(path: "Docs/format-graph.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```hex\n").dropFirst()
        let block = try #require(blocks.first?.components(separatedBy: "```").first)
        return block.split(separator: "\n").flatMap { line in
            (line.split(separator: "|").first ?? "").split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
    }

    @Test func theExampleOfTheDocumentIsAnArchive() throws {
        let decoded = try GraphDecoder().decode(Person.self, from: Self.exampleBytes())
        #expect(decoded.name == "Ada" && decoded.friend?.name == "Bo" && decoded.friend?.friend === decoded)
        decoded.friend = nil
    }

    @Test func theExampleOfTheDocumentIsWhatTheEncoderWrites() throws {
        let ada = Person(name: "Ada")
        ada.friend = Person(name: "Bo")
        ada.friend?.friend = ada
        defer { ada.friend = nil }
        let archive = try GraphEncoder().encode(ada) as Bytes
        let hex = archive.map { String(format: "%02X", $0) }.joined(separator: " ")
        #expect(try archive == Self.exampleBytes(), "\(hex)")
    }
}
