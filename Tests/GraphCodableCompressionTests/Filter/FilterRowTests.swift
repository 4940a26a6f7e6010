import Foundation
import GraphCodable
@_spi(Fuzzing) @testable import GraphCodableCompression
import TestSupport
import Testing

/// Arrays of trivial types: their rows are taken apart where that pays, and come together again.
struct FilterRowTests {
    struct Point: GTrivialCodable, Hashable { var x, y: Float }
    struct Sample: GTrivialCodable, Hashable { var time: Double, count: Int32, level: Int16, (a, b): (UInt8, UInt8) }

    final class Outline: GCodable {
        let place: Point
        let points: [Point]
        let samples: [[Sample]]

        private enum Key: String { case place, points, samples }

        init(_ number: Int) {
            place = Point(x: Float(number), y: Float(number) / 3)
            points = (0..<number % 7).map { (place: Int) -> Point in
                Point(x: Float(number * place), y: Float(place) / 7)
            }
            samples = (0..<number % 3).map { FilterRowTests.samples($0 * number % 9) }
        }

        init(from decoder: GDecoder) throws {
            place = try decoder.decode(for: Key.place)
            points = try decoder.decode(for: Key.points)
            samples = try decoder.decode(for: Key.samples)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(place, for: Key.place)
            try encoder.encode(points, for: Key.points)
            try encoder.encode(samples, for: Key.samples)
        }
    }

    private static func samples(_ count: Int) -> [Sample] {
        // Something must be noise: blocks that become a hundred times smaller are not filtered.
        var random = SplitMix64(seed: UInt64(count))
        return (0..<count).map { (number: Int) -> Sample in
            return Sample(
                time: Double(number * 40) / 1_000, count: Int32(number * number), level: Int16(random.next() & 0x3FF),
                a: UInt8(number & 255), b: 7)
        }
    }

