import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Whatever sections are lost, each sound block stands where it belongs, or the report says that its number is uncertain.
struct BlockNumberTests {
    /// An archive with known parts, of which some are lost.
    struct Sample {
        let plain: [UInt8]
        let bytes: [UInt8]
        /// The file header, and the sections.
        var parts: [Range<Int>] = [0..<32]
        let sections: [SectionHeader]
        let hasSize: Bool

        /// - Parameter privatePlaces: The blocks before which there are private sections.
        init(_ plain: [UInt8], metadata: Bool, privatePlaces: [Int], index: Bool, size: Bool, _ codec: GraphCodec)
            throws
        {
            var forged = try Forgery(try compressed(plain, codec, metadata: metadata ? ["a": "b"] : [:]))
            let first = metadata ? 1 : 0
            for place in privatePlaces.reversed() {
                forged.sections.insert(Forgery.section(type: 0xC5, Payload.random(20)), at: first + place)
            }
            if !index { forged.sections.removeAll { $0.header.type == SectionType.index } }
            if !size { forged.header.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8)) }
            forged.renumber()
            (self.plain, bytes, hasSize) = (plain, forged.bytes, size)
            sections = forged.sections.map(\.header)
            for section in sections {
                let start = parts[parts.count - 1].upperBound
                parts.append(start..<start + 32 + Int(section.storedSize))
            }
        }

        static func all() throws -> [Sample] {
            let texts = (0..<2_500).map { "A text with a number that takes some room, the following one: \($0)" }
            let plain: [UInt8] = try GraphEncoder().encode(texts)
            try #require(plain.count / smallBlock == 2 && plain.count % smallBlock > 0)
            var samples: [Sample] = []
            for (metadata, index) in [(false, false), (false, true), (true, false), (true, true)] {
                for (places, size) in [
                    ([], false), ([], true), ([0], false), ([1], true), ([1, 2], true), ([2], false),
                ] {
                    let codec = samples.count % 2 == 0 ? GraphCodec.zlib : .none
                    samples.append(
                        try Sample(
                            plain, metadata: metadata, privatePlaces: places, index: index, size: size, codec))
                }
            }
            return samples
        }

        var blockOrdinals: [Int] { sections.indices.filter { sections[$0].type == SectionType.data } }

        /// Returns the numbers that a block can have, by trying which of the lost sections were blocks.
        ///
        /// - Parameter lost: The lost parts, 0 for the file header.
        func possibleNumbers(ofOrdinal ordinal: Int, without lost: [Int], usingIndex: Bool) -> Set<Int> {
            let clues = Clues(self, lost, usingIndex: usingIndex)
            let unknown = (0..<clues.end).filter { !clues.isFound[$0] }
            var numbers: Set<Int> = []
            for choice in 0..<1 << unknown.count {
                let chosen = unknown.indices.filter { choice >> $0 & 1 == 1 }.map { unknown[$0] }
                let found = blockOrdinals.filter { $0 < clues.end && clues.isFound[$0] }
                let blocks = (found + chosen).sorted()
                if clues.allow(blocks, self), let number = blocks.firstIndex(of: ordinal) { numbers.insert(number) }
            }
            return numbers
        }
    }

    /// What is known of the blocks of an archive without some parts.
    struct Clues {
        let isFound: [Bool]
        /// The number of blocks.
        let count: Int?
        let isSizeKnown: Bool
        /// Whether the ordinal is known that follows all blocks.
        let isEndKnown: Bool
        let usesIndex: Bool
        /// The ordinal behind all sections that are looked at.
        let end: Int

        init(_ sample: Sample, _ lost: [Int], usingIndex: Bool) {
            let isFound = sample.sections.indices.map { !lost.contains($0 + 1) }
            let types = sample.sections.indices.filter { isFound[$0] }.map { sample.sections[$0].type }
            let (hasIndex, hasEnd) = (types.contains(SectionType.index), types.contains(SectionType.end))
            self.isFound = isFound
            isEndKnown = hasIndex || hasEnd
            isSizeKnown = hasEnd || sample.hasSize && !lost.contains(0)
            count = isSizeKnown || hasIndex ? sample.blockOrdinals.count : nil
            // Without END, it is unknown whether the blocks are still where INDEX says.
            usesIndex = usingIndex && hasIndex && hasEnd
            let last = sample.blockOrdinals.last { isFound[$0] } ?? -1
            end =
                isEndKnown
                ? sample.sections.firstIndex { $0.type == SectionType.index || $0.type == SectionType.end }! : last + 1
        }

        /// Returns whether these may be the ordinals of all blocks.
        func allow(_ blocks: [Int], _ sample: Sample) -> Bool {
            if let count, isEndKnown ? blocks.count != count : blocks.count > count { return false }
            for (number, ordinal) in blocks.enumerated() where isFound[ordinal] {
                let isFull = Int(sample.sections[ordinal].plainSize) == smallBlock
                let isLast = count == number + 1
                if usesIndex, sample.blockOrdinals[number] != ordinal { return false }
                if count != nil, isFull ? isLast && isSizeKnown : !isLast { return false }
            }
            return true
        }
    }

    private func check(_ sample: Sample, without lost: [Int], removing: Bool) throws {
        var bytes = sample.bytes
        for part in lost.reversed() {
            let zeros = removing ? [] : [UInt8](repeating: 0, count: sample.parts[part].count)
            bytes.replaceSubrange(sample.parts[part], with: zeros)
        }
        let ordinals = sample.blockOrdinals
        let comment: Comment = "sections \(sample.sections.map(\.type)), lost \(lost), removed \(removing)"
        guard ordinals.contains(where: { !lost.contains($0 + 1) }) else { return }
        let result = try salvaged(bytes)
        let uncertain = result.report.lostRanges.filter { $0.reason == .uncertain }.reduce(0) { $0 + $1.blocks.count }
        var displaced = 0
        for (number, ordinal) in ordinals.enumerated() {
            let range = number * smallBlock..<min((number + 1) * smallBlock, sample.plain.count)
            let isPlaced = number < result.report.blockCount && !result.report.lostBlocks.contains(number)
            // A debug build compares data at once, and slices byte by byte.
            if isPlaced, Data(result.bytes[range]) != Data(sample.plain[range]) {
                Issue.record("wrong bytes: \(comment)")
            }
            if lost.contains(ordinal + 1) {
                #expect(!isPlaced, comment)
            } else if !isPlaced {
                displaced += 1
                let numbers = sample.possibleNumbers(ofOrdinal: ordinal, without: lost, usingIndex: !removing)
                #expect(numbers.count > 1, "block \(number), \(comment)")
            }
        }
        #expect(displaced == uncertain, comment)
        #expect(result.report.recoveredBlockCount == ordinals.count { !lost.contains($0 + 1) } - displaced, comment)
    }

    @Test func noSoundBlockIsMisplaced() throws {
        var count = 0
        for (place, sample) in try Sample.all().enumerated() {
            let parts = sample.parts.indices
            for first in parts {
                for second in parts where second >= first {
                    for third in parts where third >= second {
                        let lost = Set([first, second, third]).sorted()
                        count += 1
                        guard Torture.isOn || lost.count < 2 || (count + place) % 13 == 0 else { continue }
                        try check(sample, without: lost, removing: count % 3 == 0)
                    }
                }
            }
        }
    }
}
