import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// The archives and the JSON of `Tests/Corpus/trees`, by the rules of `Docs/format-trees.md`.
@Suite struct TreeCorpusTests {
    private func container(_ text: Substring) throws -> FlattenedContainer {
        if text.hasPrefix("{") {
            return try JSONDecoder().decode(FlattenedContainer.self, from: Data(text.utf8))
        }
        let digits = text.compactMap(\.hexDigitValue)
        try #require(digits.count == text.count && digits.count.isMultiple(of: 2))
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return try GraphDecoder().decode(FlattenedContainer.self, from: bytes)
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
            if columns[3] == "refused" {
                #expect(throws: (any Error).self, "\(name)") { try container(columns[2]) }
            } else {
                let json = try encoder.encode(container(columns[2]))
                #expect(String(decoding: json, as: UTF8.self) == columns[3], "\(name)")
            }
        }
    }
}