    private static func forms(of plain: [UInt8], blockSize: Int) -> [FilterForm?] {
        plain.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: blockSize) }.map { $0.map { FilterForm($0) } }
    }

    private static func hasRows(_ form: FilterForm?) -> Bool {
        form?.firstKind == 11 || form?.streams.contains { $0.kind == 0 && $0.body.contains(0xF3) } == true
    }

    // MARK: Where it pays

    @Test(arguments: compressingCodecs) func numbersOfOneKindStandTogetherInEveryBlock(codec: GraphCodec) throws {
        let samples = Self.samples(30_000)
        let plain: [UInt8] = try GraphEncoder().encode(samples)
        let forms = Self.forms(of: plain, blockSize: smallBlock)
        #expect(forms.count > 7 && forms.allSatisfy(Self.hasRows))
        #expect(forms.dropFirst().dropLast().allSatisfy { $0?.firstKind == 11 && $0?.streams.count == 5 })
        let archive = try FilterTests.roundTrip(plain, codec, "samples")
        #expect(archive.count * 2 < (try compressed(plain, codec)).count)
        #expect(try GraphDecoder().decode([Sample].self, from: decompressed(archive)) == samples)
    }

    @Test func smallArraysAndSingleValuesOfManyObjectsShareStreams() throws {
        let outlines = (0..<2_000).map { Outline($0) }
        let plain: [UInt8] = try GraphEncoder().encode(outlines)
        let archive = try FilterTests.roundTrip(plain, .lz4, "outlines")
        let copy = try GraphDecoder().decode([Outline].self, from: decompressed(archive))
        #expect(copy.map(\.place) == outlines.map(\.place) && copy.map(\.points) == outlines.map(\.points))
        #expect(copy.map(\.samples) == outlines.map(\.samples))
        try withTemporaryFolder { folder in
            let path = folder + "/outlines"
            try write(archive, to: path)
            let file = try GraphContainerFile(path)
            // Every byte has its share, also those of columns.
            let block = try file.block(0)
            let shares = try #require(try CompressedOffsets(file))
            // Nearly to the end, where the shares have been added up.
            let all = try shares.byteCount(before: block.plainByteCount - 1)
            #expect(block.isFiltered && abs(all - Double(block.storedByteCount)) < 8)
        }
    }

    // MARK: Where it does not

    /// The corners of triangles, each of which six triangles have: whole rows are found again.
    private static func corners() -> [Point] {
        var random = SplitMix64(seed: 5)
        let points = (0..<2_000).map { _ in
            Point(x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
        }
        let places = [0, 1, 29, 1, 30, 29]
        return (0..<11_820).map { (number: Int) -> Point in points[number / 6 + places[number % 6]] }
    }

    @Test func rowsThatComeAgainStayTogether() throws {
        let corners = Self.corners()
        let one: [UInt8] = try GraphEncoder().encode(corners)
        let many: [UInt8] = try GraphEncoder().encode(
            stride(from: 0, to: corners.count, by: 12).map { Array(corners[$0..<min($0 + 12, corners.count)]) })
        for plain in [one, many] {
            let form = Self.forms(of: plain, blockSize: 1 << 20)[0]
            // Of small arrays a few are taken apart until that is noticed.
            let rows = form?.streams.filter { $0.kind == 5 }.reduce(0) { $0 + $1.count } ?? 0
            #expect(rows < 1_000)
            let archive = try FilterTests.roundTrip(plain, .zlib, "corners")
            #expect(Double(archive.count) < 1.05 * Double(try compressed(plain, .zlib).count))
        }
    }

    @Test func noiseStaysAsItIs() throws {
        var random = SplitMix64(seed: 6)
        let noise = (0..<4_000).map { _ in
            Point(x: Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random)), y: Float(bitPattern: 1))
        }
        // One of the numbers is always the same, so this pays; but all noise does not.
        let mixed: [UInt8] = try GraphEncoder().encode(noise)
        #expect(Self.hasRows(Self.forms(of: mixed, blockSize: 1 << 20)[0]))
        let bytes: [UInt8] = try GraphEncoder().encode(
            noise.map { (point: Point) -> Point in
                Point(x: point.x, y: Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random)))
            })
        #expect(!Self.hasRows(Self.forms(of: bytes, blockSize: 1 << 20)[0]))
    }

    // MARK: Anything

    /// Values of random layouts, in an order that no encoder would write, and binary values that are only similar.
    @Test func rowsOfEveryLayoutComeBack() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        var found = 0
        for _ in 0..<Torture.count(20, torture: 400) {
            let plain = Self.values(using: &random)
            for blockSize in [37, 150, 700, 5_000, smallBlock] {
                let forms = plain.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: blockSize) }
                try FilterTests.expectBlocks(of: forms, plain, blockSize, "seed \(seed)")
                found += forms.count { $0.map { Self.hasRows(FilterForm($0)) } ?? false }
            }
        }
        #expect(found > 250, "seed \(seed)")
    }

    static func values(using random: inout SplitMix64) -> [UInt8] {
        func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        let layouts = (0..<3).map { _ in
            let count = 1 + below(below(4) == 0 ? 12 : 4)
            return (0..<count).map { (place: Int) -> UInt8 in
                let more = place < count - 1 ? 0x80 : 0
                return UInt8((1 + below(13)) | below(3) << 4 | more)
            }
        }
        let widths = [0, 1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 2, 4, 8]
        var plain = [UInt8](repeating: 0, count: 12)
        for _ in 0..<30 {
            let layout = layouts[below(3)]
            let size = layout.reduce(0) { (sum: Int, byte: UInt8) -> Int in
                sum + widths[Int(byte & 15)] * (Int(byte >> 4 & 7) + 1)
            }
            let isArray = below(4) > 0
            let count = isArray ? below(below(5) == 0 ? 300 : 12) : 1
            let style = below(3)
            var rows = (0..<size * count).map { (place: Int) -> UInt8 in
                if style == 0 { return UInt8(truncatingIfNeeded: random.next()) }
                return UInt8(place / size & 0xFF) &* UInt8(style)
            }
            // A part of a row too much.
            if below(10) == 0 { rows.append(1) }
            switch below(6) {
            case 0: plain.append(0x60 + UInt8(below(3)))
            case 1: plain += [0xCE, UInt8(below(3))]
            case 2: plain += [UInt8(below(64)), 0xC3, 5]
            default: break
            }
            let bytes: [UInt8] = (isArray ? [0] : []) + layout + rows
            plain.append(0xE7)
            plain += FilterForm.varint(bytes.count) + bytes
        }
        return plain + [UInt8](repeating: 0xC0, count: below(40))
    }
}
