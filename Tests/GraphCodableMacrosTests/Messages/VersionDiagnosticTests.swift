#if Macros
import Testing

/// What the macro says about versions, and about what it cannot see.
struct VersionDiagnosticTests {
    private func expect(
        _ source: String, lacking conformances: [String] = lackingAll + ["GVersion"], _ diagnostics: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try Expansion(source, conformances: conformances)
        #expect(found.diagnostics.map(\.description) == diagnostics, sourceLocation: sourceLocation)
    }

    @Test func aSubclassOfAClassWithAVersionHasNoOther() throws {
        try expect(
            """
            @GCodable(version: 1)
            final class Leaf: Base {
                var a = 1
                func migrate(from version: UInt32, _ decoder: any GDecoder) throws {}
            }
            """, lacking: [],
            """
            1:20 error: The superclass has a version, which counts for its subclasses, too: an object is archived with one \
            version. Raise that of the superclass, or write the classes by hand.
            """)
    }

    @Test func versionsAreNumbersFromOneToTheLargestOf32Bits() throws {
        for version in ["0", "0x0", "0_0", "-1", "4294967296", "0x1_0000_0000", "99999999999999999999"] {
            try expect(
                "@GCodable(version: \(version))\nstruct A {\n    var a = 1\n}",
                "1:20 error: Versions are 1 to 4294967295: 0 stands for a type that has none.")
        }
        for version in ["4294967295", "0xFFFF_FFFF", "0b1", ".max", "current", "2 - 1"] {
            try expect("@GCodable(version: \(version))\nstruct A {\n    var a = 1\n}")
        }
    }

    @Test func aMethodNeedsAVersion() throws {
        try expect("@GCodable(version: 2)\nstruct A {\n    var a = 1\n}")
        let method = "func migrate(from version: UInt32, _ decoder: any GDecoder) throws {}"
        try expect(
            "@GCodable\nstruct A {\n    \(method)\n}",
            "3:10 error: Nothing calls 'migrate', because the type has no version. Write '@GCodable(version: 1)'.")
        try expect(
            "@GCodable\nfinal class A: B {\n    var a = 1\n    override \(method)\n}", lacking: [],
            """
            4:19 error: The superclass would call 'migrate' before the properties of this class are decoded. Migrate what the \
            superclass has there, and write 'init(from:)' of this class by hand.
            """)
        let initializer = "init(from decoder: any GDecoder) throws {}"
        try expect("@GCodable\nstruct A {\n    \(method)\n    \(initializer)\n}")
        try expect("@GCodable(version: 2)\nstruct A {\n    \(initializer)\n}")
    }

    @Test func anEnumerationWithRawValuesHasNoVersion() throws {
        try expect(
            "@GCodable(version: 2)\nenum A: Int {\n    case a\n}",
            """
            1:20 error: A case with a raw value is archived as that, so nothing can migrate it. Leave out the version, and use \
            @CodableAlias or @CodableFallback, or write init(from:) by hand.
            """)
    }

    @Test func whatIsCompiledUnderConditionsIsRefused() throws {
        let advice =
            "Move the property out, mark it with @CodableIgnored, or write init(from:) and encode(to:) by hand."
        let methodAdvice =
            "@GCodable does not see declarations inside #if. Move this one out, and put the #if into its body."
        for kind in ["struct", "final class"] {
            try expect(
                """
                @GCodable
                \(kind) A {
                    var a = 1
                    #if DEBUG
                    var b = 2
                    #elseif os(Linux)
                    #if canImport(Foundation)
                    weak var c: A?
                    #endif
                    #else
                    @CodableIgnored var d = 1
                    var e: Int { 1 }
                    static let f = 1
                    let g = 1
                    func h() {}
                    #endif
                }
                """,
                "5:5 error: @GCodable does not see declarations inside #if. \(advice)",
                "8:5 error: @GCodable does not see declarations inside #if. \(advice)")
        }
        try expect(
            """
            @GCodable(version: 2)
            final class A {
                var a = 1
                #if DEBUG
                func migrate(from version: UInt32, _ decoder: any GDecoder) throws {}
                init(from decoder: any GDecoder) throws {}
                func encode(to encoder: any GEncoder) throws {}
                func encode() {}
                #endif
            }
            """,
            "5:5 error: \(methodAdvice)", "6:5 error: \(methodAdvice)", "7:5 error: \(methodAdvice)")
        try expect(
            """
            @GCodable
            enum A {
                case a
                #if DEBUG
                case b, c
                #endif
            }
            """,
            """
            5:5 error: @GCodable does not see declarations inside #if. Move the case out, or write init(from:) and encode(to:) \
            by hand.
            """)
        try expect(
            """
            @GCodable
            struct A {
                #if DEBUG
                var b = 2
                #endif
                init(from decoder: any GDecoder) throws {}
                func encode(to encoder: any GEncoder) throws {}
            }
            """)
    }
}
#endif
