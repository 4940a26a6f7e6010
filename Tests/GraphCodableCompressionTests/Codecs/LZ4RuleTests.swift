import CLZ4
import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// The rules for LZ4 blocks hold for all that the library writes, and what breaks them is refused.
struct LZ4RuleTests {
    /// What breaks a rule of the block format; `nil` when nothing does. Written from the specification alone.
    private static func problem(_ block: [UInt8]) -> String? {
        var position = 0
        var plain = 0
        var lastMatch: Int?
        func length(_ bits: UInt8) -> Int {
            var length = Int(bits)
            guard bits == 15 else { return length }
            repeat {
                length += Int(block[position])
                position += 1
            } while block[position - 1] == 255
            return length
        }
        while true {
            let token = block[position]
            position += 1
            let literals = length(token >> 4)
            position += literals
            plain += literals
            if position == block.count {
                if let lastMatch, literals < 5 || lastMatch + 12 > plain { return "the end of the block" }
                return nil
            }
            let offset = Int(block[position]) | Int(block[position + 1]) << 8
            position += 2
            guard offset > 0, offset <= plain else { return "an offset of \(offset) after \(plain)" }
            lastMatch = plain
            plain += length(token & 15) + 4
        }
    }

    private static func compress(_ plain: [UInt8], level: Int?) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: Int(LZ4_compressBound(Int32(plain.count))))
        let size = plain.withUnsafeBytes { source in
            block.withUnsafeMutableBytes { target in
                let (from, to) = (
                    source.bindMemory(to: CChar.self).baseAddress, target.bindMemory(to: CChar.self).baseAddress
                )
                return if let level {
                    LZ4_compress_HC(from, to, Int32(source.count), Int32(target.count), Int32(level))
                } else {
                    LZ4_compress_default(from, to, Int32(source.count), Int32(target.count))
                }
            }
        }
        return Array(block.prefix(Int(size)))
    }

    @Test func theLibraryKeepsTheRules() throws {
        var generator = SplitMix64(seed: 7)
        var tried = 0
        for size in Array(0...64)
            + (0..<Torture.count(60, torture: 2_000)).map({ _ in Int.random(in: 65...70_000, using: &generator) })
        {
            // Random bytes of a small alphabet, in runs, so that there are matches of all kinds and up to the end.
            let alphabet = UInt8.random(in: 1...8, using: &generator)
            var plain: [UInt8] = []
            while plain.count < size {
                let run = Int.random(in: 1...Int.random(in: 1...300, using: &generator), using: &generator)
                if Bool.random(using: &generator), !plain.isEmpty {
                    let start = Int.random(in: 0..<plain.count, using: &generator)
                    plain += plain[start...].prefix(run)
                } else {
                    plain += (0..<run).map { _ in UInt8.random(in: 0..<alphabet, using: &generator) }
                }
            }
            plain.removeLast(plain.count - size)
            for level in [nil, 3, 9, 12] {
                let block = Self.compress(plain, level: level)
                let problem = Self.problem(block)
                #expect(problem == nil, "\(size) bytes, level \(level ?? 0)")
                tried += 1
            }
        }
        Figure.print("blocks of the LZ4 library that keep the rules", tried)
    }

    /// One literal, a match, and literals: every way in which a small block may end.
    @Test func howABlockEndsIsChecked() throws {
        var refused = 0
        for match in 4...24 {
            for literals in 0...24 {
                let count = 1 + match + literals
                func token(_ literals: Int, _ match: Int) -> [UInt8] {
                    [UInt8(min(literals, 15) << 4 | min(match, 15))] + (literals < 15 ? [] : [UInt8(literals - 15)])
                }
                let block =
                    token(1, match - 4) + [7, 1, 0] + (match < 19 ? [] : [UInt8(match - 19)])
                    + token(literals, 0) + Array(repeating: 7, count: literals)
                var forgery = try Forgery(try compressed([UInt8](repeating: 7, count: 200), .lz4))
                forgery.setPayload(0, block)
                forgery.sections[0].header.plainSize = UInt32(count)
                forgery.renumber(plain: Array(repeating: 7, count: count))
                // A block must not be larger than what it makes.
                guard block.count < count else { continue }
                forgery.header.replaceSubrange(16..<24, with: Forgery.bytes(.max))
                let isSound = Self.problem(block) == nil
                #expect((code { try decompressed(forgery.bytes) } == nil) == isSound, "\(match) and \(literals)")
                refused += isSound ? 0 : 1
            }
        }
        #expect(refused > 50)
    }

    @Test func anOffsetOfZeroIsRefused() throws {
        // 64 KiB of zeros are a literal, a long match at an offset of 1, and five literals.
        let plain = [UInt8](repeating: 0, count: 1 << 16)
        var archive = try Forgery(try compressed(plain, .lz4))
        let place = try #require(archive.sections.firstIndex { $0.header.type == SectionType.data })
        var block = archive.sections[place].payload
        #expect(Array(block.prefix(4)) == [0x1F, 0, 1, 0])
        block[2] = 0
        archive.setPayload(place, block)
        let bytes = archive.bytes
        let error = #expect(throws: GraphContainerError.self) {
            try bytes.withUnsafeBytes { try GraphContainer.decompress($0) }
        }
        #expect(error?.code == .malformed)
        let cause = error?.underlyingError as? GraphContainerError
        #expect(cause?.message == "A block is not valid LZ4: it has a match with an offset of 0.")
        #expect(error?.byteOffset == 64)
    }
}
