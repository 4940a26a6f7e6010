@_spi(Fuzzing) @testable import GraphCodableCompression
import Testing

/// Blocks that the filter can only take apart in part.
struct FilterEdgeTests {
    /// Takes blocks apart and puts them together; returns how many of them are filtered.
    @discardableResult
    private func roundTrip(_ plain: [UInt8], blockSize: Int = 1 << 21) -> Int {
        let forms = plain.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: blockSize) }
        var items: [(form: [UInt8], plainSize: Int)] = []
        var blocks: [[UInt8]] = []
        for (number, form) in forms.enumerated() {
            guard let form else { continue }
            let block = Array(plain[(number * blockSize)...].prefix(blockSize))
            items.append((form, block.count))
            blocks.append(block)
        }
        #expect(FilterFuzzing.blocks(of: items) == blocks)
        return items.count
    }

    private let leaves = [UInt8](repeating: 1, count: 300)
    private let endless = [UInt8](repeating: 0x80, count: 40)

    @Test(arguments: [0xCD, 0xCE, 0xD0, 0xE1, 0xE2, 0xE4, 0xE7, 0xE8] as [UInt8])
    func aCountThatDoesNotEndIsStoredAsItIs(tag: UInt8) {
        #expect(roundTrip(leaves + [tag] + endless) == 1)
        // Across the end of a block, after which nothing is known.
        #expect(roundTrip(leaves + [tag] + endless + leaves, blockSize: 304) == 1)
    }

    @Test func aShapeThatIsTooLargeIsStoredAsItIs() {
        #expect(roundTrip(leaves + [0xE2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20] + endless) == 1)
    }

    /// A count is read from eight bytes of its stream at once, and byte by byte at the end. Where it is wrong, what follows is taken
    /// from another field.
    @Test func countsOfEverySizeAreRead() {
        let counts = [[3]] + (0..<8).map { [0x83] + [UInt8](repeating: 0x80, count: $0) + [0] }
        let sequences = counts.flatMap { count -> [UInt8] in [0xCE] + count + [1, 2, 3] }
        let largestShape: [UInt8] = [0xE2, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F]
        #expect(roundTrip(leaves + sequences + leaves + sequences) == 1)
        #expect(roundTrip(leaves + sequences + largestShape + sequences + leaves) == 1)
        // Each id is the next one, so that the reference after it is a new one again.
        let references = (0..<UInt64(10_000)).flatMap { number -> [UInt8] in
            let id = 2 * number + 1
            let count: [UInt8] = [UInt8(id & 0x7F) | 0x80, UInt8(id >> 7 & 0x7F) | 0x80, UInt8(id >> 14)]
            let (low, high) = (UInt8((id + 1) & 255), UInt8((id + 1) >> 8))
            let reference: [UInt8] = id + 1 < 0x2000 ? [0x80 | high, low] : [0xA0, low, high]
            return [0xE1] + count + reference
        }
        #expect(roundTrip(leaves + references + leaves) == 1)
    }

    /// References to 2^14 new objects, and the record table's two counts.
    private var table: (references: [UInt8], counts: [UInt8]) {
        var references: [UInt8] = []
        for id: UInt64 in 1...16_384 {
            let (low, high) = (UInt8(id & 255), UInt8(id >> 8))
            references += id < 0x2000 ? [0x80 | high, low] : [0xA0, low, high]
        }
        return (references, [0x81, 0x80, 1, 0x81, 0x80, 1])
    }

    @Test func whatStandsBeforeARecordTableMayBeNoValue() {
        let (references, counts) = table
        let sizes = [UInt8](repeating: 3, count: 1_000)
        #expect(roundTrip(leaves + references + counts + sizes) == 1)
        // A reference in a longer form than needed, and a number in a record table.
        #expect(roundTrip(leaves + references + [0xA0, 5, 0] + counts + sizes) == 1)
        #expect(roundTrip(leaves + references + counts + sizes + [0x80, 0] + sizes) == 1)
    }

    @Test func numbersMayBeDecimalOnlyInTheSample() {
        var bytes: [UInt8] = []
        for number in 0..<6_400 {
            let value: Double = number % 100 == 0 ? Double(number) : 1 / Double(number)
            bytes += Forgery.bytes(value.bitPattern)
        }
        #expect(roundTrip(leaves + [0xDD, 0x80, 0x32] + bytes + leaves) == 1)
    }

    /// The memory that an earlier block left in the same decoder makes no block pass its limit, and none fail.
    @Test func whetherABlockExceedsItsLimitDoesNotDependOnOthers() throws {
        func form(_ count: Int) throws -> (bytes: [UInt8], plainSize: Int) {
            let plain = leaves + (0..<UInt64(count)).flatMap { [0x43] + Forgery.bytes($0).prefix(3) } + leaves
            let forms = plain.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: 1 << 21) }
            return (try #require(forms[0]), plain.count)
        }
        let (large, small) = (try form(40_000), try form(1_000))
        func isAllowed(_ limit: Int, after others: [(bytes: [UInt8], plainSize: Int)]) -> Bool {
            var joiner = FieldJoiner()
            func join(_ form: (bytes: [UInt8], plainSize: Int), _ limit: Int) -> Bool {
                var block = [UInt8](repeating: 0, count: form.plainSize)
                return block.withUnsafeMutableBytes { block in
                    form.bytes.withUnsafeBytes { (try? joiner.join($0, into: block, memoryLimit: limit)) != nil }
                }
            }
            for other in others { #expect(join(other, .max)) }
            return join(small, limit)
        }
        let limits = stride(from: 0, to: 60_000, by: 1_000)
        let expected = limits.map { isAllowed($0, after: []) }
        #expect(expected.contains(true) && expected.contains(false))
        #expect(limits.map { isAllowed($0, after: [large]) } == expected)
        #expect(limits.map { isAllowed($0, after: [small, large, small]) } == expected)
    }

    /// A field of very many strings leaves no memory behind for the blocks that follow.
    @Test func afterManyStringsOtherBlocksAreMadeAsEver() throws {
        var strings: [UInt8] = []
        for number: UInt64 in 0..<300_000 {
            strings.append(0x43)
            strings += Forgery.bytes(number).prefix(3)
        }
        let blocks = [strings, Array(strings.prefix(4_000)), strings]
        let items = try blocks.map { block in
            let plain = leaves + block + leaves
            let forms = plain.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: 1 << 21) }
            return (form: try #require(forms[0]), plainSize: plain.count)
        }
        #expect(FilterFuzzing.blocks(of: items) == blocks.map { leaves + $0 + leaves })
    }
}
