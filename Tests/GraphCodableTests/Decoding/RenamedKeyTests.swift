import TestSupport
import Testing

@testable import GraphCodable

/// A renamed property falls back to its default, which is reported.
struct RenamedKeyTests {
    /// What an older program wrote.
    struct Old: GEncodable {
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode("h", for: Key.headline)
            try encoder.encode(Inner(), for: Key.inner)
        }
    }

    struct Inner: GCodable {
        init() {}
        init(from decoder: any GDecoder) throws { _ = try decoder.decode(for: Key.title, default: "none") }
        func encode(to encoder: any GEncoder) throws {}
    }

    struct Page: GDecodable {
        let title: String
        init(from decoder: any GDecoder) throws {
            title = try decoder.decode(for: Key.title, default: "untitled")
            let _: Inner = try decoder.decode(for: Key.inner)
        }
    }

    enum Key: String { case headline, title, inner, first, second, unread, next }

    @Test func aKeyThatNobodyReadsIsReportedWithTheOneThatIsMissing() throws {
        let archive = try GraphEncoder().encode([Old(), Old()]) as Bytes
        #expect(try GraphDecoder().decode([Page].self, from: archive).map(\.title) == ["untitled", "untitled"])
        #if DEBUG
        let warnings = DecodingSession.renamedKeys.withLock { $0 }.filter { $0.key.contains("RenamedKeyTests.Old") }
        #expect(
            warnings == [
                "GraphCodableTests.RenamedKeyTests.Old.title": """
                An archive of GraphCodableTests.RenamedKeyTests.Old has 'headline', which nobody reads, but not 'title', for \
                which the default is used. If a property was renamed, name its old key, as in @CodableAlias("headline"). \
                If it was removed, read the key in migrate(from:_:).
                """
            ])
        #endif
    }

    /// A class whose first version had another key, which it migrates or does not.
    final class Migrating: GCodable, GVersion {
        static let current = Locked<UInt32>(1)
        static let asks = Locked(false)
        var encodeVersion: UInt32 { Self.current.get() }

        init() {}
        init(from decoder: any GDecoder) throws {
            try decoder.refuseVersions(after: Self.current.get())
            _ = try decoder.decode(for: Key.title, default: "none")
            if Self.asks.get(), try decoder.encodedVersion < 2 { return }
        }
        func encode(to encoder: any GEncoder) throws { try encoder.encode("h", for: Key.headline) }
    }

    @Test func whatAnInitializerMigratesIsNotReported() throws {
        let archive = try GraphEncoder().encode(Migrating()) as Bytes
        Migrating.current.set(2)
        for asks in [true, false] {
            Migrating.asks.set(asks)
            _ = try GraphDecoder().decode(Migrating.self, from: archive)
            #if DEBUG
            let keys = DecodingSession.renamedKeys.withLock { Array($0.keys) }
            #expect(keys.contains { $0.hasSuffix("Migrating.title") } == !asks)
            #endif
        }
    }

    /// What has a shape of its own, and an initializer that looks for one key.
    struct First: GCodable {
        init() {}
        init(from decoder: any GDecoder) throws { _ = try decoder.decode(for: Key.first, default: "none") }
        func encode(to encoder: any GEncoder) throws {}
    }

    struct Second: GCodable {
        init() {}
        init(from decoder: any GDecoder) throws { _ = try decoder.decode(for: Key.second, default: "none") }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(1, for: Key.unread) }
    }

    @Test func aReusedDecoderForgetsWhatAnEarlierArchiveLacked() throws {
        // The same buffer, so that both composites begin at one address.
        var buffer = [UInt8](repeating: 0, count: 4096)
        let decoder = GraphDecoder()
        func decode<Root: GCodable>(_ root: Root) throws {
            let archive: Bytes = try GraphEncoder().encode(root)
            buffer.replaceSubrange(0..<archive.count, with: archive)
            _ = try buffer.withUnsafeBytes { bytes in
                try decoder.check(Root.self, from: UnsafeRawBufferPointer(rebasing: bytes[..<archive.count]))
            }
        }
        try decode(First())
        try decode(Second())
        #if DEBUG
        let warning = DecodingSession.renamedKeys.withLock { $0.first { $0.key.hasSuffix("Second.second") } }
        #expect(warning?.value.contains("but not 'second',") == true)
        #endif
    }

    /// Decodes by keys what an older program encoded without.
    struct Keyed: GCodable {
        init() {}
        init(from decoder: any GDecoder) throws { _ = try decoder.decode(for: Key.first, default: 1) }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(1)
            try encoder.encode("precious")
        }
    }

    /// Shares a key with the former type of a property.
    struct Similar: GCodable {
        init() {}
        init(from decoder: any GDecoder) throws {
            _ = try decoder.decode(for: Key.title) as String
            _ = try decoder.decode(for: Key.second, default: "none")
        }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode("t", for: Key.title)
            try encoder.encode(1, for: Key.unread)
        }
    }

    struct Holder: GCodable {
        init() {}
        init(from decoder: any GDecoder) throws {
            _ = try decoder.decode(for: Key.inner, convertingFrom: Int.self) { _ in Similar() } as Similar
        }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(Similar(), for: Key.inner) }
    }

    @Test func valuesWithoutKeysThatNobodyReadsAreReported() throws {
        _ = try GraphDecoder().decode(Keyed.self, from: GraphEncoder().encode(Keyed()) as Bytes)
        #if DEBUG
        let warning = DecodingSession.renamedKeys.withLock { $0.first { $0.key.hasSuffix("Keyed.first") } }
        #expect(warning?.value.contains("has 2 values without keys, which nobody reads, but not 'first'") == true)
        #endif
    }

    @Test func keysThatThePresentTypeOfAPropertyDoesNotReadAreReported() throws {
        _ = try GraphDecoder().decode(Holder.self, from: GraphEncoder().encode(Holder()) as Bytes)
        #if DEBUG
        let warning = DecodingSession.renamedKeys.withLock { $0.first { $0.key.hasSuffix("Similar.second") } }
        #expect(warning?.value.contains("has 'unread', which nobody reads, but not 'second'") == true)
        #endif
    }

    /// What properties had whose types have changed.
    struct Former: GCodable {
        struct Part: GCodable {
            init() {}
            init(from decoder: any GDecoder) throws { _ = try decoder.decode(for: Key.unread) as Int }
            func encode(to encoder: any GEncoder) throws { try encoder.encode(1, for: Key.unread) }
        }

        init() {}
        init(from decoder: any GDecoder) throws {
            _ = try decoder.decode(for: Key.inner) as Part
            _ = try decoder.decode(for: Key.first) as Int
        }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(Part(), for: Key.inner)
            try encoder.encode(1, for: Key.first)
        }
    }

    /// Can be decoded from anything, but reads no key of the former type.
    struct Lenient: GDecodable {
        init() {}
        init(from decoder: any GDecoder) throws { _ = try decoder.decode(for: Key.title, default: "none") }
    }

    /// Fails after a value inside it has been decoded without its key.
    struct Strict: GDecodable {
        init() {}
        init(from decoder: any GDecoder) throws {
            _ = try decoder.decode(for: Key.inner) as Lenient
            _ = try decoder.decode(for: Key.first) as String
        }
    }

    struct Changed<Present: GDecodable>: GDecodable {
        init(from decoder: any GDecoder) throws {
            _ = try decoder.decode(for: Key.next, convertingFrom: [Former].self) { _ in [] as [Present] }
        }
    }

    struct Writing: GEncodable {
        func encode(to encoder: any GEncoder) throws { try encoder.encode([Former()], for: Key.next) }
    }

    @Test func whatIsReadAsTheFormerTypeOfAPropertyIsNotReported() throws {
        let archive = try GraphEncoder().encode(Writing()) as Bytes
        #expect(try GraphCodableUti.unreadKeys(of: Changed<Lenient>.self, in: archive) == [])
        #expect(try GraphCodableUti.unreadKeys(of: Changed<Strict>.self, in: archive) == [])
        #if DEBUG
        let types = DecodingSession.renamedKeys.withLock { Array($0.keys) }
        #expect(!types.contains { $0.contains("RenamedKeyTests.Former") }, "\(types)")
        #endif
    }

    /// Tries a type before another one, which reads other keys.
    struct Trying: GDecodable {
        struct First: GDecodable {
            init(from decoder: any GDecoder) throws {
                _ = try decoder.decode(for: Key.title, default: "none")
                _ = try decoder.decode(for: Key.unread) as Int
            }
        }

        struct Second: GDecodable {
            init(from decoder: any GDecoder) throws {}
        }

        struct Written: GEncodable {
            func encode(to encoder: any GEncoder) throws { try encoder.encode("h", for: Key.headline) }
        }

        init(from decoder: any GDecoder) throws {
            do {
                _ = try decoder.decode(for: Key.next) as First
            } catch {
                _ = try decoder.decode(for: Key.next) as Second
            }
        }
    }

    struct WritingForTrying: GEncodable {
        func encode(to encoder: any GEncoder) throws { try encoder.encode(Trying.Written(), for: Key.next) }
    }

    @Test func keysThatAFailedAttemptMissesAreNotReported() throws {
        _ = try GraphDecoder().decode(Trying.self, from: GraphEncoder().encode(WritingForTrying()) as Bytes)
        #if DEBUG
        let types = DecodingSession.renamedKeys.withLock { Array($0.keys) }
        #expect(!types.contains { $0.contains("Trying.Written") }, "\(types)")
        #endif
    }

    @Test func theKeysOfADeepGraphAreCheckedWithoutOverflowingTheStack() throws {
        var list: Link?
        for _ in 0..<50_000 {
            list = Link(next: list)
        }
        let archive: Bytes = try GraphEncoder().encode(list)
        #expect(try GraphCodableUti.unreadKeys(of: Link?.self, in: archive) == [])
        try GraphReleaser.release(&list)
    }

    final class Link: GCodable {
        let next: Link?
        init(next: Link?) { self.next = next }
        init(from decoder: any GDecoder) throws { next = try decoder.decode(for: Key.next) }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(next, for: Key.next) }
    }

    /// Has more properties than a shape may have keys.
    final class Large: GCodable {
        struct Name: RawRepresentable { let rawValue: String }
        static let count = 1_030
        init() {}
        init(from decoder: any GDecoder) throws {
            for number in 0..<Self.count - 3 { _ = try decoder.decode(for: Name(rawValue: "\(number)")) as Int }
        }
        func encode(to encoder: any GEncoder) throws {
            for number in 0..<Self.count { try encoder.encode(number, for: Name(rawValue: "\(number)")) }
        }
    }

    @Test(arguments: [[], .disableIdentity] as [GraphEncoder.Options])
    func theLastKeysOfALargeObjectAreChecked(options: GraphEncoder.Options) throws {
        let archive: Bytes = try GraphEncoder(options).encode(Large())
        let problems = try GraphCodableUti.unreadKeys(of: Large.self, in: archive)
        #expect(problems.map(\.property) == ["1027", "1028", "1029"])
    }

    @Test func anOldArchiveCanBeCheckedInATest() throws {
        let archive = try GraphEncoder().encode([Old()]) as Bytes
        let problems = try GraphCodableUti.unreadKeys(of: [Page].self, in: archive)
        #expect(problems.map(\.kind) == [.notRead] && problems.map(\.property) == ["headline"])
        let ignored: Set = ["RenamedKeyTests.Old.headline"]
        #expect(try GraphCodableUti.unreadKeys(of: [Page].self, in: archive, ignoring: ignored) == [])
    }
}
