import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Encoding in canonical order takes little work, and refuses what other encoding refuses.
struct CanonicalEncodingTests {
    enum Key: String { case name, members, more, other, last }

    struct Sparse: GCodable, Equatable {
        var fields: [Int?]
        init(_ fields: [Int?]) { self.fields = fields }
        init(from decoder: GDecoder) throws {
            fields = try [Key.name, .members, .more, .other].map { try decoder.decodeIfPresent(for: $0) }
        }
        func encode(to encoder: GEncoder) throws {
            for (field, key) in zip(fields, [Key.name, .members, .more, .other]) {
                try encoder.encodeIfPresent(field, for: key)
            }
        }
    }

    final class Page: GCodable {
        var next: Page?
        var text: String
        var sparse: [Sparse]
        var bytes: [UInt8]
        init(_ number: Int, _ next: Page?) {
            (self.next, text) = (next, String(repeating: "x", count: number * 397))
            sparse = (0..<number).map { index in Sparse((0..<4).map { index >> $0 & 1 == 0 ? nil : $0 }) }
            bytes = Array(repeating: 255, count: number * 301)
        }
        init(from decoder: GDecoder) throws {
            next = try decoder.decode()
            (text, sparse, bytes) = (try decoder.decode(), try decoder.decode(), try decoder.decode())
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(next)
            try encoder.encode(text)
            try encoder.encode(sparse)
            try encoder.encode(bytes)
        }
    }

    @Test func withoutSetsTheBytesAreTheUsualOnes() throws {
        let page = (0..<150).reduce(nil) { Page($1, $0) }
        let bytes = try canonicalArchive(of: page)
        #expect(try bytes == GraphEncoder().encode(page))
        #expect(try GraphDecoder().decode(Page.self, from: bytes).sparse == page?.sparse)
        var pieces: Bytes = []
        try GraphEncoder(.canonical).encode(page) { pieces.append(contentsOf: $0) }
        #expect(pieces == bytes)
    }

    @Test func largeCompositesDoNotDependOnWhereChunksEnd() throws {
        struct Large: GCodable, Hashable {
            var name: Int
            var text: String
            init(_ name: Int) { (self.name, text) = (name, String(repeating: "\(name % 10)", count: 5_000 + name)) }
            init(from decoder: GDecoder) throws {
                (name, text) = (try decoder.decode(for: Key.name), try decoder.decode(for: Key.members))
                _ = try decoder.decode(for: Key.last) as Int
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(name, for: Key.name)
                try encoder.encodeIfPresent(name % 3 == 0 ? 1 : nil as Int?, for: Key.more)
                try encoder.encode(text, for: Key.members)
                try encoder.encodeIfPresent(name % 2 == 0 ? 1 : nil as Int?, for: Key.other)
                try encoder.encode(1, for: Key.last)
            }
        }
        var random = SplitMix64(seed: 3)
        let elements = (0..<60).map(Large.init)
        let bytes = try canonicalArchive(of: Set(elements))
        for _ in 0..<2 {
            #expect(try canonicalArchive(of: CanonicalOrderTests.Value.set(of: elements, &random)) == bytes)
        }
        #expect(try GraphDecoder().decode(Set<Large>.self, from: bytes) == Set(elements))
    }

    // MARK: Work

