import Foundation
import GraphCodable
import TestSupport
import Testing

/// What a decoding policy limits: one less than the limit and the limit pass, one more does not.
@Suite(.serialized) struct PolicyTests {
    typealias Make = ArchiveAssembler

    class Canary: GCodable {
        nonisolated(unsafe) static var initCount = 0
        required init(from decoder: GDecoder) throws { Self.initCount += 1 }
        init() {}
        func encode(to encoder: GEncoder) throws {}
    }

    final class Parrot: Canary {}

    final class Stranger: GCodable {
        required init(from decoder: GDecoder) throws { Canary.initCount += 1 }
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func theBytesOfARawArchiveAreLimited() throws {
        let archive = try GraphEncoder().encode(Array(0..<100)) as Bytes
        let size = UInt64(archive.count)
        #expect(decodingError([Int].self, archive, policy: GraphDecodingPolicy(maximumPlainByteCount: size)) == nil)
        #expect(decodingError([Int].self, archive, policy: GraphDecodingPolicy(maximumPlainByteCount: size + 1)) == nil)
        #expect(
            decodingError([Int].self, archive, policy: GraphDecodingPolicy(maximumPlainByteCount: size - 1))
                == .limitExceeded)
    }

    @Test func objectsAreLimited() throws {
        let archive = try GraphEncoder().encode((0..<10).map { _ in Canary() }) as Bytes
        for (limit, expected) in [(9, GraphCodableError.Code.limitExceeded), (10, nil), (11, nil), (0, .limitExceeded)]
        {
            #expect(
                decodingError([Canary].self, archive, policy: GraphDecodingPolicy(maximumObjectCount: limit))
                    == expected)
        }
    }

    @Test func elementsOfEveryCollectionAreLimited() throws {
        let encoder = GraphEncoder()
        func check<Value: GCodable>(_ value: Value) throws {
            let archive = try encoder.encode(value) as Bytes
            for (limit, expected) in [
                (9, GraphCodableError.Code.limitExceeded), (10, nil), (11, nil), (-1, .limitExceeded),
            ] {
                let policy = GraphDecodingPolicy(maximumElementCount: limit)
                #expect(decodingError(Value.self, archive, policy: policy) == expected, "\(Value.self) \(limit)")
            }
        }
        try check(Array(0..<10))
        try check((0..<10).map { "\($0)" })
        try check(Set(0..<10))
        try check(Set((0..<10).map { "\($0)" }))
        try check(Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, $0) }))
        try check(Data(repeating: 1, count: 10))
        try check((0..<10).map { $0 % 2 == 0 })
        #expect(
            decodingError(
                [Int].self, Make(Make.packed(0, count: 10, Bytes(repeating: 1, count: 10))).bytes,
                policy: GraphDecodingPolicy(maximumElementCount: 9)) == .limitExceeded)
    }

    @Test func entriesOfTheDirectoryAreLimited() throws {
        // Two keys, a type, two shapes and three slots.
        let archive = Make(
            Make.integer(1), keys: ["a", "b"], types: [Make.valueType(Int.self)],
            shapes: [Make.shape(of: 0, 1), Make.shape(of: 0, 1, 2)]
        ).bytes
        for (limit, expected) in [(0, GraphCodableError.Code.limitExceeded), (7, .limitExceeded), (8, nil), (9, nil)] {
            let policy = GraphDecodingPolicy(maximumDirectoryEntryCount: limit)
            #expect(decodingError(Int.self, archive, policy: policy) == expected)
        }
        // What the decoder would refuse is not encoded: a type, a shape without slots, and a shape of one.
        for (limit, isAllowed) in [(3, false), (4, true)] {
            let encoder = GraphEncoder(policy: GraphDecodingPolicy(maximumDirectoryEntryCount: limit))
            let bytes = try? encoder.encode(DeepGraphTests.Nested.make(2)) as Bytes
            #expect((bytes != nil) == isAllowed)
            #expect(bytes.map { decodingError(DeepGraphTests.Nested.self, $0, policy: encoder.policy) } ?? nil == nil)
        }
    }

    @Test func nestingIsLimited() throws {
        for depth in [20, 100, 511, 512] {
            let archive = try GraphEncoder().encode(DeepGraphTests.Nested.make(depth)) as Bytes
            for (limit, expected) in [
                (depth - 1, GraphCodableError.Code.depthExceeded), (depth, nil), (depth + 1, nil),
            ] {
                #expect(
                    decodingError(
                        DeepGraphTests.Nested.self, archive, policy: GraphDecodingPolicy(maximumDepth: limit))
                        == expected)
            }
        }
    }

    @Test func aPolicyMayAllowDeeperValues() throws {
        let inner = [UInt8](repeating: 0x60, count: 2_000) + [0x61]
        let archive = Make(inner, types: [Make.valueType(DeepGraphTests.Nested.self)], shapes: [[7, 0, 0], [3, 0]])
            .bytes
        #expect(decodingError(DeepGraphTests.Nested.self, archive) == .depthExceeded)
        try onThread(stackSize: 64 << 20) {
            #expect(
                decodingError(DeepGraphTests.Nested.self, archive, policy: GraphDecodingPolicy(maximumDepth: 2_001))
                    == nil)
            #expect(
                decodingError(DeepGraphTests.Nested.self, archive, policy: GraphDecodingPolicy(maximumDepth: 2_000))
                    == .depthExceeded)
        }
    }

    @Test func namesOfTypesAreLimited() throws {
        let archive = try GraphEncoder().encode(Canary()) as Bytes
        let length = max(
            _typeName(Canary.self, qualified: true).utf8.count, (_mangledTypeName(Canary.self) ?? "").utf8.count)
        for (limit, expected) in [(length - 1, GraphCodableError.Code.limitExceeded), (length, nil), (length + 1, nil)]
        {
            #expect(
                decodingError(Canary.self, archive, policy: GraphDecodingPolicy(maximumTypeNameLength: limit))
                    == expected)
        }
    }

    // MARK: Allowed types

    /// An object of one class where another is asked for, or where the policy refuses it, is never made.
    static func expectNoInit(_ expected: GraphCodableError.Code?, _ body: () -> GraphCodableError.Code?) {
        Canary.initCount = 0
        #expect(body() == expected)
        #expect(Canary.initCount == 0)
    }

    static func object(_ type: AnyClass) -> Bytes {
        Make(Make.reference(1), Make.composite(0), types: [Make.type(type)], shapes: [[3, 0]]).bytes
    }

    @Test func aClassThatWasNotAskedForIsNeverMade() {
        Self.expectNoInit(.wrongClass) { decodingError(Parrot.self, Self.object(Canary.self)) }
        Self.expectNoInit(.wrongClass) { decodingError(Canary.self, Self.object(Stranger.self)) }
        Self.expectNoInit(.wrongClass) { decodingError([Canary].self, Self.arrayOfObject(Stranger.self)) }
        #expect(decodingError(Canary.self, Self.object(Parrot.self)) == nil)
    }

    private static func arrayOfObject(_ type: AnyClass) -> Bytes {
        Make(
            Make.sequence([Make.reference(1)]), Make.composite(0), types: [Make.type(type)], shapes: [[3, 0]]
        ).bytes
    }

    /// Asks for the same object twice, as two classes.
    private struct Pair: GDecodable {
        init(from decoder: GDecoder) throws {
            _ = try decoder.decode() as Stranger
            _ = try decoder.decode() as Canary
        }
    }

    @Test func aSecondReferenceIsCheckedLikeTheFirst() {
        Canary.initCount = 0
        let archive = Make(
            Make.composite(1, Make.reference(1), Make.reference(1)), Make.composite(0),
            types: [Make.type(Stranger.self), Make.valueType(Pair.self)], shapes: [[3, 0], [11, 1, 0, 0]]
        ).bytes
        #expect(decodingError(Pair.self, archive) == .wrongClass)
        #expect(Canary.initCount == 1)
    }

    @Test func onlyTheTypesOfAListAreMade() {
        let only = GraphDecodingPolicy(allowedTypes: .only([Canary.self]))
        #expect(decodingError(Canary.self, Self.object(Canary.self), policy: only) == nil)
        Self.expectNoInit(.typeNotAllowed) { decodingError(Canary.self, Self.object(Parrot.self), policy: only) }
        Self.expectNoInit(.wrongClass) { decodingError(Parrot.self, Self.object(Canary.self), policy: only) }
        let none = GraphDecodingPolicy(allowedTypes: .only([]))
        Self.expectNoInit(.typeNotAllowed) { decodingError(Canary.self, Self.object(Canary.self), policy: none) }
    }

    @Test func aClosureIsAskedBeforeANameIsLookedUp() {
        let names = Locked<[GraphDecodingPolicy.TypeName]>([])
        let policy = GraphDecodingPolicy(
            allowedTypes: .matching { name in
                names.set(names.get() + [name])
                return name.stands(for: Canary.self)
            })
        #expect(decodingError(Canary.self, Self.object(Canary.self), policy: policy) == nil)
        Self.expectNoInit(.typeNotAllowed) { decodingError(Canary.self, Self.object(Parrot.self), policy: policy) }
        #expect(names.get().map(\.name) == [_mangledTypeName(Canary.self), _mangledTypeName(Parrot.self)])
        #expect(names.get().allSatisfy { $0.isClass && !$0.isChosen })
    }

    /// The readable name of an archive is for people, but former names of types are compared with it.
    @Test(arguments: ["GraphCodableTests.PolicyTests.Magpie", "Old.Canary", "GraphCodableTests.PolicyTests.Stranger"])
    func aReadableNameAllowsNoOtherType(readable: String) {
        struct Holder: GDecodable {
            init(from decoder: GDecoder) throws { _ = try decoder.decode(any: (any GCodable).self) }
        }
        let archive = Make(
            Make.composite(0, Make.typed(1, Make.composite(1))),
            types: [
                Make.valueType(Holder.self),
                Make.type(readable, name: _mangledTypeName(StrangeValue.self) ?? "", flags: 2),
            ], shapes: [[7, 0, 0], [0]]
        ).bytes
        let policy = GraphDecodingPolicy(
            allowedTypes: .matching { $0.stands(for: Magpie.self) || $0.stands(for: RenamedValue.self) })
        Self.expectNoInit(.typeNotAllowed) { decodingError(Holder.self, archive, policy: policy) }
    }

    /// No test registers it, so it is not found by its readable name.
    final class Magpie: GCodable {
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct StrangeValue: GCodable {
        init(from decoder: GDecoder) throws { Canary.initCount += 1 }
        func encode(to encoder: GEncoder) throws {}
    }

    struct RenamedValue: GCodable, GNamed {
        static let archiveName: ArchiveName = .init("Canary", aliases: ["Old.Canary"])
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func valuesOfProtocolTypesObeyThePolicy() {
        struct Holder: GDecodable {
            init(from decoder: GDecoder) throws { _ = try decoder.decode(any: Any.self) }
        }
        func archive(_ type: Any.Type) -> Bytes {
            Make(
                Make.composite(0, Make.typed(1, Make.integer(5))),
                types: [
                    Make.valueType(Holder.self), Make.type("T", name: _mangledTypeName(type) ?? "", flags: 2),
                ], shapes: [[7, 0, 0]]
            ).bytes
        }
        #expect(decodingError(Holder.self, archive(Int.self)) == nil)
        #expect(decodingError(Holder.self, archive(Int.self), policy: .strict) == nil)
        #expect(decodingError(Holder.self, archive(Duration.self)) == nil)
        #expect(decodingError(Holder.self, archive(Duration.self), policy: .strict) == .typeNotAllowed)
        let only = GraphDecodingPolicy(allowedTypes: .only([Duration.self]))
        #expect(decodingError(Holder.self, archive(Duration.self), policy: only) == nil)
        #expect(decodingError(Holder.self, archive(Int.self), policy: only) == .typeNotAllowed)
    }
}

// The repository belongs to the process: what uses it runs with the tests of the repository, one after another.
extension RepositoryTests {
    @Test func onlyRegisteredTypesAreMade() {
        let policy = GraphDecodingPolicy.strict
        PolicyTests.expectNoInit(.typeNotAllowed) {
            decodingError(PolicyTests.Canary.self, PolicyTests.object(PolicyTests.Canary.self), policy: policy)
        }
        // A name that nothing is registered under is refused like one that no type of the program has.
        let unknown = ArchiveAssembler(
            ArchiveAssembler.reference(1), ArchiveAssembler.composite(0),
            types: [ArchiveAssembler.type("A", name: "1A1AC")], shapes: [[3, 0]]
        ).bytes
        PolicyTests.expectNoInit(.typeNotAllowed) { decodingError(PolicyTests.Canary.self, unknown, policy: policy) }
        PolicyTests.Canary.register()
        #expect(
            decodingError(PolicyTests.Canary.self, PolicyTests.object(PolicyTests.Canary.self), policy: policy) == nil)
        PolicyTests.expectNoInit(.typeNotAllowed) {
            decodingError(PolicyTests.Canary.self, PolicyTests.object(PolicyTests.Parrot.self), policy: policy)
        }
    }
}
