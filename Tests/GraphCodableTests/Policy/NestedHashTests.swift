import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Sets of sets, which take quadratic time to compare if their elements have equal hashes.
struct NestedHashTests {
    /// An encoder that writes what decoders refuse.
    private static let lenient = GraphEncoder(
        policy: GraphDecodingPolicy(maximumCostPerByte: .max, maximumMemory: .max))

    /// Different data with equal hashes: only the first 80 bytes are hashed.
    private static func data(_ number: Int, hasEqualHash: Bool) -> Data {
        var data = Data(repeating: 7, count: 84)
        withUnsafeBytes(of: UInt32(number).bigEndian) { data.replaceSubrange(hasEqualHash ? 80..<84 : 0..<4, with: $0) }
        return data
    }

    private static func sets(_ count: Int, of size: Int, hasEqualHash: Bool) -> [Set<Data>] {
        (0..<count).map { set in Set((0..<size).map { data(set * size + $0, hasEqualHash: hasEqualHash) }) }
    }

    /// What decoders and encoders with a policy say of a value.
    private static func code<Value: GCodable & Equatable>(
        _ value: Value, _ policy: GraphDecodingPolicy
    ) throws -> GraphCodableError.Code? {
        let archive = try lenient.encode(value) as Bytes
        let code = decodingError(Value.self, archive, policy: policy)
        #expect(((try? GraphEncoder(policy: policy).encode(value) as Bytes) == nil) == (code != nil))
        if code == nil { #expect(try GraphDecoder(policy: policy).decode(Value.self, from: archive) == value) }
        return code
    }

    /// Each set has fewer elements than are compared for nothing, or more.
    @Test(arguments: [(20, 120), (400, 30), (300, 20)])
    func setsWhoseElementsHaveEqualHashesAreRefused(count: Int, size: Int) throws {
        let policy = GraphDecodingPolicy()
        let sets = Self.sets(count, of: size, hasEqualHash: true)
        #expect(try Self.code(Set(sets), policy) == .limitExceeded)
        #expect(try Self.code(Set(sets.map { [$0] }), policy) == .limitExceeded)
        #expect(try Self.code(Set(sets.map(Optional.some)), policy) == .limitExceeded)
        #expect(try Self.code(Dictionary(uniqueKeysWithValues: sets.map { ($0, 1) }), policy) == .limitExceeded)
        let dictionaries = sets.map { Dictionary(uniqueKeysWithValues: $0.map { ([$0], 1) }) }
        #expect(try Self.code(Set(dictionaries), policy) == .limitExceeded)
        let halves = [Set(sets.prefix(count / 2)), Set(sets.suffix(count / 2))]
        #expect(try Self.code(Set(halves), policy) == .limitExceeded)
    }

    @Test func binarySetsOfSetsHaveTheSameLimits() throws {
        func bytes(_ count: Int) -> Bytes {
            let nan = ArchiveAssembler.fixed(Float.nan.bitPattern)
            let set = ArchiveAssembler.varint(20) + Bytes(Array(repeating: nan, count: 20).joined())
            return ArchiveAssembler.varint(UInt64(count)) + Bytes(Array(repeating: set, count: count).joined())
        }
        let error = #expect(throws: GraphCodableError.self) { try Set<Set<Float>>(binaryIOBytes: bytes(600)) }
        #expect(error?.code == .limitExceeded)
        #expect(try Set<Set<Float>>(binaryIOBytes: bytes(20)).count == 20)
    }

    @Test func setsWithGoodHashesComeBackUnderTheStrictPolicy() throws {
        #expect(try Self.code(Set(Self.sets(500, of: 30, hasEqualHash: false)), .strict) == nil)
        #expect(try Self.code(Set(Self.sets(20, of: 120, hasEqualHash: false).map { [$0] }), .strict) == nil)
        #expect(try Self.code(Set((0..<5_000).map { Set([$0, $0 + 1, $0 + 2]) }), .strict) == nil)
        #expect(try Self.code(Set((0..<300).map { Set(["text \($0)"]) }), .strict) == nil)
    }

    @Test func aFewSetsWithEqualHashesComeBack() throws {
        #expect(try Self.code(Set(Self.sets(6, of: 12, hasEqualHash: true)), .strict) == nil)
    }
}
