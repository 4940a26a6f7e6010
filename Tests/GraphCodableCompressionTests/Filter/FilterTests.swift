import Foundation
import GraphCodable
@_spi(Fuzzing) @testable import GraphCodableCompression
import TestSupport
import Testing

/// What the filter takes apart comes together again, byte for byte, whatever it was; and nothing else does harm.
struct FilterTests {
    /// A node with a field of every kind that streams are made of.
    final class Node: GCodable {
        var number: Int
        let name: String
        let kind: String
        let weight: Double
        let price: Double
        let samples: [Float]
        let places: [Int32]
        let parts: [String: Int]
        let data: Data
        let flags: [Bool?]
        weak var other: Node?
        var next: Node?

        private enum Key: String {
            case number, name, kind, weight, price, samples, places, parts, data, flags, other, next
        }

        init(_ number: Int, _ generator: inout SplitMix64) {
            self.number = number << Int(generator.next() % 40)
            name = "node \(number)" + String(repeating: "é", count: Int(generator.next() % 30))
            kind = ["leaf", "branch", "a kind with a name of more than thirty-two bytes"][Int(generator.next() % 3)]
            weight = Double(bitPattern: generator.next() >> 2)
            price = Double(generator.next() % 10_000) / 100
            samples = (0..<Int(generator.next() % 20)).map { Float($0) / 3 }
            places = (0..<Int32(generator.next() % 9)).map { $0 << 20 }
            parts = generator.next() % 4 == 0 ? ["a": number, "bcd": -number] : [:]
            data = Data((0..<Int(generator.next() % 50)).map { UInt8(truncatingIfNeeded: $0 &* number) })
            flags = (0..<Int(generator.next() % 5)).map { $0 == 2 ? nil : $0 & 1 == 0 }
        }

        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            name = try decoder.decode(for: Key.name)
            kind = try decoder.decode(for: Key.kind)
            weight = try decoder.decode(for: Key.weight)
            price = try decoder.decode(for: Key.price)
            samples = try decoder.decode(for: Key.samples)
            places = try decoder.decode(for: Key.places)
            parts = try decoder.decode(for: Key.parts)
            data = try decoder.decode(for: Key.data)
            flags = try decoder.decode(for: Key.flags)
            next = try decoder.decode(for: Key.next)
            try decoder.deferDecode(for: Key.other) { self.other = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(name, for: Key.name)
            try encoder.encode(kind, for: Key.kind)
            try encoder.encode(weight, for: Key.weight)
            try encoder.encode(price, for: Key.price)
            try encoder.encode(samples, for: Key.samples)
            try encoder.encode(places, for: Key.places)
            try encoder.encode(parts, for: Key.parts)
            try encoder.encode(data, for: Key.data)
            try encoder.encode(flags, for: Key.flags)
            try encoder.encode(next, for: Key.next)
            try encoder.encodeConditional(other, for: Key.other)
        }
    }

    /// The raw archive of a list of nodes, some of which refer to one another.
    static func archive(count: Int, seed: UInt64) throws -> [UInt8] {
        var generator = SplitMix64(seed: seed)
        let nodes = (0..<count).map { Node($0, &generator) }
        for (index, node) in nodes.enumerated() where index % 3 == 0 {
            node.next = nodes[Int(generator.next() % UInt64(count))]
            node.other = nodes[Int(generator.next() % UInt64(count))]
        }
        return try withExtendedLifetime(nodes) { try GraphEncoder().encode(nodes) as [UInt8] }
    }

    static let options = GraphContainerWritingOptions(blockSizeLog2: 16, threadCount: 1, filter: .fields)

    /// Compresses with the filter, reads in every way, and gives the archive.
    @discardableResult
    static func roundTrip(_ plain: [UInt8], _ codec: GraphCodec, _ context: String) throws -> [UInt8] {
        let archive = try compressed(plain, codec, filter: .fields)
        #expect(try decompressed(archive) == plain, "\(context)")
        #expect(try streamed(archive, step: 5_000) == plain, "\(context)")
        let salvaged = try archive.withUnsafeBytes { try GraphContainer.salvage($0) }
        #expect(salvaged.bytes == plain, "\(context)")
        return archive
    }

