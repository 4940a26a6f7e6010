import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Archives of a few bytes that would take much memory or time. Their limits are tested, not how long they take.
struct HostileCostTests {
    typealias Make = ArchiveAssembler

    /// An encoder that writes what decoders refuse.
    static let lenient = GraphEncoder(policy: GraphDecodingPolicy(maximumCostPerByte: .max))

    // MARK: Objects

    @Test func objectsThatCostTooMuchAreRefusedBeforeTheyAreCounted() {
        func error(_ count: Int) -> GraphCodableError? {
            var archive = Make([1])
            archive.records = (0..<count).map { _ in Make.Record(bytes: [1]) }
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

    /// Foundation keeps each locale until the process ends.
    @Test func binaryValuesCostAsMuchAsOthers() throws {
        func expectRefusal<Value: BinaryIType>(_ type: Value.Type, _ bytes: Bytes) {
            expectError(GraphCodableError.self, .limitExceeded) {
                var buffer = BinaryReadBuffer(
                    bytes, archiveOffset: 0, policy: .strict,
                    costLeft: GraphDecodingPolicy.strict.allowedCost(ofBytes: bytes.count))
                return try Value(from: &buffer)
            }
        }
        func bytes<Value: BinaryOType>(_ value: Value, count: Int) throws -> Bytes {
            let bytes: Bytes = try value.binaryIOBytes()
            return Make.varint(UInt64(count)) + Bytes(copies: count, of: bytes)
        }
        #expect(try bytes("en", count: 3) == ["en", "en", "en"].binaryIOBytes())
        expectRefusal([Locale].self, try bytes("en", count: 300_000))
        expectRefusal([[[[UInt8]]]].self, try bytes([[[1]]] as [[[UInt8]]], count: 1 << 20))
    }

    // MARK: Depth behind references

    struct Nest: GCodable, Hashable {
        var inner: [Nest] = []
        init() {}
        init(from decoder: GDecoder) throws { inner = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(inner) }
    }

    struct NestedSet: GCodable, Hashable {
        var inner: Set<NestedSet>
        init(from decoder: GDecoder) throws { inner = try decoder.decode() }
        func encode(to encoder: GEncoder) throws {}
    }

    private func chain(_ type: Any.Type, _ count: Int) -> Make {
        var archive = Make(Make.reference(1), types: [Make.valueType(type)], shapes: [[7, 0, 0]])
        for id in 1...count {
            let next = id == count ? [] : [Make.reference(UInt32(id + 1))]
            archive.records.append(Make.Record(bytes: [0x60] + Make.sequence(next)))
        }
        return archive
    }

    @Test func valuesBehindReferencesCountAsNested() throws {
        try onThread {
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
                    Make.Record(bytes: [0x60] + Make.sequence([Make.reference(UInt32(next))])))
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
        #expect(strictDecodingError([SIMD64<Double>?].self, nils) == .limitExceeded)
        #expect(strictDecodingError([Double?].self, nils) == nil)
        let pairs = (0..<100_000).map { (Make.integer($0), Make.null) }
        #expect(strictDecodingError([Int: SIMD64<Double>?].self, Make(Make.map(pairs))) == .limitExceeded)
        #expect(strictDecodingError([Int: Double?].self, Make(Make.map(pairs))) == nil)
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
}
