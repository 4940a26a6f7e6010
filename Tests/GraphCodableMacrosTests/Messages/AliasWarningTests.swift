#if Macros && DEBUG
import GraphCodableMacros
import Testing

@testable import GraphCodable

/// What debug builds say about properties with aliases.
struct AliasWarningTests {
    @GCodable struct OldTheme {
        var theme = "dark"
        var size: Int? = 3
        var gone = 1
    }

    @GCodable struct NewTheme {
        @CodableAlias("style", "theme") var appearance = "light"
        @CodableAlias("size") var height: Int?
        @CodableAlias("formerly") var added = 2
    }

    @Test func onlyAPropertyWithoutAValueIsReportedByItsOwnKey() throws {
        let archive = try GraphEncoder().encode(OldTheme()) as Bytes
        let theme = try GraphDecoder().decode(NewTheme.self, from: archive)
        #expect(theme.appearance == "dark" && theme.height == 3 && theme.added == 2)
        let keys = DecodingSession.renamedKeys.withLock { $0.keys.filter { $0.contains("OldTheme") } }
        #expect(keys.map { $0.split(separator: ".").last } == ["added"])
    }
}
#endif
