import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Whatever the damage, all other blocks come back, and what is lost is named exactly.
struct SalvageTests {
    static let archives = (try? DamagedArchive.several()) ?? []

    private func expect(
        _ bytes: [UInt8], of archive: DamagedArchive, lose lost: [Int],
        _ reason: GraphContainer.SalvageReport.Reason? = nil,
        _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try salvaged(bytes)
        #expect(result.report.lostBlocks == lost, comment, sourceLocation: sourceLocation)
        // Neighbors are one range. Bounds are compared, because a debug build compares bytes one by one slowly.
        let ranges = result.report.lostRanges.map { Int($0.plainRange.lowerBound)..<Int($0.plainRange.upperBound) }
        let expected = lost.map { archive.plainRange($0) }
        #expect(RangeSet(ranges) == RangeSet(expected), comment, sourceLocation: sourceLocation)
        #expect(
            ranges.reduce(0) { $0 + $1.count } == expected.reduce(0) { $0 + $1.count }, comment,
            sourceLocation: sourceLocation)
        if let reason {
            #expect(
                result.report.lostRanges.allSatisfy { $0.reason == reason }, comment, sourceLocation: sourceLocation)
        }
        #expect(result.report.recoveredBlockCount == UInt64(archive.blocks.count - lost.count), comment)
        if result.bytes != archive.plain(without: lost) {
            Issue.record("wrong bytes \(comment ?? "")", sourceLocation: sourceLocation)
        }
    }

    @Test func soundArchivesComeBackWhole() throws {
        try #require(!Self.archives.isEmpty)
        for (name, archive) in Self.archives {
            let result = try salvaged(archive.bytes)
            #expect(result.bytes == archive.plain, "\(name)")
            #expect(result.report.isComplete && result.report.lostRanges.isEmpty, "\(name)")
            #expect(result.report.proof == .holds && result.report.isPlainByteCountKnown, "\(name)")
        }
        for plain in [[], [7], Payload.text(smallBlock), Payload.random(2 * smallBlock)] {
            for codec in [GraphCodec.none] + compressingCodecs {
                let result = try salvaged(try compressed(plain, codec))
                #expect(result.bytes == plain)
                #expect(result.report.isComplete)
            }
        }
        let report = try salvaged(try compressed([1], .none, metadata: ["a": "b"])).report
        #expect(report.metadata == ["a": "b"])
    }

    @Test func goldenArchivesComeBackWhole() throws {
        for name in GoldenContainerTests.all {
            let golden = try GoldenContainerTests.bytes(name)
            let result = try salvaged(golden)
            #expect(result.report.isComplete)
            #expect(try result.bytes == decompressed(golden))
        }
    }

    @Test func aDamagedBlockCostsNoOther() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        var count = 0
        for (name, archive) in Self.archives {
            for (number, block) in archive.blocks.enumerated() {
                for _ in 0..<Torture.count(1, torture: 100) {
                    var bytes = archive.bytes
                    let place = Int.random(in: block.lowerBound + 32..<block.upperBound, using: &generator)
                    bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
                    try expect(bytes, of: archive, lose: [number], .damaged, "\(name), block \(number), seed \(seed)")
                    count += 1
                }
            }
        }
        Figure.print("archives with a damaged block, of which all other blocks were recovered", count)
    }

    @Test func aDamagedSectionHeaderCostsItsBlockAlone() throws {
        var count = 0
        for (name, archive) in Self.archives {
            for (number, block) in archive.blocks.enumerated() where Torture.isOn || number != 1 {
                for place in Torture.some(of: 0..<32, step: 11) {
                    var bytes = archive.bytes
                    bytes[block.lowerBound + place] ^= 0x11
                    try expect(bytes, of: archive, lose: [number], .missing, "\(name), block \(number), byte \(place)")
                    count += 1
                }
                var bytes = archive.bytes
                bytes.replaceSubrange(block.prefix(32), with: [UInt8](repeating: 0xEE, count: 32))
                try expect(bytes, of: archive, lose: [number], .missing, "\(name), block \(number)")
            }
        }
        Figure.print("damaged section headers, of which all other blocks were recovered", count)
    }

    @Test func theLastBlockNeedsNothingBeforeIt() throws {
        for (name, archive) in Self.archives {
            let last = archive.blocks.count - 1
            let bytes = Array(archive.bytes[archive.blocks[last].lowerBound...])
            try expect(bytes, of: archive, lose: Array(0..<last), .missing, "\(name)")
        }
    }

    @Test func theIndexTellsOfBlocksThatAreGone() throws {
        for (name, archive) in Self.archives {
            let last = archive.blocks.count - 1
            var bytes = [UInt8](repeating: 0, count: 32) + archive.bytes[32...]
            bytes.replaceSubrange(archive.blocks[last].prefix(32), with: [UInt8](repeating: 0xEE, count: 32))
            bytes.replaceSubrange(archive.endOffset..., with: [UInt8](repeating: 0x55, count: 64))
            let result = try salvaged(bytes)
            #expect(result.report.lostBlocks == [last], "\(name)")
            #expect(result.report.lostRanges.map(\.reason) == [.missing], "\(name)")
            // How many bytes the last block had is lost with it.
            #expect(!result.report.isPlainByteCountKnown && result.report.proof == .unknown, "\(name)")
            let expected = archive.plain[..<(last * smallBlock)] + [UInt8](repeating: 0, count: smallBlock)
            #expect(result.bytes.elementsEqual(expected), "\(name)")
        }
    }

    @Test func theEndAndTheIndexAreNotNeeded() throws {
        for (name, archive) in Self.archives {
            let last = archive.blocks[archive.blocks.count - 1].upperBound
            for start in [last, archive.endOffset] {
                var bytes = archive.bytes
                bytes.replaceSubrange(start..<bytes.count, with: [UInt8](repeating: 0x55, count: bytes.count - start))
                let result = try salvaged(bytes)
                #expect(result.bytes == archive.plain, "\(name)")
                #expect(result.report.proof == .unknown && result.report.isPlainByteCountKnown, "\(name)")
            }
        }
    }

    @Test func truncatedArchivesGiveTheBlocksThatAreThere() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        var count = 0
        for (name, archive) in Self.archives {
            var sizes = archive.blocks.flatMap {
                [$0.lowerBound, $0.lowerBound + 31, $0.upperBound - 1, $0.upperBound]
            }
            sizes += [archive.endOffset, archive.bytes.count - 1]
            sizes += (0..<Torture.count(4, torture: 200)).map { _ in
                .random(in: archive.blocks[0].upperBound..<archive.bytes.count, using: &generator)
            }
            for size in sizes {
                let whole = archive.blocks.prefix { $0.upperBound <= size }.count
                guard whole > 0 else { continue }
                let result = try salvaged(Array(archive.bytes[..<size]))
                let expected = archive.plain[..<min(whole * smallBlock, archive.plain.count)]
                #expect(result.bytes.starts(with: expected), "\(name), \(size) bytes, seed \(seed)")
                // What follows can only be the one block of which there is a header.
                #expect(result.bytes.dropFirst(expected.count).allSatisfy { $0 == 0 }, "\(name), \(size) bytes")
                #expect(result.report.recoveredBlockCount == UInt64(whole), "\(name), \(size) bytes, seed \(seed)")
                #expect(result.report.lostRanges.allSatisfy { $0.reason == .truncated }, "\(name), \(size) bytes")
                #expect(!result.report.isComplete)
                count += 1
            }
        }
        Figure.print("truncated archives of which all whole blocks were recovered", count)
    }

    @Test func whereNothingIsLeftAnErrorSaysSo() throws {
        let bytes = try compressed(Payload.text(300), .zlib)
        #expect(code { try salvaged([]) } == .notAnArchive)
        #expect(code { try salvaged(Payload.random(5_000)) } == .notAnArchive)
        #expect(code { try salvaged(Array(bytes[..<40])) } == .damaged)
        var newer = try Forgery(bytes)
        newer.header[8] = 2
        #expect(code { try salvaged(newer.bytes) } == .unsupportedVersion)
        newer.header[8] = 1
        newer.header[9] = 200
        #expect(code { try salvaged(newer.bytes) } == .unsupportedCodec)
    }

    @Test func blocksThatAreMovedLostOrRepeatedFindTheirPlace() throws {
        for (name, archive) in Self.archives {
            let whole = try Forgery(archive.bytes)
            let first = whole.sections[0].header.type == SectionType.metadata ? 1 : 0
            for block in archive.blocks.indices {
                let place = first + block
                var lost = whole
                lost.sections.remove(at: place)
                try expect(lost.bytes, of: archive, lose: [block], .missing, "\(name), block \(block)")
                var repeated = whole
                repeated.sections.insert(whole.sections[place], at: place)
                let result = try salvaged(repeated.bytes)
                #expect(result.report.isComplete && result.report.ignoredSectionCount == 1, "\(name), block \(block)")
                for other in 0..<block {
                    var swapped = whole
                    swapped.sections.swapAt(place, first + other)
                    #expect(try salvaged(swapped.bytes).report.isComplete, "\(name), blocks \(block) and \(other)")
                }
                // A damaged copy does not take the place of a sound one, whichever comes first.
                var damaged = whole.sections[place]
                damaged.payload[0] ^= 1
                for copies in [[damaged, whole.sections[place]], [whole.sections[place], damaged]] {
                    var both = whole
                    both.sections.replaceSubrange(place...place, with: copies)
                    #expect(try salvaged(both.bytes).report.isComplete, "\(name), block \(block)")
                }
            }
        }
    }

    /// A file header, of this or another file, costs nothing of the archive around or behind it.
    @Test func headersOutOfPlaceCostNothing() throws {
        let foreign = try compressed(Payload.text(100), .zlib)
        for (name, archive) in Self.archives {
            let bytes = archive.bytes
            func expectAll(_ bytes: [UInt8], _ comment: Comment) throws {
                let result = try salvaged(bytes)
                #expect(result.report.isComplete && result.bytes == archive.plain, comment)
            }
            let headers = [Array(bytes.prefix(32)), Array(foreign.prefix(32))]
            for (number, beginning) in (headers + [Array(foreign.prefix(40))]).enumerated() {
                try expectAll(beginning + bytes, "\(name), beginning \(number)")
            }
            let second = try 64 + Int(Forgery(bytes).sections[0].header.storedSize)
            for header in headers {
                try expectAll(bytes.prefix(second) + header + bytes.dropFirst(second), "\(name), inside")
            }
        }
    }

    @Test func aHeaderBeforeASoundSectionCostsNothing() throws {
        for (name, archive) in Self.archives {
            for block in archive.blocks {
                var header = [UInt8](repeating: 0, count: 32)
                let section = SectionHeader(
                    type: SectionType.data, flags: 0, ordinal: 1, storedSize: UInt32(block.count),
                    plainSize: UInt32(2 * smallBlock), payloadHash: 7)
                header.withUnsafeMutableBytes { section.store(in: $0) }
                var bytes = archive.bytes
                bytes.insert(contentsOf: header, at: block.lowerBound)
                #expect(try salvaged(bytes).bytes == archive.plain, "\(name)")
            }
        }
    }

    @Test func sectionsThatAreNoBlocksAreNotNeeded() throws {
        var forged = try Forgery(try compressed(Payload.text(300), .zlib, metadata: ["a": "b"]))
        forged.sections.insert(Forgery.section(type: 0xF0, [1, 2, 3]), at: 1)
        forged.renumber()
        let archive = forged.bytes
        let whole = try salvaged(archive).report
        #expect(whole.isComplete && whole.ignoredSectionCount == 0 && whole.metadata == ["a": "b"])
        // The one of a type that this release does not know, with its payload hash damaged.
        var bytes = archive
        bytes[32 + 32 + forged.sections[0].payload.count + 16] ^= 1
        let damaged = try salvaged(bytes).report
        #expect(damaged.isComplete && damaged.ignoredSectionCount == 0)
        for place in forged.sections.indices where forged.sections[place].header.type != 0xF0 {
            var repeated = forged
            repeated.sections.insert(forged.sections[place], at: place)
            let report = try salvaged(repeated.bytes).report
            #expect(report.isComplete && report.ignoredSectionCount == 1, "section \(place)")
            #expect(report.metadata == ["a": "b"], "section \(place)")
        }
    }

    @Test func blocksThatTheCodecOfTheArchiveCannotHaveWrittenAreLost() throws {
        for (codec, other) in [(GraphCodec.none, GraphCodec.zlib), (.lz4, .zlib), (.zlib, .lz4)] {
            let plain = Payload.text(3 * smallBlock)
            var forged = try Forgery(try compressed(plain, codec))
            forged.sections[1] = try Forgery(try compressed(plain, other)).sections[1]
            let result = try salvaged(forged.bytes)
            #expect(result.report.lostBlocks == [1], "\(other) in \(codec)")
            #expect(result.report.lostRanges.map(\.reason) == [.undecodable], "\(other) in \(codec)")
            let lost = smallBlock..<2 * smallBlock
            #expect(result.bytes.indices.allSatisfy { result.bytes[$0] == (lost.contains($0) ? 0 : plain[$0]) })
        }
    }

    @Test func aBlockOfAnotherArchiveIsToldByTheHashOfTheWhole() throws {
        let whole = try Forgery(try compressed(Payload.random(2 * smallBlock, seed: 1)))
        var spliced = whole
        spliced.sections[1] = try Forgery(try compressed(Payload.random(2 * smallBlock, seed: 2))).sections[1]
        let report = try salvaged(spliced.bytes).report
        #expect(report.lostRanges.isEmpty)
        #expect(report.proof == .fails && !report.isComplete)
    }

    @Test func bytesThatWereAddedOrRemovedCostTheirBlockAlone() throws {
        for (name, archive) in Self.archives {
            for (number, block) in archive.blocks.enumerated() {
                let place = (block.lowerBound + 32 + block.upperBound) / 2
                // The last two are beginnings of archives, one of them of nothing but a file header.
                for foreign in [[0], Payload.random(100), Array(archive.bytes[..<200]), Array(archive.bytes[..<32])] {
                    var bytes = archive.bytes
                    bytes.insert(contentsOf: foreign, at: place)
                    try expect(bytes, of: archive, lose: [number], .damaged, "\(name), block \(number)")
                }
                var bytes = archive.bytes
                bytes.remove(at: place)
                try expect(bytes, of: archive, lose: [number], nil, "\(name), block \(number)")
            }
            for junk in [[UInt8(0)], Payload.random(70_000)] {
                let result = try salvaged(junk + archive.bytes + junk)
                #expect(result.bytes == archive.plain && result.report.isComplete, "\(name)")
            }
        }
    }

    @Test func anArchiveInsideTheArchiveIsPassedOver() throws {
        let inner = try compressed(Payload.text(3 * smallBlock), .zlib)
        let plain = Payload.random(smallBlock) + inner + Payload.random(2 * smallBlock)
        let archive = try DamagedArchive(plain, .none)
        for (number, block) in archive.blocks.enumerated() {
            var bytes = archive.bytes
            bytes.replaceSubrange(block.prefix(32), with: [UInt8](repeating: 0xEE, count: 32))
            try expect(bytes, of: archive, lose: [number], .missing, "block \(number)")
        }
        // Followed by another one, the first is meant.
        let result = try salvaged(archive.bytes + inner)
        #expect(result.bytes == plain && result.report.isComplete && result.report.ignoredSectionCount > 2)
    }

    @Test func randomBurstsCostWhatTheyTouchAlone() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        let count = Torture.count(30, torture: 10_000)
        for number in 0..<count {
            let (name, archive) = Self.archives[number % Self.archives.count]
            var bytes = archive.bytes
            let start = Int.random(in: 0..<bytes.count, using: &generator)
            let burst = start..<min(bytes.count, start + .random(in: 1...5_000, using: &generator))
            for place in burst {
                bytes[place] = generator.next()
            }
            let touched = archive.blocks.indices.filter { archive.blocks[$0].overlaps(burst) }
            let result = try salvaged(bytes)
            let lost = result.report.lostBlocks
            #expect(Set(lost).isSubset(of: touched), "\(name), \(burst), seed \(seed)")
            if result.bytes != archive.plain(without: lost) {
                Issue.record("wrong bytes: \(name), \(burst), seed \(seed)")
            }
        }
        Figure.print("bursts of up to 5,000 bytes that cost nothing but what they touch", count)
    }

    @Test func objectsInSoundBlocksComeBack() throws {
        let stops = (0..<3_000).map { Stop("A stop with a name that takes some room, number \($0)") }
        for (place, stop) in stops.enumerated() {
            stop.next = place + 1 < stops.count ? stops[place + 1] : nil
        }
        let plain: [UInt8] = try GraphEncoder().encode(stops)
        let records = try GraphSalvage(plain, lostRanges: [12..<13 + plain.count / 2], maximumListedObjectCount: .max)
            .lostObjects
        try #require(records.count > 1_000)
        var count = 0
        for codec in [GraphCodec.none] + compressingCodecs {
            let archive = try DamagedArchive(plain, codec)
            // The last block holds the end, without which nothing can be told.
            for number in archive.blocks.indices.dropLast() {
                var bytes = archive.bytes
                bytes[archive.blocks[number].lowerBound + 40] ^= 1
                let salvaged = try salvaged(bytes)
                let lost = archive.plainRange(number)
                let graph = try GraphSalvage(salvaged)
                for record in records {
                    if graph.isWhole(record.id) == record.byteRange.overlaps(lost) {
                        Issue.record("\(codec), block \(number), object \(record.id)")
                    }
                }
                let rest = try graph.archive(lostReferences: .removed).bytes
                try GraphArchive(rest).verify()
                if number == 0 {
                    #expect(graph.isRootLost)
                    continue
                }
                let root = try GraphDecoder().decode([Stop].self, from: rest)
                #expect(root.count == stops.count - graph.lostObjectCount)
                // Only the stop before the first lost one has lost its next.
                #expect(root.count { $0.next == nil } == 2)
                count += root.count
            }
            var bytes = archive.bytes
            bytes[archive.blocks[archive.blocks.count - 1].lowerBound + 40] ^= 1
            let error = #expect(throws: GraphCodableError.self) { try GraphSalvage(try salvaged(bytes)) }
            #expect(error?.message.contains("Use a backup") == true)
        }
        Figure.print("objects that were decoded from archives with a damaged block", count)
    }

    final class Stop: GCodable {
        let name: String
        var next: Stop?
        private enum Key: String { case name, next }
        init(_ name: String) { self.name = name }
        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            next = try decoder.decode(for: Key.next)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(next, for: Key.next)
        }
    }

    /// What is recovered of bytes that `change` changes once they have been looked through.
    ///
    /// - Parameters:
    ///   - size: The size that the file had when it was opened.
    ///   - isGone: Whether what is read next is not there any more.
    private static func salvagedMeanwhile(
        _ bytes: [UInt8], size: Int, isGone: @escaping (UInt64) -> Bool = { _ in false },
        change: (inout [UInt8]) -> Void = { _ in }
    ) throws -> GraphContainer.SalvagedBytes {
        var bytes = bytes
        let source = RandomAccess(size: UInt64(size)) { offset, target in
            let rest = isGone(offset) ? [] : bytes.dropFirst(Int(offset)).prefix(target.count)
            target.copyBytes(from: rest)
            return rest.count
        }
        let reader = try SalvageReader(source, options: GraphContainerReadingOptions()) { _ in }
        change(&bytes)
        var plain: [UInt8] = []
        let report = try reader.run(appendingTo: &plain) {}
        return GraphContainer.SalvagedBytes(bytes: plain, report: report)
    }

    @Test func aFileThatChangesMeanwhileCostsWhatChanged() throws {
        for (name, archive) in Self.archives {
            let size = archive.bytes.count
            let place = archive.blocks[1].upperBound - 1
            let changed = try Self.salvagedMeanwhile(archive.bytes, size: size, change: { $0[place] ^= 1 })
            #expect(changed.report.lostBlocks == [1], "\(name)")
            #expect(changed.report.lostRanges.map(\.reason) == [.damaged], "\(name)")
            #expect(changed.bytes == archive.plain(without: [1]), "\(name)")
            // Cut inside a block after its size was asked for.
            let left = Array(archive.bytes[..<(archive.blocks[1].lowerBound + 40)])
            let cut = try Self.salvagedMeanwhile(left, size: size)
            let lost = Array(archive.blocks.indices.dropFirst())
            #expect(cut.report.lostBlocks == lost && cut.bytes == archive.plain(without: lost), "\(name)")
            // Cut between the reading of the end's hash and of its contents.
            var readCount = 0
            let isGone = { (offset: UInt64) in
                readCount += offset == archive.endOffset + 32 ? 1 : 0
                return offset == archive.endOffset + 32 && readCount > 1
            }
            let withoutEnd = try Self.salvagedMeanwhile(archive.bytes, size: size, isGone: isGone)
            #expect(readCount > 1 && !withoutEnd.report.hasEnd && withoutEnd.report.proof == .unknown, "\(name)")
            #expect(withoutEnd.bytes == archive.plain, "\(name)")
        }
    }

    @Test func filesAndPipesGiveTheSame() throws {
        let archive = Self.archives[1].archive
        var bytes = archive.bytes
        bytes[archive.blocks[2].upperBound - 1] ^= 1
        try withTemporaryFolder { folder in
            let input = folder + "/in.graphz"
            try write(bytes, to: input)
            let expected = try salvaged(bytes)
            var calls = 0
            let found = try GraphContainer.salvage(from: .path(input)) { _ in calls += 1 }
            #expect(calls > 6)
            #expect(found.report == expected.report && found.bytes == expected.bytes)
            let handle = try FileHandle(forReadingFrom: URL(filePath: input))
            #expect(try GraphContainer.salvage(from: .fileDescriptor(handle.fileDescriptor)).report == expected.report)
            #expect(code { try GraphContainer.salvage(from: .path(folder + "/none")) } == .fileFailure)
            // A raw archive is given back as it is.
            let raw = try GoldenContainerTests.bytes("sample.graph")
            try write(raw, to: input)
            let same = try GraphContainer.salvage(from: .path(input))
            #expect(same.bytes == raw && same.report.kind == .raw && same.report.proof == .unknown)
        }
    }
}
