import Testing

@testable import GraphCodable

/// A renamed property falls back to its default, which is reported.
@Suite struct RenamedKeyTests {
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

    enum Key: String { case headline, title, inner }

    @Test func aKeyThatNobodyReadsIsReportedWithTheOneThatIsMissing() throws {
        let archive = try GraphEncoder().encode([Old(), Old()]) as Bytes
        #expect(try GraphDecoder().decode([Page].self, from: archive).map(\.title) == ["untitled", "untitled"])
        #if DEBUG
        let warnings = DecodingSession.renamedKeys.withLock { $0 }.filter { $0.key.contains("RenamedKeyTests") }
        #expect(
            warnings == [
                "GraphCodableTests.RenamedKeyTests.Old.title": """
                An archive of GraphCodableTests.RenamedKeyTests.Old has 'headline', which nobody reads, but not 'title', for \
                which the default is used. If a property was renamed, name its old key, as in @CodableAlias("headline").
                """
            ])
        #endif
    }

    @Test func anOldArchiveCanBeCheckedInATest() throws {
        let archive = try GraphEncoder().encode([Old()]) as Bytes
        let problems = try GraphCodableUti.unreadKeys(of: [Page].self, in: archive)
        #expect(problems.map(\.kind) == [.notRead] && problems.map(\.property) == ["headline"])
        let ignored: Set = ["RenamedKeyTests.Old.headline"]
        #expect(try GraphCodableUti.unreadKeys(of: [Page].self, in: archive, ignoring: ignored) == [])
    }
}
