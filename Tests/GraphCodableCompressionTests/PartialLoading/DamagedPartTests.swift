import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Files of which any byte is damaged, opened in parts, and saved again with the parts that were not loaded.
struct DamagedPartTests {
    typealias Document = GraphReferenceTests.Document

    private static let pageCount = 60

    /// What became of the trials.
    private struct Outcome {
        var refused = 0
        var failedLoads = 0
        var failedSaves = 0
        var saved = 0
    }

    /// Loads some pages in a random order, and saves the document in the place of the damaged file.
    ///
    /// A page is right or an error. What could be saved has every page, and what could not is as it was.
    private func loadAndSave(_ damaged: Bytes, _ random: inout SplitMix64, _ outcome: inout Outcome) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write(damaged, to: path)
            guard let file = try? GraphFile(contentsOf: path), let document = try? file.root(as: Document.self) else {
                outcome.refused += 1
                return
            }
            #expect(document.pages.count == Self.pageCount)
            var failed: [Int] = []
            for index in (0..<Self.pageCount).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)) {
                do {
                    let page = try document.pages[index].load()
                    #expect(page.number == index && (page is GraphReferenceTests.Picture) == (index % 5 == 0))
                    #expect(page.words.map(\.text) == GraphReferenceTests.Page(index).words.map(\.text))
                } catch let error as GraphContainerError {
                    #expect(error.code == .damaged)
                    failed.append(index)
                }
            }
            outcome.failedLoads += failed.count
            do {
                try GraphEncoder().save(document, to: path, codec: .lz4)
                outcome.saved += 1
                #expect(failed.isEmpty)
                try GraphReferenceTests.check(
                    GraphDecoder().load(Document.self, from: path), pageCount: Self.pageCount)
            } catch let error as GraphContainerError {
                outcome.failedSaves += 1
                #expect(error.code == .damaged && error.path == path)
                #expect(try names(in: folder) == ["file"] && contents(of: path) == damaged)
            }
        }
    }

    @Test func aDamagedFileGivesRightPagesAndIsNeverSavedWithoutOne() throws {
        // Few trials may all miss the pages that they load.
        let seed = Torture.isOn ? UInt64.random(in: 0...UInt64.max) : 1
        var random = SplitMix64(seed: seed)
        let plain: Bytes = try GraphEncoder().encode(GraphReferenceTests.sample(pageCount: Self.pageCount))
        let archive = try DamagedArchive(plain, .none)
        // The first block has the root, the last one the tables.
        let parts = archive.blocks.dropFirst().dropLast().map { $0 }
        var outcome = Outcome()
        let count = Torture.count(20, torture: 4_000)
        for number in 0..<count {
            var damaged = archive.bytes
            // Each block with parts in turn, and every fourth time any byte of the file.
            let range = number % 4 == 3 ? 0..<damaged.count : parts[number % parts.count]
            damaged[Int.random(in: range, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            try loadAndSave(damaged, &random, &outcome)
        }
        #expect(outcome.refused + outcome.failedSaves + outcome.saved == count)
        #expect(parts.count > 1 && outcome.failedLoads > 0 && outcome.failedSaves > 0, "\(outcome), \(seed)")
    }

    @Test func anUndamagedFileIsSavedWithAllPages() throws {
        var random = SplitMix64(seed: 1)
        var outcome = Outcome()
        let plain: Bytes = try GraphEncoder().encode(GraphReferenceTests.sample(pageCount: Self.pageCount))
        try loadAndSave(DamagedArchive(plain, .none).bytes, &random, &outcome)
        #expect(outcome.saved == 1 && outcome.failedLoads == 0)
    }
}