    /// A value with sets of its own type.
    struct Tree: GEncodable, Hashable {
        var children: Set<Tree>
        var name: Int
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name)
            try encoder.encode(children)
        }

        static func nested(_ depth: Int) -> Tree {
            (1..<depth).reduce(Tree(children: [], name: 0)) { tree, name in
                Tree(children: [tree, Tree(children: [], name: name)], name: 0)
            }
        }
    }

    /// Counts how often it is encoded.
    final class Counter: GCodable, Hashable {
        nonisolated(unsafe) static var count = 0
        let name: Int
        var members: Set<Counter> = []
        init(_ name: Int) { self.name = name }
        init(from decoder: GDecoder) throws {
            name = try decoder.decode()
            try decoder.deferDecode { self.members = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            Self.count += 1
            try encoder.encode(name)
            try encoder.encode(members)
        }
        static func == (left: Counter, right: Counter) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    @Test func eachObjectIsEncodedOnce() throws {
        let owner = Counter(0)
        var last = owner
        // Sets in objects in sets, each of which leads to all others.
        for name in 1..<1_000 {
            let next = Counter(name)
            last.members = [next, owner]
            last = next
        }
        Counter.count = 0
        let copy = try GraphDecoder().decode(Counter.self, from: canonicalArchive(of: owner))
        #expect(Counter.count == 1_000)
        for root in [owner, copy] {
            var nodes = [root]
            while let node = nodes.popLast() {
                nodes += node.members
                node.members = []
            }
        }
    }

    @Test func theWorkOfNestedSetsIsBounded() throws {
        func work(_ depth: Int) throws -> (size: Int, work: Int) {
            let tree = Tree.nested(depth)
            let session = EncodingSession(.init(options: .canonical, policy: GraphDecodingPolicy()))
            defer { session.end() }
            try session.run({ try tree._encode(into: $0) }, [:], sink: nil, descriptions: nil)
            let archive = try MarkedArchive(session)
            let storage = archive.records
            let size = storage.withBytes { $0.count }
            let work = storage.withWalker { walker in
                Result {
                    var form = CanonicalOrder(storage, walker)
                    try form.sort(try #require(storage.byteRange(of: 0)))
                    return form.work
                }
            }
            return (size, try work.get())
        }
        // Each level sorts what is in it: twice the depth, four times the work, with at most 512 levels.
        let (small, large) = (try work(100), try work(200))
        #expect(large.work < 5 * small.work)
        #expect(large.work < 200 * 8 * large.size)
    }

    @Test func setsThatNestTooDeeplyAreRefused() throws {
        for depth in [255, 256, 257, 300] {
            let deep = Tree.nested(depth)
            try onThread {
                let errors = [GraphEncoder.Options(), .canonical].map { options -> GraphCodableError.Code? in
                    do {
                        _ = try GraphEncoder(options).encode(deep) as Bytes
                        return nil
                    } catch {
                        return (error as? GraphCodableError)?.code
                    }
                }
                #expect(errors[0] == errors[1], "\(depth)")
            }
        }
    }

    // MARK: Limits, errors and encoders

    @Test func theLimitsAreThoseOfTheArchive() throws {
        var policy = GraphDecodingPolicy()
        let set = Set((0..<50).map { ["\($0)"] })
        let size = try canonicalArchive(of: set).count
        policy.maximumPlainByteCount = UInt64(size)
        #expect(try GraphEncoder(.canonical, policy: policy).encode(set) == canonicalArchive(of: set))
        policy.maximumPlainByteCount = UInt64(size) - 1
        let error = #expect(throws: GraphCodableError.self) {
            try GraphEncoder(.canonical, policy: policy).encode(set) as Bytes
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func anErrorHasTheWholePath() throws {
        struct Refusing: GEncodable, Hashable {
            let number: Int
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(number, for: Key.name)
                try encoder.encode(number, for: Key.name)
            }
        }
        struct Root: GEncodable {
            func encode(to encoder: GEncoder) throws {
                try encoder.encode([Refusing(number: 1), Refusing(number: 2)] as Set, for: Key.members)
            }
        }
        let errors = [GraphEncoder.Options(), .canonical].map { options in
            #expect(throws: GraphCodableError.self) { try GraphEncoder(options).encode(Root()) as Bytes }?.description
        }
        #expect(errors[0] != nil && errors[0] == errors[1])
    }

    @Test func theErrorOfASinkIsThrown() throws {
        struct Full: Error {}
        #expect(throws: Full.self) {
            try GraphEncoder(.canonical).encode(Set((0..<30_000).map { "\($0)" })) { _ in throw Full() }
        }
    }

    final class Keeper: GEncodable {
        nonisolated(unsafe) static var kept: (any GEncoder)?
        func encode(to encoder: GEncoder) throws {
            Self.kept = encoder
            #expect(encoder.userInfo.count == 1)
            try encoder.encode([1: "a", 2: "b"])
        }
    }

    @Test func anEncoderThatWasKeptIsNotUsedAgain() throws {
        let encoder = GraphEncoder(.canonical)
        encoder.userInfo = [CodingUserInfoKey(rawValue: "key").unsafelyUnwrapped: 1]
        let bytes = try encoder.encode(Keeper()) as Bytes
        let kept = try #require(Keeper.kept)
        let error = #expect(throws: GraphCodableError.self) { try Set([1, 2]).encode(to: kept) }
        #expect(error?.code == .misuse)
        #expect(try encoder.encode(Keeper()) == bytes)
        Keeper.kept = nil
    }
}
