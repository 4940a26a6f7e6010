import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

/// A decoder and the options of a container have a policy each; both hold, for each of their properties, wherever an archive is
/// read.
struct PolicyIntersectionTests {
    final class Allowed: GCodable {
        var other: Other?
        init() { other = Other() }
        init(from decoder: GDecoder) throws { other = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(other) }
    }

    final class Other: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// Ten objects, 2 MiB of zeros, and 35 MiB of values that are nil: each strict policy below refuses it.
    struct Root: GCodable {
        let objects: [Allowed]
        let zeros: Data
        let vectors: [SIMD64<Double>?]
        init() {
            (objects, zeros) = ((0..<10).map { _ in Allowed() }, Data(count: 2 << 20))
            vectors = Array(repeating: nil, count: 70_000)
        }
        init(from decoder: GDecoder) throws {
            (objects, zeros) = (try decoder.decode(), try decoder.decode())
            vectors = try decoder.decode()
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(objects)
            try encoder.encode(zeros)
            try encoder.encode(vectors)
        }
    }

    /// For each property of a policy one that refuses ``Root`` for that property alone.
    private static let strict: [String: GraphDecodingPolicy] = [
        "maximumPlainByteCount": GraphDecodingPolicy(maximumPlainByteCount: 1 << 20),
        "maximumExpansion": GraphDecodingPolicy(maximumExpansion: 2),
        "maximumObjectCount": GraphDecodingPolicy(maximumObjectCount: 9),
        "maximumElementCount": GraphDecodingPolicy(maximumElementCount: 9),
        "maximumDepth": GraphDecodingPolicy(maximumDepth: 1),
        "maximumInitializerDepth": GraphDecodingPolicy(maximumInitializerDepth: 1),
        "maximumTypeNameLength": GraphDecodingPolicy(maximumTypeNameLength: 4),
        "maximumDirectoryEntryCount": GraphDecodingPolicy(maximumDirectoryEntryCount: 2),
        "maximumCostPerByte": GraphDecodingPolicy(maximumCostPerByte: 0),
        "maximumMemory": GraphDecodingPolicy(maximumMemory: 16 << 20),
        "allowedTypes": GraphDecodingPolicy(allowedTypes: .only([Allowed.self])),
    ]
    /// The properties that limit what is made, not what is looked at.
    private static let makingOnly: Set = [
        "allowedTypes", "maximumInitializerDepth", "maximumCostPerByte", "maximumMemory",
    ]

    /// The properties that limit something, which `switchesStacks` does not.
    private static var properties: [String] {
        Mirror(reflecting: GraphDecodingPolicy()).children.compactMap(\.label).filter { $0 != "switchesStacks" }
    }

    @Test func stacksAreSwitchedIfBothPoliciesSwitchThem() {
        var staying = GraphDecodingPolicy()
        staying.switchesStacks = false
        #expect(!staying.limited(by: GraphDecodingPolicy()).switchesStacks)
        #expect(!GraphDecodingPolicy().limited(by: staying).switchesStacks)
        #expect(GraphDecodingPolicy().limited(by: GraphDecodingPolicy()).switchesStacks)
        #expect(staying.isWithin(GraphDecodingPolicy()) && !GraphDecodingPolicy().isWithin(staying))
    }

    @Test func everyPropertyIsTested() {
        #expect(Set(Self.properties) == Set(Self.strict.keys))
    }

    @Test(arguments: PolicyIntersectionTests.properties)
    func theStricterPolicyHoldsInEveryFace(property: String) throws {
        let strict = try #require(Self.strict[property])
        try withTemporaryFolder { try check(property, strict, path: $0 + "/root.graphz") }
    }

    /// The archive of ``Root``, compressed and raw.
    private static let archives = Result {
        let raw = try GraphEncoder().encode(Root()) as Bytes
        return (compressed: try GraphContainer.compress(raw, codec: .zlib) as Bytes, raw: raw)
    }

    @Test func theArchiveIsSoundIfNoPolicyIsStrict() throws {
        let decoded = try GraphDecoder().decode(Root.self, fromArchive: Self.archives.get().compressed)
        #expect(decoded.objects.count == 10)
    }

    private func check(_ property: String, _ strict: GraphDecodingPolicy, path: String) throws {
        let (archive, plain) = try Self.archives.get()
        try write(archive, to: path)
        // An archive that is raw does not grow.
        let raw = property == "maximumExpansion" ? archive : plain

        for (policy, limits) in [(GraphDecodingPolicy(), strict), (strict, GraphDecodingPolicy())] {
            let decoder = GraphDecoder(policy: policy)
            let options = GraphContainerReadingOptions(policy: limits)
            expectRefusal(property) { try decoder.decode(Root.self, fromArchive: archive, options: options) }
            expectRefusal(property) { try decoder.decode(Root.self, fromArchive: raw, options: options) }
            expectRefusal(property) { try decoder.decode(Root.self, fromArchive: AnySequence(raw), options: options) }
            expectRefusal(property) { try decoder.load(Root.self, from: path, options: options) }
            expectRefusal(property) { try decoder.load(Root.self, from: path, backups: 2, options: options) }
            expectRefusal(property) { try decoder.recover(Root.self, from: path, options: options) }
        }

        guard !Self.makingOnly.contains(property) else { return }
        let options = GraphContainerReadingOptions(policy: strict)
        expectRefusal(property) { try GraphArchive(from: .path(path), options: options).verify() }
    }

