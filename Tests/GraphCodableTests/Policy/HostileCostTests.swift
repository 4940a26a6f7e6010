import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Archives of a few bytes that would take much memory or time. Their limits are tested, not how long they take.
@Suite struct HostileCostTests {
    typealias Make = ArchiveAssembler

    /// All types here are those that are asked for, so that the strict policy needs none to be registered.
    private func strict<Root: GDecodable>(_ type: Root.Type, _ archive: Make) -> GraphCodableError.Code? {
        decodingError(type, archive.bytes, policy: .strict)
    }

    /// An encoder that writes what decoders refuse.
    private static let lenient = GraphEncoder(policy: GraphDecodingPolicy(maximumCostPerByte: .max))

    // MARK: Objects

    @Test func objectsThatCostTooMuchAreRefusedBeforeTheyAreCounted() {
        func error(_ count: Int) -> GraphCodableError? {
            var archive = Make([1])
            archive.records = (0..<count).map { _ in Make.Record(id: nil, bytes: [1]) }
            var policy = GraphDecodingPolicy()
            policy.maximumMemory = UInt64(10 * DecodingCost.record)
            do {
                #expect(try GraphDecoder(policy: policy).decode(Int.self, from: archive.bytes) == 1)
                return nil
            } catch {
                return error as? GraphCodableError
            }
        }
        #expect(error(10) == nil)
        let refusal = error(11)
        #expect(refusal?.code == .limitExceeded)
        #expect(
            refusal?.message
                == "The archive has 10 objects, which cost more than is allowed for an archive of its size. Raise "
                + "GraphDecodingPolicy.maximumCostPerByte or maximumMemory if you trust the archive.")
    }

    // MARK: Texts

    struct Name: GCodable, Hashable {
        var text: String
        init(from decoder: any GDecoder) throws { text = try decoder.decode() }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(text) }
    }

    /// Swift hashes and compares a text with many combining marks in a row in quadratic time.
    @Test func aTextOfMarksCostsItsHashingWhereverItStands() {
        let text = "e" + String(repeating: "\u{301}\u{323}", count: 60_000)
        let archive = Make(Make.sequence([Make.text(text)]))
        #expect(strict(Set<String>.self, archive) == .limitExceeded)
        #expect(strict([String?].self, archive) == .limitExceeded)
        let names = Make(
            Make.sequence([[0x60] + Make.text(text)]), types: [Make.valueType(Name.self)], shapes: [[7, 0, 0]])
        #expect(strict(Set<Name>.self, names) == .limitExceeded)
        let ordinary = String(repeating: "e\u{301}\u{323} देवनागरी ", count: 5_000)
        #expect(strict([String].self, Make(Make.sequence([Make.text(ordinary)]))) == nil)
    }

    // MARK: Equal hashes

    static func halves(_ count: Int) -> Bytes {
        Make.packed(11, count: UInt64(count), (0..<count).flatMap { _ in [0x00, 0x7E] as Bytes })
    }

    @Test func manyElementsThatAreNeverEqualAreRefused() {
        #expect(strict(Set<Float16>.self, Make(Self.halves(100_000))) == .limitExceeded)
        let nan: Bytes = [0xCB] + Make.fixed(Float.nan.bitPattern)
        #expect(strict(Set<Float>.self, Make(Make.sequence(Array(repeating: nan, count: 50_000)))) == .limitExceeded)
        let pairs = Array(repeating: (nan, [1] as Bytes), count: 50_000)
        #expect(strict([Float: Int].self, Make(Make.map(pairs))) == .limitExceeded)
        let points = Make(
            Make.sequence(Array(repeating: [0x60] + nan + nan, count: 50_000)), keys: ["x", "y"],
            types: [Make.valueType(CGPoint.self)], shapes: [[11, 0, 1, 2]])
        #expect(strict(Set<CGPoint>.self, points) == .limitExceeded)
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
        #expect(strict(Set<Data>.self, Make(Make.sequence(data))) == .limitExceeded)
        #expect(strict([Data: Int].self, Make(Make.map(data.map { ($0, [1]) }))) == .limitExceeded)
        // The same number of members and of ranges, the same first and last member.
        let indexSets = (0..<10_000).map { number in
            Make.sequence([0, 1, 10 + number, 11 + number, 100_000, 100_001].map { Make.integer($0) })
        }
        #expect(strict(Set<IndexSet>.self, Make(Make.sequence(indexSets))) == .limitExceeded)
        let decimals = (0..<10_000).map { number in
            [0x60] + Make.integer(UInt128(1) << 100 + UInt128(number)) + [0, 0xC1]
        }
        let keys = ["mantissa", "exponent", "isNegative"]
        let archive = Make(
            Make.sequence(decimals), keys: keys, types: [Make.valueType(Decimal.self)], shapes: [[15, 0, 1, 2, 3]])
        #expect(strict(Set<Decimal>.self, archive) == .limitExceeded)
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
            let archive = try Self.lenient.encode(some) as Bytes
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
        #expect(strict(BinarySet.self, Make(Make.binary(many))) == .limitExceeded)
        #expect(throws: GraphCodableError.self) { try Set<Float>(binaryIOBytes: many) }
        let few = Make.varint(500) + Bytes(Array(repeating: nan, count: 500).joined())
        #expect(strict(BinarySet.self, Make(Make.binary(few))) == nil)
    }

    // MARK: Shared values

    struct Nest: GCodable, Hashable {
        var inner: [Nest] = []
        init() {}
        init(from decoder: GDecoder) throws { inner = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(inner) }
    }

    indirect enum Tree: GCodable, Hashable {
        case leaf, node(Tree, Tree)
        init(from decoder: GDecoder) throws {
            self = decoder.unkeyedCount == 0 ? .leaf : .node(try decoder.decode(), try decoder.decode())
        }
        func encode(to encoder: GEncoder) throws {}
    }

    struct NestedSet: GCodable, Hashable {
        var inner: Set<NestedSet>
        init(from decoder: GDecoder) throws { inner = try decoder.decode() }
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
            archive.records.append(Make.Record(id: nil, bytes: [0x60] + record))
        }
        archive.records.append(Make.Record(id: nil, bytes: isTree ? [0x61] : [0x60] + Make.sequence([])))
        return archive
    }

    @Test func sharedValuesThatDoubleWithEachLevelAreNotHashed() {
        let one = Make.sequence([Make.reference(1)])
        #expect(strict(Set<Nest>.self, doubling(one, levels: 40, isTree: false)) == .limitExceeded)
        #expect(strict(Set<Tree>.self, doubling(one, levels: 40, isTree: true)) == .limitExceeded)
        let key = Make.map([(Make.reference(1), [1])])
        #expect(strict([Nest: Int].self, doubling(key, levels: 40, isTree: false)) == .limitExceeded)
        // More than a number of 64 bits can count.
        #expect(strict(Set<Tree>.self, doubling(one, levels: 100, isTree: true)) == .limitExceeded)
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
        #expect(strict(LateSet.self, archive) == .limitExceeded)
    }

    @Test func sharedValuesThatNothingHashesComeBack() {
        #expect(strict([Nest].self, doubling(Make.sequence([Make.reference(1)]), levels: 40, isTree: false)) == nil)
        #expect(strict(Set<Nest>.self, doubling(Make.sequence([Make.reference(1)]), levels: 10, isTree: false)) == nil)
        // As much as is shared without being hashed, nothing is left for what is hashed.
        let twice = Make.sequence([Make.reference(1), Make.reference(1)])
        #expect(strict([Set<Int>].self, Make(Make.sequence([Make.sequence([[1]])]))) == nil)
        #expect(strict([Tree].self, doubling(twice, levels: 60, isTree: true)) == nil)
    }

    @Test func aSharedTextIsChargedForEachConversion() {
        var archive = Make(Make.sequence(Array(repeating: Make.sequence([[0x80, 1]]), count: 10_000)))
        archive.records.append(
            Make.Record(id: nil, bytes: Make.text("http://a/" + String(repeating: "b", count: 100_000))))
        #expect(strict([URL].self, archive) == .limitExceeded)
        archive.records[0].bytes = Make.sequence(Array(repeating: Make.reference(1), count: 10_000))
        #expect(strict([String].self, archive) == nil)
    }

    @Test func aSharedTextIsChargedEachTimeItIsHashed() {
        func archive(_ text: String, _ collection: Bytes) -> Make {
            var archive = Make(Make.sequence(Array(repeating: collection, count: 250)))
            archive.records.append(Make.Record(id: nil, bytes: Make.text(text)))
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

    @Test func manyCombiningMarksInARowAreNotSorted() throws {
        let many = "a" + String(repeating: "\u{307}\u{323}", count: 25_000)
        #expect(strict(Set<String>.self, Make(Make.sequence([Make.text(many)]))) == .limitExceeded)
        #expect(strict([String: Int].self, Make(Make.map([(Make.text(many), [1])]))) == .limitExceeded)
        let few = String(repeating: "a\u{307}\u{323}", count: 1_000)
        #expect(strict(Set<String>.self, Make(Make.sequence([Make.text(few)]))) == nil)
        let binary = try ["a" + String(repeating: "\u{307}\u{323}", count: 55_000)].binaryIOBytes()
        #expect(throws: GraphCodableError.self) { try Set<String>(binaryIOBytes: binary) }
        #expect(throws: GraphCodableError.self) { try Set<Substring>(binaryIOBytes: binary) }
        #expect(throws: GraphCodableError.self) { try ContiguousArray<ClosedRange<String>>(binaryIOBytes: binary) }
    }

    @Test func marksInLocalesCostEachHashing() throws {
        let texts = (0..<6).map { Make.text("a\($0)" + String(repeating: "\u{307}\u{323}", count: 4_000)) }
        #expect(strict([String].self, Make(Make.sequence(texts))) == nil)
        #expect(strict([Locale].self, Make(Make.sequence(texts))) == .limitExceeded)
    }

    /// Foundation keeps each locale until the process ends.
    @Test func binaryValuesCostAsMuchAsOthers() throws {
        func expectRefusal<Value: BinaryIType>(_ type: Value.Type, _ bytes: Bytes) {
            expectError(GraphCodableError.self, .limitExceeded) {
                try bytes.withUnsafeBytes { bytes in
                    var buffer = BinaryReadBuffer(
                        bytes, archiveOffset: 0, policy: .strict,
                        costLeft: GraphDecodingPolicy.strict.allowedCost(ofBytes: bytes.count))
                    return try Value(from: &buffer)
                }
            }
        }
        expectRefusal([Locale].self, try Array(repeating: "en", count: 300_000).binaryIOBytes())
        expectRefusal([[[[UInt8]]]].self, try Array(repeating: [[[1]]] as [[[UInt8]]], count: 1 << 20).binaryIOBytes())
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
            #expect(strict(InlineSet.self, set) == code)
            let pairs = Bytes(repeatElement(nan + [1], count: count).joined())
            #expect(strict(InlineDictionary.self, archive(InlineDictionary.self, pairs, count: 2 * count)) == code)
        }
    }

    // MARK: Depth behind references

    private func chain(_ type: Any.Type, _ count: Int) -> Make {
        var archive = Make(Make.reference(1), types: [Make.valueType(type)], shapes: [[7, 0, 0]])
        for id in 1...count {
            let next = id == count ? [] : [Make.reference(UInt32(id + 1))]
            archive.records.append(Make.Record(id: nil, bytes: [0x60] + Make.sequence(next)))
        }
        return archive
    }

    @Test func valuesBehindReferencesCountAsNested() throws {
        try DeepGraphTests.onSmallThread {
            #expect(decodingError(Nest.self, chain(Nest.self, 256).bytes) == nil)
            #expect(decodingError(Nest.self, chain(Nest.self, 257).bytes) == .depthExceeded)
            #expect(decodingError(NestedSet.self, chain(NestedSet.self, 256).bytes) == nil)
            for count in [257, 20_000, 100_000] {
                #expect(decodingError(NestedSet.self, chain(NestedSet.self, count).bytes) == .depthExceeded)
            }
        }
    }

    @Test func aValueThatWasDecodedBeforeIsAsDeepAsItIs() {
        // The longer half of a chain is decoded first, and then found at the end of the other one.
        func archive(_ first: Int, _ second: Int) -> Bytes {
            var archive = chain(Nest.self, first)
            archive.records[0].bytes = Make.sequence([Make.reference(1), Make.reference(UInt32(first + 1))])
            for id in 1...second {
                let next = id == second ? 1 : first + id + 1
                archive.records.append(
                    Make.Record(id: nil, bytes: [0x60] + Make.sequence([Make.reference(UInt32(next))])))
            }
            return archive.bytes
        }
        // One level is the array.
        #expect(decodingError([Nest].self, archive(155, 100)) == nil)
        #expect(decodingError([Nest].self, archive(156, 100)) == .depthExceeded)
        #expect(decodingError([Nest].self, archive(100, 155)) == nil)
        #expect(decodingError([Nest].self, archive(100, 156)) == .depthExceeded)
    }

    // MARK: Memory

    @Test func elementsAreChargedForTheirMemory() {
        let nils = Make(Make.sequence(Array(repeating: Make.null, count: 100_000)))
        #expect(strict([SIMD64<Double>?].self, nils) == .limitExceeded)
        #expect(strict([Double?].self, nils) == nil)
        let pairs = (0..<100_000).map { (Make.integer($0), Make.null) }
        #expect(strict([Int: SIMD64<Double>?].self, Make(Make.map(pairs))) == .limitExceeded)
        #expect(strict([Int: Double?].self, Make(Make.map(pairs))) == nil)
        let empty = Array(repeating: [0x60] as Bytes, count: 900_000)
        for type in [URLComponents.self, DateComponents.self, PersonNameComponents.self] as [any GDecodable.Type] {
            let archive = Make(Make.sequence(empty), types: [Make.valueType(type)], shapes: [[3, 0]])
            #expect(Self.code(arrayOf: type, archive) == .limitExceeded, "\(type)")
        }
    }

    private static func code<Element: GDecodable>(arrayOf type: Element.Type, _ archive: Make) -> GraphCodableError
        .Code?
    {
        decodingError([Element].self, archive.bytes, policy: .strict)
    }

    @Test func anEncoderChargesForMemoryAsADecoderDoes() throws {
        for count in [10_000, 100_000] {
            let values = [SIMD64<Double>?](repeating: nil, count: count)
            let archive = try Self.lenient.encode(values) as Bytes
            let expected = decodingError([SIMD64<Double>?].self, archive, policy: .strict)
            #expect(expected == (count == 10_000 ? nil : .limitExceeded))
            #expect((try? GraphEncoder(policy: .strict).encode(values) as Bytes) == (expected == nil ? archive : nil))
        }
    }

    /// Takes a byte of the archive, and two kilobytes in memory.
    struct Large: GCodable {
        let numbers = (SIMD64<Double>.zero, SIMD64<Double>.zero, SIMD64<Double>.zero, SIMD64<Double>.zero)
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct ProtocolValues: GCodable {
        let values: [any GCodable]
        init(_ values: [any GCodable]) { self.values = values }
        init(from decoder: GDecoder) throws { values = try decoder.decode(any: [any GCodable].self) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: values) }
    }

    /// A value of a protocol type that is larger than three words has memory of its own.
    @Test func valuesOfProtocolTypesAreChargedForTheirMemory() throws {
        for (value, expected) in [(Large(), .limitExceeded), (1, nil)] as [(any GCodable, GraphCodableError.Code?)] {
            let values = ProtocolValues(Array(repeating: value, count: 60_000))
            let archive = try Self.lenient.encode(values) as Bytes
            #expect(archive.count < 500_000)
            let policy = GraphDecodingPolicy(maximumMemory: 100 << 20)
            #expect(decodingError(ProtocolValues.self, archive, policy: policy) == expected)
            #expect(((try? GraphEncoder(policy: policy).encode(values) as Bytes) == nil) == (expected != nil))
        }
    }

    /// Asks for a value that is not there, so that all others are looked at.
    struct Searching: GDecodable {
        enum Key: String { case wanted }
        init(from decoder: GDecoder) throws { _ = try decoder.decodeIfPresent(for: Key.wanted) as Int? }
    }

    /// The place of each is noted, which takes more memory than the values.
    @Test func valuesWithoutKeysAreChargedWhenOthersAreLookedFor() {
        let policy = GraphDecodingPolicy(maximumCostPerByte: 1)
        for (count, code) in [(10_000, nil), (60_000, GraphCodableError.Code.limitExceeded)] {
            let archive = Make(
                Make.open(0, Bytes(repeating: 1, count: count)), keys: ["wanted"],
                types: [Make.valueType(Searching.self)], shapes: [Make.shape(of: 0)])
            #expect(decodingError(Searching.self, archive.bytes, policy: policy) == code)
        }
    }

    /// Its set waits. The other field is never read.
    final class Waiting: GCodable, Hashable {
        private var friends: Set<Waiting> = []
        private enum Key: String { case friends }
        init(from decoder: GDecoder) throws { try decoder.deferDecode(for: Key.friends) { self.friends = $0 } }
        func encode(to encoder: GEncoder) throws {}
        static func == (left: Waiting, right: Waiting) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// The set waits, and the value around it with all that it skips.
    final class WaitingAround: GCodable, Hashable {
        private struct Group: GDecodable {
            let members: Set<WaitingAround>
            init(from decoder: GDecoder) throws { members = try decoder.decode() }
        }
        static var groupType: Any.Type { Group.self }
        private var group: Group?
        private enum Key: String { case friends }
        init(from decoder: GDecoder) throws { try decoder.deferDecode(for: Key.friends) { self.group = $0 } }
        func encode(to encoder: GEncoder) throws {}
        static func == (left: WaitingAround, right: WaitingAround) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private static func references(_ count: Int, to id: UInt8) -> Bytes {
        Make.sequence(Array(repeating: [0x80, id], count: count))
    }

    /// All references of the archive are followed to order what waits, whether or not they are decoded.
    @Test func referencesThatNobodyReadsAreChargedWhereSetsWait() {
        let policy = GraphDecodingPolicy(maximumCostPerByte: 1)
        for (count, code) in [(100_000, nil), (200_000, GraphCodableError.Code.limitExceeded)] {
            let archive = Make(
                [0x80, 1], [0x60] + Make.sequence([[0x80, 2]]) + Self.references(count, to: 2),
                [0x60] + Make.sequence([[0x80, 1]]) + [0], keys: ["friends", "other"],
                types: [Make.type(Waiting.self)], shapes: [Make.shape(of: 0, 1, 2)])
            #expect(decodingError(Waiting.self, archive.bytes, policy: policy) == code)
        }
    }

    /// In addition, the order of what waits depends on them.
    @Test func referencesInsideOfWaitingValuesAreChargedAgain() {
        let policy = GraphDecodingPolicy(maximumCostPerByte: 1)
        for (count, code) in [(20_000, nil), (100_000, GraphCodableError.Code.limitExceeded)] {
            let archive = Make(
                [0x80, 1], [0x60, 0x61] + Make.sequence([[0x80, 2]]) + Self.references(count, to: 3),
                [0x60, 0x61] + Make.sequence([[0x80, 1]]) + [0], Make.text("text"), keys: ["friends"],
                types: [Make.type(WaitingAround.self), Make.valueType(WaitingAround.groupType)],
                shapes: [Make.shape(of: 0, 1), Make.shape(of: 1, 0, 0)])
            #expect(decodingError(WaitingAround.self, archive.bytes, policy: policy) == code)
        }
    }

    final class Keeping: GCodable, GKeepsUnknown {
        var unknownFields = GUnknownFields()
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func referencesInUnknownFieldsAreCharged() {
        let policy = GraphDecodingPolicy(maximumCostPerByte: 1)
        for (count, code) in [(40_000, nil), (100_000, GraphCodableError.Code.limitExceeded)] {
            let archive = Make(
                [0x80, 1], [0x60] + Self.references(count, to: 1), keys: ["unknown"],
                types: [Make.type(Keeping.self)], shapes: [Make.shape(of: 0, 1)])
            #expect(decodingError(Keeping.self, archive.bytes, policy: policy) == code)
        }
    }

    // MARK: Values that are expensive to make

    @Test func aUnitIsReadOnceForAllMeasurementsThatHaveIt() {
        var archive = Make(
            Make.sequence(Array(repeating: [0x60, 0x80, 1, 0xCB, 0, 0, 0, 0], count: 50_000)), keys: ["unit", "value"],
            types: [Make.valueType(Measurement<UnitLength>.self)], shapes: [[11, 0, 1, 2]])
        func unit(_ symbol: String) -> Make.Record {
            let text = #"{"value":0,"unit":{"symbol":"\#(symbol)","converter":{"constant":0,"coefficient":1}}}"#
            return Make.Record(id: nil, bytes: Make.text(text))
        }
        archive.records.append(unit("m"))
        #expect(strict([Measurement<UnitLength>].self, archive) == nil)
        archive.records[1] = unit(String(repeating: "m", count: 100_000))
        #expect(strict([Measurement<UnitLength>].self, archive) == .limitExceeded)
    }

    /// Foundation ends the process for these.
    @Test(arguments: ["-é", "en_ZZ", "SA-zz;", "_zx.Latn@Latn", "gBn-zz", "en@rg=zzzzzz", "ensahc_\u{7F}z"])
    func islamicCalendarsOfUnknownRegionsAreRefused(locale: String) throws {
        let keys = ["identifier", "timeZone", "firstWeekday", "minimumDaysInFirstWeek", "locale"]
        for name in ["islamic", "islamicCivil", "islamicTabular", "islamicUmmAlQura"] {
            let bytes = [0x60] + Make.text(name) + Make.text("GMT") + [1, 1] + Make.text(locale)
            let archive = Make(
                bytes, keys: keys, types: [Make.valueType(Calendar.self)], shapes: [[23, 0, 1, 2, 3, 4, 5]])
            #expect(strict(Calendar.self, archive) == .valueOutOfRange)
        }
    }

    @Test(arguments: [
        "", "ar", "ar_SA", "en-US", "en_001", "en_US_POSIX", "zh_Hant_TW", "ar_AE@calendar=islamic;rg=sazzzz",
        "en_SA@calendar=islamic-umalqura", "en-US-u-ca-islamic",
    ])
    func islamicCalendarsOfKnownRegionsComeBack(locale: String) throws {
        for identifier in [Calendar.Identifier.islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura] {
            var calendar = Calendar(identifier: identifier)
            calendar.locale = Locale(identifier: locale)
            let archive: Bytes = try GraphEncoder().encode(calendar)
            let decoded = try GraphDecoder().decode(Calendar.self, from: archive)
            #expect(decoded == calendar && decoded.locale == calendar.locale)
        }
    }

    @Test func manyCalendarsOfManyPlacesAreRefused() {
        let keys = ["identifier", "timeZone", "firstWeekday", "minimumDaysInFirstWeek", "locale"]
        var archive = Make(
            Make.sequence((0..<1_000).map { [0x60, 0x80, 1, 0x80, 2, 1, 1] + Make.text("en_\($0)") }), keys: keys,
            types: [Make.valueType(Calendar.self)], shapes: [[23, 0, 1, 2, 3, 4, 5]])
        archive.records.append(Make.Record(id: nil, bytes: Make.text("hebrew")))
        archive.records.append(Make.Record(id: nil, bytes: Make.text("GMT")))
        #expect(strict([Calendar].self, archive) == .limitExceeded)
    }

    /// Each byte of a locale that many calendars share counts for each of them.
    @Test func manyCalendarsOfOneLongPlaceAreRefused() {
        let keys = ["identifier", "timeZone", "firstWeekday", "minimumDaysInFirstWeek", "locale"]
        for (length, expected) in [(10, nil), (100_000, .limitExceeded)] as [(Int, GraphCodableError.Code?)] {
            var archive = Make(
                Make.sequence(Array(repeating: [0x60, 0x80, 1, 0x80, 2, 1, 1, 0x80, 3], count: 1_000)), keys: keys,
                types: [Make.valueType(Calendar.self)], shapes: [[23, 0, 1, 2, 3, 4, 5]])
            for text in ["gregorian", "GMT", "en@" + String(repeating: "k=v;", count: length)] {
                archive.records.append(Make.Record(id: nil, bytes: Make.text(text)))
            }
            #expect(strict([Calendar].self, archive) == expected)
        }
    }

    struct AnyValues: GDecodable {
        init(from decoder: GDecoder) throws { _ = try decoder.decode(any: [Any].self) }
    }

    @Test func namesOfManyPartsAreCharged() {
        func archive(_ leaves: [String], parts: Int) -> Bytes {
            let types = leaves.map { Make.type("T", name: $0 + String(repeating: "Sg", count: parts), flags: 2) }
            return Make(
                Make.composite(0, Make.sequence([])), types: types + [Make.valueType(AnyValues.self)],
                shapes: [Make.shape(of: UInt64(leaves.count), 0)]
            ).bytes
        }
        let leaves = ["s4Int8V", "s5Int16V", "s5Int32V", "s5Int64V", "s5UInt8V", "s6UInt16V", "s6UInt32V", "s6UInt64V"]
        let policy = GraphDecodingPolicy(maximumCostPerByte: 16)
        #expect(decodingError(AnyValues.self, archive(Array(leaves.prefix(2)), parts: 16), policy: policy) == nil)
        #expect(decodingError(AnyValues.self, archive(leaves, parts: 12), policy: policy) == nil)
        #expect(decodingError(AnyValues.self, archive(leaves, parts: 16), policy: policy) == .limitExceeded)
        // Nothing is looked up where only registered types are allowed.
        #expect(decodingError(AnyValues.self, archive(leaves, parts: 16), policy: .strict) == nil)
        // The outcome is the same when the decoder has seen such an archive before.
        let decoder = GraphDecoder(policy: policy)
        for _ in 0..<3 {
            #expect(throws: GraphCodableError.self) {
                try decoder.decode(AnyValues.self, from: archive(leaves, parts: 16))
            }
        }
    }
}
