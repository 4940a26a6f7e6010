import Foundation
import Testing

@testable import GraphCodable

/// Sessions are shared by the coders of the process, and nobody notices.
struct SessionPoolTests {
    final class Witness: Sendable {}

    struct Asking: GCodable {
        static let key = CodingUserInfoKey(rawValue: "witness")
        var found = false
        init() {}
        init(from decoder: GDecoder) throws { found = decoder.userInfo[try #require(Self.key)] != nil }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(encoder.userInfo[try #require(Self.key)] != nil)
        }
    }

    /// Notes how many types its session knows.
    struct Identified: GCodable, GIdentifiable {
        struct Last: GCodable {
            init() {}
            init(from decoder: GDecoder) throws {}
            func encode(to encoder: GEncoder) throws {}
        }

        final class Counts { var list: [Int] = [] }

        let counts: Counts
        var gcodableID: Int? { 1 }
        init(_ counts: Counts) { self.counts = counts }
        init(from decoder: GDecoder) throws { counts = Counts() }
        func encode(to encoder: GEncoder) throws {
            counts.list.append(encoder._writer.withSession { $0.types.count })
            try encoder.encode(Last())
        }
    }

    @Test func whatASessionHasLearnedIsKeptWithIdentities() throws {
        let counts = Identified.Counts()
        let encoder = GraphEncoder()
        for _ in 0..<3 { _ = try encoder.encode(Identified(counts)) as Bytes }
        #expect(counts.list.count == 3 && counts.list[1] == counts.list[0] + 1 && counts.list[2] == counts.list[1])
    }

    @Test func userInfoIsNeitherSharedNorKept() throws {
        let key = try #require(Asking.key)
        weak var kept: Witness?
        do {
            let witness = Witness()
            kept = witness
            let encoder = GraphEncoder()
            encoder.userInfo[key] = witness
            #expect(try encoder.encode(Asking()) as Bytes != GraphEncoder().encode(Asking()) as Bytes)
            let bytes = try encoder.encode(Asking()) as Bytes
            let decoder = GraphDecoder()
            decoder.userInfo[key] = witness
            #expect(try decoder.decode(Asking.self, from: bytes).found)
            #expect(try !GraphDecoder().decode(Asking.self, from: bytes).found)
            // A session that has the old information is not used with the new.
            encoder.userInfo = [:]
            decoder.userInfo = [:]
            #expect(try encoder.encode(Asking()) as Bytes == GraphEncoder().encode(Asking()) as Bytes)
            #expect(try !decoder.decode(Asking.self, from: bytes).found)
            encoder.userInfo[key] = witness
            #expect(try encoder.encode(Asking()) as Bytes == bytes)
        }
        #expect(kept == nil)
    }

    final class Node: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// What one decoder has looked up, another that may not is not given.
    @Test func policiesAreNotMixedUp() throws {
        let bytes = try GraphEncoder().encode(Node()) as Bytes
        let policies: [(policy: GraphDecodingPolicy, isEnough: Bool)] = [
            (GraphDecodingPolicy(), true),
            (GraphDecodingPolicy(allowedTypes: .only([])), false),
            (GraphDecodingPolicy(allowedTypes: .only([Node.self])), true),
            (GraphDecodingPolicy(allowedTypes: .registered), false),
            (GraphDecodingPolicy(allowedTypes: .matching { _ in false }), false),
            (GraphDecodingPolicy(allowedTypes: .matching { _ in true }), true),
            (GraphDecodingPolicy(maximumPlainByteCount: 10), false),
            (GraphDecodingPolicy(maximumTypeNameLength: 3), false),
            (GraphDecodingPolicy(maximumDirectoryEntryCount: 0), false),
        ]
        for _ in 0..<3 {
            for (policy, isEnough) in policies.shuffled() {
                let node = try? GraphDecoder(policy: policy).decode(Node.self, from: bytes)
                #expect((node != nil) == isEnough)
            }
        }
    }

    @Test func optionsAreNotMixedUp() throws {
        let shared = Node()
        let options: [GraphEncoder.Options] = [
            [], .disableIdentity, .disableInheritance, .mimicSwiftCodable, .tryHashableIdentityAtFirst,
        ]
        let expected = try options.map { try GraphEncoder($0).encode([shared, shared, Node()]) as Bytes }
        for _ in 0..<3 {
            for (option, bytes) in zip(options, expected).shuffled() {
                #expect(try GraphEncoder(option).encode([shared, shared, Node()]) as Bytes == bytes)
            }
        }
    }

    @Test func idleSessionsAreBounded() throws {
        let policies = (0..<20).map { GraphDecodingPolicy(maximumObjectCount: 1_000 + $0) }
        for policy in policies {
            _ = try GraphEncoder(policy: policy).encode([Node()]) as Bytes
        }
        let kept = policies.compactMap { EncodingSession.shared.take(.init(options: [], policy: $0)) }
        kept.forEach { $0.release() }
        #expect(kept.count <= IdleSessions<EncodingSession>.limit)
    }

    /// Encodes while it is encoded, with the same encoder: that takes another session.
    struct Recursive: GCodable {
        let encoder = GraphEncoder()
        let depth: Int
        init(_ depth: Int) { self.depth = depth }
        init(from decoder: GDecoder) throws { depth = try decoder.decode() }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(depth)
            if depth > 0 {
                let inner = try self.encoder.encode(Recursive(depth - 1)) as Bytes
                try encoder.encode(inner)
            }
        }
    }

    @Test func encodingsLieInsideOneAnother() throws {
        let bytes = try GraphEncoder().encode(Recursive(12)) as Bytes
        #expect(try GraphDecoder().decode(Recursive.self, from: bytes).depth == 12)
    }
}