    private func expectRefusal<Result>(
        _ property: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
    ) {
        do {
            _ = try body()
            Issue.record("\(property) does not hold.", sourceLocation: sourceLocation)
        } catch let error as any GraphError {
            #expect(
                ["limitExceeded", "depthExceeded", "typeNotAllowed"].contains("\(error.code)"), "\(error)",
                sourceLocation: sourceLocation)
            #expect(error.isInputAtFault, "\(error)", sourceLocation: sourceLocation)
        } catch {
            Issue.record("\(error)", sourceLocation: sourceLocation)
        }
    }

    @Test func theSmallerOfTwoLimitsHolds() {
        let (small, large) = (
            GraphDecodingPolicy(
                maximumPlainByteCount: 1, maximumExpansion: 2, maximumObjectCount: 3, maximumElementCount: 4,
                maximumDepth: 5, maximumInitializerDepth: 8, maximumTypeNameLength: 6, maximumDirectoryEntryCount: 7,
                maximumCostPerByte: 9, maximumMemory: 10),
            GraphDecodingPolicy(
                maximumPlainByteCount: 11, maximumExpansion: 12, maximumObjectCount: 13, maximumElementCount: 14,
                maximumDepth: 15, maximumInitializerDepth: 18, maximumTypeNameLength: 16,
                maximumDirectoryEntryCount: 17, maximumCostPerByte: 19, maximumMemory: 20)
        )
        let smallest = Self.limits(of: small)
        #expect(smallest.count == Self.properties.count - 1)
        #expect(Self.limits(of: small.limited(by: large)) == smallest)
        #expect(Self.limits(of: large.limited(by: small)) == smallest)
        #expect(small.isWithin(large) && !large.isWithin(small))
        for property in Self.properties {
            // A policy that is stricter in any one property adds a limit.
            let strict = Self.strict[property] ?? GraphDecodingPolicy()
            #expect(!GraphDecodingPolicy().isWithin(strict), "\(property)")
        }
    }

    private static func limits(of policy: GraphDecodingPolicy) -> [String: Int] {
        Mirror(reflecting: policy).children.reduce(into: [:]) { limits, child in
            guard let label = child.label, let value = child.value as? any BinaryInteger else { return }
            limits[label] = Int(value)
        }
    }

    @Test func aTypeMustBeAllowedByBothPolicies() throws {
        let archive = try GraphEncoder().encode(Allowed()) as Bytes
        func isAllowed(
            _ first: GraphDecodingPolicy.AllowedTypes, _ second: GraphDecodingPolicy.AllowedTypes
        ) -> Bool {
            let policy = GraphDecodingPolicy(allowedTypes: first).limited(by: GraphDecodingPolicy(allowedTypes: second))
            return (try? GraphDecoder(policy: policy).decode(Allowed.self, from: archive)) != nil
        }
        let both = GraphDecodingPolicy.AllowedTypes.only([Allowed.self, Other.self])
        let one = GraphDecodingPolicy.AllowedTypes.only([Allowed.self])
        let byName = GraphDecodingPolicy.AllowedTypes.matching { $0.isClass }
        let none = GraphDecodingPolicy.AllowedTypes.matching { _ in false }
        for accepting in [both, byName, .requested] {
            for other in [both, byName, .requested] {
                #expect(isAllowed(accepting, other))
            }
            for refusing in [one, none, .registered] {
                #expect(!isAllowed(accepting, refusing) && !isAllowed(refusing, accepting))
            }
        }
    }

    @Test func theUserInfoIsThatOfTheDecoder() throws {
        struct Asking: GCodable {
            var found: String?
            init() {}
            init(from decoder: GDecoder) throws {
                let key = try #require(CodingUserInfoKey(rawValue: "name"))
                found = decoder.userInfo[key] as? String
            }
            func encode(to encoder: GEncoder) throws {}
        }
        let decoder = GraphDecoder()
        decoder.userInfo = [try #require(CodingUserInfoKey(rawValue: "name")): "value"]
        let archive = try GraphEncoder().encode(Asking(), codec: .lz4) as Bytes
        let options = GraphContainerReadingOptions(policy: .strict)
        #expect(try decoder.decode(Asking.self, fromArchive: archive, options: options).found == "value")
    }
}
