import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// An encoder writes nothing that a decoder with the same policy refuses.
struct EncoderPolicyTests {
    /// Two values; of pairs of pairs, the name becomes as long as one likes.
    struct Pair<Left: GCodable, Right: GCodable>: GCodable {
        let left: Left
        let right: Right
        init(_ left: Left, _ right: Right) { (self.left, self.right) = (left, right) }
        init(from decoder: GDecoder) throws { (left, right) = (try decoder.decode(), try decoder.decode()) }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(left)
            try encoder.encode(right)
        }
    }

    struct Texts: GBinaryCodable {
        let texts: [String]
        init(_ texts: [String]) { self.texts = texts }
        init(from decoder: GDecoder) throws { texts = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(texts) }
        init(from buffer: inout BinaryReadBuffer) throws { texts = try [String](from: &buffer) }
        func write(to buffer: inout BinaryWriteBuffer) throws { try texts.write(to: &buffer) }
    }

    struct AnyHolder: GCodable {
        let value: Any
        init(_ value: Any) { self.value = value }
        init(from decoder: GDecoder) throws { value = try decoder.decode(any: Any.self) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: value) }
    }

    private func encodingError(_ root: some GEncodable, _ policy: GraphDecodingPolicy) -> GraphCodableError.Code? {
        do {
            _ = try GraphEncoder(policy: policy).encode(root) as Bytes
            // What is written piece by piece has the same limits.
            try GraphEncoder(policy: policy).encode(root) { _ in }
            return nil
        } catch {
            return (error as? GraphCodableError)?.code
        }
    }

    /// For each limit, the encoder refuses a graph if and only if a decoder refuses its archive, and for the same reason.
    private func expectAgreement<Root: GCodable>(
        _ root: Root, _ limits: some Sequence<Int>, _ policy: (Int) -> GraphDecodingPolicy,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let archive = try GraphEncoder().encode(root) as Bytes
        var results: Set<GraphCodableError.Code?> = []
        for limit in limits {
            let expected = decodingError(Root.self, archive, policy: policy(limit))
            results.insert(expected)
            #expect(encodingError(root, policy(limit)) == expected, "limit \(limit)", sourceLocation: location)
        }
        #expect(results.count == 2 && results.contains(nil), "the limits are all on one side", sourceLocation: location)
    }

    @Test func objectsAreLimitedAlike() throws {
        let policy = { GraphDecodingPolicy(maximumObjectCount: $0) }
        try expectAgreement((0..<10).map { _ in PolicyTests.Canary() }, -1...12, policy)
        // An object that is only met conditionally has an id, too.
        try expectAgreement(Golden.Absent(), -1...2, policy)
    }

    @Test func elementsAreLimitedAlike() throws {
        let policy = { GraphDecodingPolicy(maximumElementCount: $0) }
        try expectAgreement(Array(0..<10), -1...12, policy)
        try expectAgreement((0..<10).map { "\($0)" }, -1...12, policy)
        try expectAgreement(Set(0..<10), -1...12, policy)
        try expectAgreement(Set((0..<10).map { "\($0)" }), -1...12, policy)
        try expectAgreement(Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, "\($0)") }), -1...12, policy)
        try expectAgreement(Data(repeating: 1, count: 10), -1...12, policy)
        try expectAgreement(Array(repeating: 1.5, count: 2_000), 1_998...2_002, policy)
        try expectAgreement(Texts(Array(repeating: "", count: 10)), -1...12, policy)
        try expectAgreement(Texts([String(repeating: "x", count: 10)]), -1...12, policy)
    }

    @Test func nestingIsLimitedAlike() throws {
        let policy = { GraphDecodingPolicy(maximumDepth: $0) }
        for depth in [1, 2, 15, 16, 17, 18, 511, 512] {
            let limits = [-1, 0, 1, depth - 1, depth, depth + 1, 600]
            try expectAgreement(DeepGraphTests.Nested.make(depth), limits, policy)
        }
        try expectAgreement([[[[1]]]], -1...5, policy)
        try expectAgreement([1: [2: ["a": 3]]], -1...4, policy)
        try expectAgreement(AnyHolder(AnyHolder([AnyHolder(1)])), -1...12, policy)
    }

    @Test func nestingOfBinaryValuesIsLimitedAlike() throws {
        func tree(_ depth: Int) -> HostileArchiveTests.BinaryTree {
            var tree = HostileArchiveTests.BinaryTree()
            for _ in 1..<depth {
                var outer = HostileArchiveTests.BinaryTree()
                outer.branches = [tree]
                tree = outer
            }
            return tree
        }
        for depth in [1, 2, 511, 512] {
            try expectAgreement(tree(depth), [-1, 0, 1, depth - 1, depth, depth + 1, 600]) {
                GraphDecodingPolicy(maximumDepth: $0)
            }
        }
        #expect(throws: GraphCodableError.self) { try GraphEncoder().encode(tree(513)) as Bytes }
        #expect(throws: Never.self) { try GraphEncoder().encode(tree(512)) as Bytes }
    }

    @Test func bytesAreLimitedAlike() throws {
        func check<Root: GCodable>(_ root: Root) throws {
            let size = try (GraphEncoder().encode(root) as Bytes).count
            try expectAgreement(root, [0, 1, size / 2, size - 1, size, size + 1]) {
                GraphDecodingPolicy(maximumPlainByteCount: UInt64($0))
            }
        }
        try check(1)
        try check((0..<40_000).map { "\($0)" })
        try check(Array(0..<100_000))
        try check(Data(repeating: 7, count: 100_000))
    }

    @Test func namesAreLimitedAlike() throws {
        let policy = { GraphDecodingPolicy(maximumTypeNameLength: $0) }
        func lengths(of type: Any.Type) -> [Int] {
            let names = [TypeNames.readableName(of: type), TypeNames.mangledName(of: type) ?? ""]
            return names.map(\.utf8.count).flatMap { (length: Int) -> [Int] in [length - 1, length, length + 1] } + [0]
        }
        try expectAgreement(PolicyTests.Canary(), lengths(of: PolicyTests.Canary.self), policy)
        try expectAgreement(Pair(1, 2), lengths(of: Pair<Int, Int>.self), policy)
        try expectAgreement(
            AnyHolder(Duration.zero), lengths(of: Duration.self) + lengths(of: AnyHolder.self), policy)
    }

    @Test func aTypeWhoseNameReadersRefuseIsNotEncoded() throws {
        func doubled<Value: GCodable>(_ value: Value) -> Pair<Value, Value> { Pair(value, value) }
        let short = doubled(doubled(doubled(doubled(1))))
        _ = try GraphDecoder().decode(type(of: short), from: GraphEncoder().encode(short) as Bytes)
        let long = doubled(doubled(doubled(short)))
        #expect(TypeNames.readableName(of: type(of: long)).utf8.count > 4_096)
        let error = #expect(throws: GraphCodableError.self) { try GraphEncoder().encode(["a": long]) as Bytes }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("Pair") == true)
        let generous = GraphDecodingPolicy(maximumTypeNameLength: 1 << 20)
        let archive = try GraphEncoder(policy: generous).encode(long) as Bytes
        #expect(decodingError(type(of: long), archive) == .limitExceeded)
        #expect(decodingError(type(of: long), archive, policy: generous) == nil)
    }

    /// A composite with a slot for each number.
    struct Numbers: GCodable {
        let numbers: [Int]
        init(_ numbers: [Int]) { self.numbers = numbers }
        init(from decoder: GDecoder) throws { numbers = try Array(from: decoder) }
        func encode(to encoder: GEncoder) throws { try numbers.encode(to: encoder) }
    }

    @Test(arguments: [0, 10, 17, 1_000, 60_000, 1_200_000]) func valuesWithoutKeysCostAlike(count: Int) throws {
        let numbers = Numbers(Array(repeating: 1, count: count))
        let archive: Bytes = try GraphEncoder().encode(numbers)
        let error = decodingError(Numbers.self, archive, policy: .strict)
        #expect(error == (count < 1_000_000 ? nil : .limitExceeded))
        #expect(encodingError(numbers, .strict) == error)
    }

    final class Page: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// References that can be loaded later cost more than others.
    @Test(arguments: [1_000, 20_000, 40_000]) func referencesToLoadCostAlike(count: Int) throws {
        let pages = Array(repeating: GraphReference(Page()), count: count)
        let policy = GraphDecodingPolicy(maximumCostPerByte: 1)
        let archive: Bytes = try GraphEncoder().encode(pages)
        let error = decodingError([GraphReference<Page>].self, archive, policy: policy)
        #expect(error == (count < 30_000 ? nil : .limitExceeded))
        #expect(encodingError(pages, policy) == error)
    }

    @Test func anEncoderGoesOnAfterALimit() throws {
        let encoder = GraphEncoder(policy: GraphDecodingPolicy(maximumPlainByteCount: 100, maximumElementCount: 3))
        for _ in 0..<3 {
            expectError(GraphCodableError.self, .limitExceeded) { try encoder.encode([1, 2, 3, 4]) as Bytes }
            expectError(GraphCodableError.self, .limitExceeded) {
                try encoder.encode(String(repeating: "x", count: 100)) as Bytes
            }
            let archive = try encoder.encode([1, 2, 3]) as Bytes
            #expect(try GraphDecoder().decode([Int].self, from: archive) == [1, 2, 3])
        }
    }
}

extension RepositoryTests {
    @Test func aChosenNameThatReadersRefuseIsNotEncoded() throws {
        GTypesRepository.initialize(mainModuleName: "")
        try Cat.register(as: String(repeating: "c", count: 4_096))
        let archive = try GraphEncoder().encode(Cat("Tom")) as Bytes
        #expect(try GraphDecoder().decode(Cat.self, from: archive).name == "Tom")
        try Dog.register(as: String(repeating: "d", count: 4_097))
        expectError(GraphCodableError.self, .limitExceeded) { try GraphEncoder().encode(Dog("Rex")) as Bytes }
    }
}
