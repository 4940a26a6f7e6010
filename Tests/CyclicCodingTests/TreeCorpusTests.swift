import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// The archives and the JSON of `Tests/Corpus/trees`, by the rules of `Docs/format-trees.md`.
struct TreeCorpusTests {
    private func container(_ text: Substring) throws -> FlattenedContainer {
        if text.hasPrefix("{") {
            return try JSONDecoder().decode(FlattenedContainer.self, from: Data(text.utf8))
        }
        let digits = text.compactMap(\.hexDigitValue)
        try #require(digits.count == text.count && digits.count.isMultiple(of: 2))
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return try GraphDecoder().decode(FlattenedContainer.self, from: bytes)
    }

    @Test func referencesAreFollowed() throws {
        let text = ##"{"format":1,"referenced":[3],"root":{"#":0}}"##
        #expect(try CyclicDecoder().decode(Int.self, from: container(text[...])) == 3)
    }

    @Test func everyRuleIsKept() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try String(contentsOf: Corpus.folder.appending(path: "trees/list.txt"), encoding: .utf8)
            .split(separator: "\n")
        #expect(lines.count > 40)
        for line in lines {
            let columns = line.split(separator: "\t")
            try #require(columns.count == 4)
            let name = "\(columns[0]): \(columns[1])"
            switch columns[3] {
            case "refused":
                #expect(throws: (any Error).self, "\(name)") { try container(columns[2]) }
            case "refused as an integer":
                // Where the reference is right, the same container holds the integer 3.
                #expect(throws: (any Error).self, "\(name)") {
                    try CyclicDecoder().decode(Int.self, from: container(columns[2]))
                }
            default:
                let json = try encoder.encode(container(columns[2]))
                #expect(String(decoding: json, as: UTF8.self) == columns[3], "\(name)")
            }
        }
    }
}
