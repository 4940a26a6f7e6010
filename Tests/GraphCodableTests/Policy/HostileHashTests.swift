import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Elements and keys that are expensive to hash, or that have equal hashes.
struct HostileHashTests {
    typealias Make = ArchiveAssembler
    typealias Nest = HostileCostTests.Nest

    // MARK: Texts

    struct Name: GCodable, Hashable {
        var text: String
        init(from decoder: any GDecoder) throws { text = try decoder.decode() }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(text) }
    }

    /// Swift hashes and compares a text with many combining marks in a row in quadratic time.
    @Test(arguments: [25_000, 60_000]) func aTextOfMarksCostsItsHashingWhereverItStands(count: Int) {
        let text = Make.text("e" + String(repeating: "\u{301}\u{323}", count: count))
        let archive = Make(Make.sequence([text]))
        #expect(strictDecodingError(Set<String>.self, archive) == .limitExceeded)
        #expect(strictDecodingError([String: Int].self, Make(Make.map([(text, [1])]))) == .limitExceeded)
        #expect(strictDecodingError([String?].self, archive) == .limitExceeded)
        let names = Make(Make.sequence([[0x60] + text]), types: [Make.valueType(Name.self)], shapes: [[7, 0, 0]])
        #expect(strictDecodingError(Set<Name>.self, names) == .limitExceeded)
    }

    @Test func aSharedTextOfMarksCostsItsComparisonEachTime() {
        var archive = Make(Make.sequence(Array(repeating: Make.reference(1), count: 200)))
        archive.records.append(Make.Record(bytes: Make.text("e" + String(repeating: "\u{301}\u{323}", count: 2_000))))
        #expect(strictDecodingError([String].self, archive) == .limitExceeded)
    }

    @Test func marksInBinaryTextsCostTheirHashing() throws {
        let binary = try ["a" + String(repeating: "\u{307}\u{323}", count: 55_000)].binaryIOBytes()
        #expect(throws: GraphCodableError.self) { try Set<String>(binaryIOBytes: binary) }
        #expect(throws: GraphCodableError.self) { try Set<Substring>(binaryIOBytes: binary) }
        #expect(throws: GraphCodableError.self) { try ContiguousArray<ClosedRange<String>>(binaryIOBytes: binary) }
    }

    @Test func textsWithSomeMarksComeBack() {
        let ordinary = String(repeating: "e\u{301}\u{323} देवनागरी ", count: 5_000)
        #expect(strictDecodingError([String].self, Make(Make.sequence([Make.text(ordinary)]))) == nil)
        let few = String(repeating: "a\u{307}\u{323}", count: 1_000)
        #expect(strictDecodingError(Set<String>.self, Make(Make.sequence([Make.text(few)]))) == nil)
    }

    @Test func aSharedTextIsChargedEachTimeItIsHashed() {
        func archive(_ text: String, _ collection: Bytes) -> Make {
            var archive = Make(Make.sequence(Array(repeating: collection, count: 250)))
            archive.records.append(Make.Record(bytes: Make.text(text)))
            return archive
        }
        let (set, dictionary) = (Make.sequence([Make.reference(1)]), Make.map([(Make.reference(1), [1])]))
        for (text, code) in [
            ("short", nil), (String(repeating: "b", count: 100_000), GraphCodableError.Code.limitExceeded),
        ] {
            let policy = GraphDecodingPolicy(maximumCostPerByte: 1)
            #expect(decodingError([Set<String>].self, archive(text, set).bytes, policy: policy) == code)
            #expect(decodingError([[String: Int]].self, archive(text, dictionary).bytes, policy: policy) == code)
        }
    }

    // MARK: Equal hashes

    static func halves(_ count: Int) -> Bytes {
        Make.packed(11, count: UInt64(count), (0..<count).flatMap { _ in [0x00, 0x7E] as Bytes })
    }

    @Test func manyElementsThatAreNeverEqualAreRefused() {
        #expect(strictDecodingError(Set<Float16>.self, Make(Self.halves(100_000))) == .limitExceeded)
        let nan: Bytes = [0xCB] + Make.fixed(Float.nan.bitPattern)
        #expect(
            strictDecodingError(Set<Float>.self, Make(Make.sequence(Array(repeating: nan, count: 50_000))))
                == .limitExceeded)
        let pairs = Array(repeating: (nan, [1] as Bytes), count: 50_000)
        #expect(strictDecodingError([Float: Int].self, Make(Make.map(pairs))) == .limitExceeded)
        let points = Make(
            Make.sequence(Array(repeating: [0x60] + nan + nan, count: 50_000)), keys: ["x", "y"],
            types: [Make.valueType(CGPoint.self)], shapes: [[11, 0, 1, 2]])
        #expect(strictDecodingError(Set<CGPoint>.self, points) == .limitExceeded)
    }

    @Test func someElementsThatAreNeverEqualComeBack() throws {
        var floats: Set<Float> = [1, .infinity]
        for _ in 0..<1_000 { floats.insert(.nan) }
        let archive = try GraphEncoder(policy: .strict).encode(floats) as Bytes
        #expect(try GraphDecoder(policy: .strict).decode(Set<Float>.self, from: archive).count == 1_002)
        var dictionary: [Double: Int] = [:]
        for number in 0..<100 { dictionary[.nan] = number }
        #expect(
            try GraphDecoder().decode([Double: Int].self, from: GraphEncoder().encode(dictionary) as Bytes).count == 100
        )
    }

    @Test func manyElementsWithWeakHashesAreRefused() {
        let data = (0..<10_000).map { number in
            Make.packed(2, count: 84, Bytes(repeating: 7, count: 80) + Make.fixed(UInt32(number)))
        }
        #expect(strictDecodingError(Set<Data>.self, Make(Make.sequence(data))) == .limitExceeded)
        #expect(strictDecodingError([Data: Int].self, Make(Make.map(data.map { ($0, [1]) }))) == .limitExceeded)
        // The same number of members and of ranges, the same first and last member.
        let indexSets = (0..<10_000).map { number in
            Make.sequence([0, 1, 10 + number, 11 + number, 100_000, 100_001].map { Make.integer($0) })
        }
        #expect(strictDecodingError(Set<IndexSet>.self, Make(Make.sequence(indexSets))) == .limitExceeded)
        let decimals = (0..<10_000).map { number in
            [0x60] + Make.integer(UInt128(1) << 100 + UInt128(number)) + [0, 0xC1]
        }
        let keys = ["mantissa", "exponent", "isNegative"]
        let archive = Make(
            Make.sequence(decimals), keys: keys, types: [Make.valueType(Decimal.self)], shapes: [[15, 0, 1, 2, 3]])
        #expect(strictDecodingError(Set<Decimal>.self, archive) == .limitExceeded)
    }

    @Test func manyElementsWithGoodHashesComeBack() throws {
        let points = Set((0..<20_000).map { CGPoint(x: Double($0), y: 0.5) })
        let archive = try GraphEncoder(policy: .strict).encode(points) as Bytes
        #expect(try GraphDecoder(policy: .strict).decode(Set<CGPoint>.self, from: archive) == points)
        let data = Dictionary(uniqueKeysWithValues: (0..<20_000).map { (Data("\($0)".utf8), $0) })
        let other = try GraphEncoder(policy: .strict).encode(data) as Bytes
        #expect(try GraphDecoder(policy: .strict).decode([Data: Int].self, from: other) == data)
    }

    @Test func anEncoderRefusesEqualHashesAsADecoderDoes() throws {
        var floats: Set<Float16> = []
        for _ in 0..<3_000 { floats.insert(.nan) }
        floats.reserveCapacity(4_000)
        var costs: [GraphCodableError.Code?] = []
        for count in [1_000, 3_000] {
            let some = Set(floats.prefix(count))
            let archive = try HostileCostTests.lenient.encode(some) as Bytes
            let expected = decodingError(Set<Float16>.self, archive, policy: .strict)
            costs.append(expected)
            #expect(((try? GraphEncoder(policy: .strict).encode(some) as Bytes) == nil) == (expected != nil))
        }
        #expect(costs == [nil, .limitExceeded])
    }

    /// Sets that read themselves from binary data.
    struct BinarySet: GBinaryCodable {
        let floats: Set<Float>
        init(from buffer: inout BinaryReadBuffer) throws { floats = try Set(from: &buffer) }
        func write(to buffer: inout BinaryWriteBuffer) throws { try floats.write(to: &buffer) }
        init(from decoder: GDecoder) throws { floats = [] }
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func binarySetsHaveTheSameLimits() throws {
        let nan = Make.fixed(Float.nan.bitPattern)
        let many = Make.varint(50_000) + Bytes(Array(repeating: nan, count: 50_000).joined())
        #expect(strictDecodingError(BinarySet.self, Make(Make.binary(many))) == .limitExceeded)
        #expect(throws: GraphCodableError.self) { try Set<Float>(binaryIOBytes: many) }
        let few = Make.varint(500) + Bytes(Array(repeating: nan, count: 500).joined())
        #expect(strictDecodingError(BinarySet.self, Make(Make.binary(few))) == nil)
    }

    /// Sets and dictionaries that are read from the fields of the value around them.
    struct InlineSet: GDecodable {
        let floats: Set<Float>
        init(from decoder: GDecoder) throws { floats = try Set(from: decoder) }
    }

    struct InlineDictionary: GDecodable {
        let numbers: [Float: Int]
        init(from decoder: GDecoder) throws { numbers = try Dictionary(from: decoder) }
    }

    @Test func collectionsAmongOtherFieldsHaveTheSameLimits() {
        func archive(_ type: Any.Type, _ slots: Bytes, count: Int) -> Make {
            Make(
                [0x60] + slots, types: [Make.valueType(type)],
                shapes: [Make.shape(of: 0, keys: Array(repeating: 0, count: count))])
        }
        let nan: Bytes = [0xCB] + Make.fixed(Float.nan.bitPattern)
        for (count, code) in [(500, nil), (5_000, GraphCodableError.Code.limitExceeded)] {
            let set = archive(InlineSet.self, Bytes(repeatElement(nan, count: count).joined()), count: count)
            #expect(strictDecodingError(InlineSet.self, set) == code)
            let pairs = Bytes(repeatElement(nan + [1], count: count).joined())
            #expect(
                strictDecodingError(InlineDictionary.self, archive(InlineDictionary.self, pairs, count: 2 * count))
                    == code)
        }
    }

    // MARK: Shared values

    indirect enum Tree: GCodable, Hashable {
        case leaf, node(Tree, Tree)
        init(from decoder: GDecoder) throws {
            self = decoder.unkeyedCount == 0 ? .leaf : .node(try decoder.decode(), try decoder.decode())
        }
        func encode(to encoder: GEncoder) throws {}
    }

    /// Values of which each refers to the next one twice.
    private func doubling(_ root: Bytes, levels: UInt32, isTree: Bool) -> Make {
        let type: Any.Type = isTree ? Tree.self : Nest.self
        var archive = Make(root, types: [Make.valueType(type)], shapes: [[isTree ? 11 : 7, 0, 0, 0], [3, 0]])
        if !isTree { archive.shapes = [[7, 0, 0], [3, 0]] }
        for level in 1...levels {
            let both = [Make.reference(level + 1), Make.reference(level + 1)]
            let record = isTree ? both.flatMap { $0 } : Make.sequence(both)
            archive.records.append(Make.Record(bytes: [0x60] + record))
        }
        archive.records.append(Make.Record(bytes: isTree ? [0x61] : [0x60] + Make.sequence([])))
        return archive
    }

    @Test func sharedValuesThatDoubleWithEachLevelAreNotHashed() {
        let one = Make.sequence([Make.reference(1)])
        #expect(strictDecodingError(Set<Nest>.self, doubling(one, levels: 40, isTree: false)) == .limitExceeded)
        #expect(strictDecodingError(Set<Tree>.self, doubling(one, levels: 40, isTree: true)) == .limitExceeded)
        let key = Make.map([(Make.reference(1), [1])])
        #expect(strictDecodingError([Nest: Int].self, doubling(key, levels: 40, isTree: false)) == .limitExceeded)
        // More than a number of 64 bits can count.
        #expect(strictDecodingError(Set<Tree>.self, doubling(one, levels: 100, isTree: true)) == .limitExceeded)
    }

    struct LateSet: GDecodable {
        init(from decoder: GDecoder) throws {
            _ = try decoder.decode() as Tree
            _ = try decoder.decode() as Set<Tree>
        }
    }

    @Test func aSetIsChargedAfterMoreThanCanBeCounted() {
        let both = Make.reference(1) + Make.sequence([Make.reference(76)])
        var archive = doubling([0x62] + both, levels: 100, isTree: true)
        archive.types.append(Make.valueType(LateSet.self))
        archive.shapes.append(Make.shape(of: 1, keys: [0, 0]))
        #expect(strictDecodingError(LateSet.self, archive) == .limitExceeded)
    }

    @Test func sharedValuesThatNothingHashesComeBack() {
        #expect(
            strictDecodingError([Nest].self, doubling(Make.sequence([Make.reference(1)]), levels: 40, isTree: false))
                == nil)
        #expect(
            strictDecodingError(Set<Nest>.self, doubling(Make.sequence([Make.reference(1)]), levels: 10, isTree: false))
                == nil)
        // As much as is shared without being hashed, nothing is left for what is hashed.
        let twice = Make.sequence([Make.reference(1), Make.reference(1)])
        #expect(strictDecodingError([Set<Int>].self, Make(Make.sequence([Make.sequence([[1]])]))) == nil)
        #expect(strictDecodingError([Tree].self, doubling(twice, levels: 60, isTree: true)) == nil)
    }
}