    @Test(arguments: [GraphCodec.none, .lz4(level: 9)] + compressingCodecs)
    func graphsComeBack(codec: GraphCodec) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let plain = try Self.archive(count: 3_000, seed: seed)
        try #require(plain.count > 4 * smallBlock)
        let archive = try Self.roundTrip(plain, codec, "seed \(seed)")
        let without = try compressed(plain, codec)
        if codec != .none {
            // Much of it is random, for which LZ4 has no use in any order.
            #expect(archive.count < without.count + without.count / 50, "seed \(seed)")
            #expect(try Forgery(archive).sections.contains { $0.header.isFiltered })
        }
    }

    @Test func threadsAndPiecesDoNotChangeTheBytes() throws {
        let plain = try Self.archive(count: 3_000, seed: 7)
        let archive = try compressed(plain, .lz4, filter: .fields)
        for threads in [2, 5] {
            #expect(try compressed(plain, .lz4, threads: threads, filter: .fields) == archive)
        }
        var pieces: [UInt8] = []
        let writer = try ContainerWriter(codec: .lz4, options: Self.options, plainSize: UInt64(plain.count)) {
            pieces.append(contentsOf: $0)
        }
        for start in stride(from: 0, to: plain.count, by: 999) {
            try plain[start..<min(start + 999, plain.count)].withUnsafeBytes { try writer.append($0) }
        }
        try writer.finish()
        #expect(pieces == archive)
    }

    @Test func anyBytesComeBack() throws {
        var payloads = [Payload.text(3 * smallBlock + 5), Payload.random(2 * smallBlock + 1), [], [1]]
        payloads.append([UInt8](repeating: 0xD0, count: smallBlock + 100))
        payloads.append([UInt8](repeating: 0xCE, count: 1_000))
        for (number, payload) in payloads.enumerated() {
            for codec in compressingCodecs {
                try Self.roundTrip(payload, codec, "payload \(number)")
                // As the values of a raw archive.
                try Self.roundTrip(
                    [UInt8](repeating: 0, count: 12) + payload, codec, "payload \(number) behind a header")
            }
        }
    }

    /// Blocks begin and end inside values of every kind: at every place of a small archive, and in huge arrays.
    @Test func blocksMayBeginAnywhere() throws {
        let plain = try Self.archive(count: 12, seed: 3)
        for blockSize in Array(1...70) + [100, 1_000, 4_096] {
            let forms = plain.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: blockSize) }
            try Self.expectBlocks(of: forms, plain, blockSize)
        }
        let numbers = (0..<40_000).map { Double($0) * 0.1 }
        let more = (0..<9_999).map { Int16(truncatingIfNeeded: $0) }
        for plain in [try GraphEncoder().encode(numbers), try GraphEncoder().encode(more)] as [[UInt8]] {
            for blockSize in [1_000, 4_001, 65_536] {
                let forms = plain.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: blockSize) }
                #expect(forms.dropLast().allSatisfy { $0 != nil })
                try Self.expectBlocks(of: forms, plain, blockSize)
            }
        }
    }

    static func expectBlocks(
        of forms: [[UInt8]?], _ plain: [UInt8], _ blockSize: Int, _ context: String = ""
    ) throws {
        for (number, form) in forms.enumerated() {
            guard let form else { continue }
            let block = Array(plain[(number * blockSize)...].prefix(blockSize))
            #expect(
                FilterFuzzing.blocks(of: [(form, block.count)]) == [block], "block \(number) of \(blockSize) \(context)"
            )
        }
    }

    @Test func randomValuesComeBack() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        for number in 0..<300 {
            // Mostly tags, in an order that no encoder would write.
            let size = Int(generator.next() % 3_000)
            var plain = [UInt8](repeating: 0, count: 12)
            while plain.count < size {
                plain.append(UInt8(truncatingIfNeeded: generator.next() % 0xE9))
                if generator.next() % 3 == 0 { plain.append(UInt8(truncatingIfNeeded: generator.next() & 0x0F)) }
            }
            let forms = plain.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: 1 << 16) }
            try Self.expectBlocks(of: forms, plain, 1 << 16)
            if number % 10 == 0 { try Self.roundTrip(plain, .lz4, "seed \(seed), number \(number)") }
        }
    }

    @Test func decimalNumbersAreExact() throws {
        var numbers = (0..<4_000).map { Double($0 * 7) / 1_000 }
        for (place, number) in [-0.0, .nan, .infinity, 1e300, .leastNonzeroMagnitude, 0.1 + 0.2, 9_007_199_254_740_994]
            .enumerated()
        {
            numbers[place * 500 + 3] = number
        }
        let plain = try GraphEncoder().encode(numbers) as [UInt8]
        let archive = try Self.roundTrip(plain, .zlib, "decimal")
        #expect(archive.count * 5 < plain.count)
    }

    @Test func aRecordTableOfManyRecordsBecomesSmaller() throws {
        var generator = SplitMix64(seed: 11)
        let leaves = (0..<20_000).map { _ in Leaf(Int(generator.next() % 1_000)) }
        let plain = try GraphEncoder().encode(leaves) as [UInt8]
        let archive = try Self.roundTrip(plain, .lz4, "table")
        #expect(archive.count * 3 < plain.count)
    }

    final class Leaf: GCodable {
        let number: Int
        init(_ number: Int) { self.number = number }
        init(from decoder: GDecoder) throws { number = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
    }

    /// A list of equal objects: the filter alone makes it a thousand times smaller.
    private static let equalObjects = try? GraphEncoder().encode((0..<200_000).map { _ in Leaf(1) }) as [UInt8]

    /// What the filter makes of a graph must not be so small that a reader takes it for an attack.
    @Test(arguments: compressingCodecs) func strictReadersAcceptWhatTheFilterMakes(codec: GraphCodec) throws {
        let plain = try #require(Self.equalObjects)
        try #require(plain.count > 1 << 20)
        for threads in [1, 2] {
            let archive = try plain.withUnsafeBytes {
                try GraphContainer.compress(
                    $0, codec: codec, options: GraphContainerWritingOptions(threadCount: threads))
            }
            let options = GraphContainerReadingOptions(policy: .strict, threadCount: threads)
            #expect(try decompressed(archive, options: options) == plain)
            #expect(try streamed(archive, options: options) == plain)
        }
        // Readers accept any expansion up to a mebibyte.
        let small = try plain[..<900_000].withUnsafeBytes { try GraphContainer.compress($0, codec: codec) }
        #expect(small.count * 100 < 900_000)
        let options = GraphContainerReadingOptions(policy: .strict)
        #expect(try decompressed(small, options: options) == Array(plain[..<900_000]))
    }

    @Test func anEncoderKeepsToTheExpansionOfItsPolicy() throws {
        let numbers = (0..<200_000).map { Double($0) }
        for policy in [GraphDecodingPolicy.strict, GraphDecodingPolicy(maximumExpansion: 3)] {
            let archive = try GraphEncoder(policy: policy).encode(numbers, codec: .zlib) as [UInt8]
            let options = GraphContainerReadingOptions(policy: policy)
            let decoder = GraphDecoder(policy: policy)
            #expect(try decoder.decode([Double].self, fromArchive: archive, options: options) == numbers)
        }
    }

    @Test func aDamagedBlockDoesNotTakeOthersWithIt() throws {
        let plain = try Self.archive(count: 3_000, seed: 5)
        var archive = try compressed(plain, .zlib, filter: .fields)
        let sections = try Forgery(archive).sections
        archive[32 + 32 + sections[0].payload.count + 32 + 100] ^= 1
        let salvaged = try archive.withUnsafeBytes { try GraphContainer.salvage($0) }
        #expect(salvaged.report.lostRanges.map(\.blocks) == [1..<2])
        #expect(Array(salvaged.bytes.prefix(smallBlock)) == Array(plain.prefix(smallBlock)))
        #expect(Array(salvaged.bytes.dropFirst(2 * smallBlock)) == Array(plain.dropFirst(2 * smallBlock)))
    }

    @Test func anyBlockIsReadWithoutTheOthers() throws {
        let plain = try Self.archive(count: 3_000, seed: 6)
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(compressed(plain, .lz4, filter: .fields)).write(to: URL(filePath: path))
        let file = try GraphContainerFile(path)
        let range = 2 * smallBlock - 5..<3 * smallBlock + 5
        #expect(try file.readPlain(UInt64(range.lowerBound)..<UInt64(range.upperBound)) == Array(plain[range]))
    }

    // MARK: Bad input

    @Test func everyTruncationOfAFormIsRefused() throws {
        let plain = try Self.archive(count: 20, seed: 9)
        let forms = plain.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: 1 << 16) }
        let form = try #require(forms[0])
        for count in 0..<form.count {
            #expect(FilterFuzzing.blocks(of: [(Array(form[..<count]), plain.count)]) == [nil], "\(count) bytes")
        }
        #expect(FilterFuzzing.blocks(of: [(form + [0], plain.count)]) == [nil])
    }

    @Test(arguments: compressingCodecs) func everyFlippedBitIsNoticed(codec: GraphCodec) throws {
        var archive = try compressed(
            GraphEncoder().encode((0..<70).map { Leaf($0 * 11) }) as [UInt8], codec, filter: .fields)
        try #require(try Forgery(archive).sections[0].header.isFiltered)
        for bit in 0..<archive.count * 8 {
            archive[bit / 8] ^= 1 << UInt8(bit % 8)
            if !DamageTests.isRefused(archive) {
                Issue.record("bit \(bit % 8) of byte \(bit / 8) was changed and nobody noticed")
            }
            archive[bit / 8] ^= 1 << UInt8(bit % 8)
        }
    }
}
