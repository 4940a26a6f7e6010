#if Macros
import Foundation
import GraphCodable
import Testing

/// What would be ignored in silence.
struct SilentLossTests {
    private func expect(
        _ source: String, _ diagnostics: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try Expansion(source, conformances: lackingAll + ["GVersion"])
        #expect(found.diagnostics.map(\.description) == diagnostics, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ("Int", "Duration"), ("Double", "Date"), ("UInt64", "DispatchTime"), ("Int", "Int"), ("Double?", "Date?"),
        ("Date", "Double"), ("Int", "TimeZone"), ("[Int]", "IndexSet"), ("Range<Int>", "ClosedRange<Int>"),
        ("ClosedRange<Int>", "Range<Int>"), ("Duration", "Int64"), ("Int8", "Int"), ("UInt32", "Int64"),
        ("Float", "Double"),
        ("Double", "TimeInterval"), ("Set<Int>", "[Int]"), ("[Date]", "Array<Double>"), ("Set<Int8>", "Set<Int>"),
        ("Set<Int>", "IndexSet"),
    ])
    func aConversionThatIsNeverCalledIsRefused(former: String, type: String) throws {
        let names = [type, former].map { $0.replacingOccurrences(of: "?", with: "") }
        try expect(
            "@GCodable\nstruct A {\n    @CodableConvert(from: \(former).self, f) var a: \(type)\n}",
            """
            3:5 error: Nothing would be converted, because '\(names[0])' reads what '\(names[1])' has written as its own. Give the \
            property another key with @CodingKey and the type a version, and decode the former key in 'migrate(from:_:)'.
            """)
    }

    @Test(arguments: [
        ("Int", "Date"), ("Double", "Duration"), ("Int", "Double"), ("Int64", "Int8"), ("Int??", "Int?"),
        ("Range<Int>", "ClosedRange<Double>"), ("[String]", "Set<String>"), ("UInt", "Int"), ("Int8", "UInt8"),
        ("Double", "Float"), ("[Int]", "[Int8]"), ("[String: Int]", "[Int]"), ("[Double]", "[Date]"),
        ("[Int]", "[Duration]"), ("Float16", "Float"), ("[Double]", "[CGFloat]"),
    ])
    func aConversionThatMayBeCalledIsAccepted(former: String, type: String) throws {
        try expect("@GCodable\nstruct A {\n    @CodableConvert(from: \(former).self, f) var a: \(type)\n}")
    }

    /// The message claims this of the decoder.
    @Test func aTypeReadsWhatTheMacroSaysItReads() throws {
        func reads<New: GDecodable>(_ type: New.Type, _ value: some GEncodable) throws -> Bool {
            let bytes = try GraphEncoder().encode(value) as Bytes
            return (try? GraphDecoder().decode(type, from: bytes)) != nil
        }
        #expect(try reads(Duration.self, 5) && reads(TimeZone.self, 0) && reads(Int64.self, Duration.zero))
        #expect(try reads(Date.self, 0.5) && reads(Double.self, Date.now) && reads([Double].self, [Date.now]))
        #expect(try reads(Int.self, Int8.min) && reads(Int64.self, UInt32.max) && reads(Double.self, 0.1 as Float))
        #expect(try reads([Int].self, [1, 2] as Set) && reads(Set<Int>.self, [1, 2] as Set<Int8>))
        #expect(try reads(IndexSet.self, [1, 2]) && !reads(IndexSet.self, [2, 1]))
        #expect(try reads(ClosedRange<Int>.self, 1..<3) && reads(Range<Int>.self, 1...3))

        #expect(try !reads(Date.self, 1) && !reads(Duration.self, 0.5) && !reads(Double.self, 1))
        #expect(try !reads([Date].self, [0.5]) && !reads([Duration].self, [5]) && !reads([CGFloat].self, [0.5]))
        #expect(try !reads(Int8.self, 1_000) && !reads(Int.self, UInt.max) && !reads(Float.self, 0.5 as Float16))
        #expect(try !reads(Set<String>.self, ["a", "a"]))
    }

    @Test func aPropertyHasOneConversion() throws {
        try expect(
            """
            @GCodable
            struct A {
                @CodableConvert(from: Int.self, f) @CodableConvert(from: Bool.self, g) var a: String
            }
            """,
            "3:40 error: A property can have one @CodableConvert. Convert what was written before in 'migrate(from:_:)'."
        )
    }

    @Test(arguments: [
        "migrate(from version: UInt32, decoder: any GDecoder)", "migrate(from version: UInt32)",
        "migrate(_ version: UInt32, _ decoder: any GDecoder)", "migrate(from version: Int, _ decoder: any GDecoder)",
        "migrate(from version: UInt32?, _ decoder: any GDecoder)",
        "migrate(from version: UInt32, _ decoder: any GDecoder) async",
    ])
    func aMigrationThatIsNotCalledIsAWarning(method: String) throws {
        for version in [1, 2] {
            try expect(
                "@GCodable(version: \(version))\nstruct A {\n    var a = 1\n    mutating func \(method) throws {}\n}",
                """
                4:19 warning: @GCodable does not call this method. To migrate older versions, declare 'func migrate(from version: \
                UInt32, _ decoder: any GDecoder) throws'.
                """)
        }
    }

    @Test func aMigrationThatIsNotCalledIsAWarningWithoutAVersionToo() throws {
        let method = "mutating func migrate(from version: Int, _ decoder: any GDecoder) throws {}"
        try expect(
            "@GCodable\nstruct A {\n    var a = 1\n    \(method)\n}",
            """
            4:19 warning: @GCodable does not call this method. To migrate older versions, declare 'func migrate(from version: \
            UInt32, _ decoder: any GDecoder) throws'.
            """)
        // It may be the program's own.
        try expect("@GCodable\nstruct A {\n    var a = 1\n    func migrate(from version: UInt32) {}\n}")
    }

    @Test(arguments: [
        ("PNGEncoder", "PNGDecoder", false), ("any Export.PNGEncoder", "any PNGDecoder", false),
        ("GEncoder", "GDecoder", true), ("(any GraphCodable.GEncoder)", "borrowing (any GraphCodable.GDecoder)", true),
    ])
    func methodsForOtherCodersAreNotTakenForThoseOfArchives(encoder: String, decoder: String, isByHand: Bool) throws {
        let method = "func encode(to encoder: \(encoder)) throws { print(encoder, a) }"
        let initializer = "init(from decoder: \(decoder)) throws { print(decoder, a) }"
        for (name, member) in [("func encode(", method), ("init(from ", initializer)] {
            let found = try Expansion("@GCodable\nfinal class A {\n    var a = 1\n    \(member)\n}")
            #expect(found.code.contains(name) != isByHand && found.diagnostics.isEmpty, "\(member)")
        }
        let migration = "mutating func migrate(from version: UInt32, _ decoder: \(decoder)) throws {}"
        let found = try Expansion("@GCodable(version: 2)\nstruct A {\n    var a = 1\n    \(migration)\n}")
        #expect(found.code.contains("try self.migrate(") == isByHand && found.diagnostics.isEmpty == isByHand)
    }

    @Test(arguments: ["", "a b", "A..B", "List<Int>", "a,b"])
    func namesThatNoTypeCanHaveAreRefused(name: String) throws {
        let message = "No type can have the name \"\(name)\". Write a name without spaces, commas and brackets."
        try expect("@GCodable(name: \"\(name)\")\nstruct A {\n    var a = 1\n}", "1:17 error: \(message)")
        try expect("@GCodable(aliases: [B.name, \"\(name)\"])\nstruct A {\n    var a = 1\n}", "1:29 error: \(message)")
    }

    @Test func aNameThatIsThereTwiceIsAWarning() throws {
        try expect(
            "@GCodable(name: \"A\", aliases: [\"B\", \"A\"])\nstruct A {\n    var a = 1\n}",
            "1:37 warning: The alias \"A\" has no effect, because the name is listed twice.")
        try expect("@GCodable(name: \"A\", aliases: [\"App.A\", \"B\"])\nstruct A {\n    var a = 1\n}")
    }

    @Test func aCompletionWithoutTheProtocolIsAWarning() throws {
        let method = "{\n    var a = 1\n    func didDecode() {}\n}"
        try expect(
            "@GCodable\nfinal class A \(method)",
            """
            4:10 warning: Only a class that conforms to GDecodeCompletion gets calls of 'didDecode'. Add it to the inheritance \
            clause.
            """)
        try expect("@GCodable\nfinal class A: GDecodeCompletion \(method)")
        try expect("@GCodable\nstruct A \(method)")
    }

    @Test(arguments: [
        ("text = try decoder.decode(for: Key.text)", true),
        ("try super.init(from: decoder)\ntext = try decoder.decode(for: Key.text)", true),
        ("(text, extra) = try (decoder.decode(for: Key.text), 1)", false),
        ("text = try decoder.decode(for: Key.text)\nself[keyPath: \\.extra] = 2", false),
        ("text = try decoder.decode(for: Key.text)\ntry decoder.deferDecode(for: \"extra\") { self.set($0) }", false),
        ("text = try Self.read(decoder)", false),
        ("text = try Reader(decoder).text()", false),
        ("throw Unreadable()", false),
    ])
    func aPropertyThatAnInitializerByHandDoesNotReadIsAWarning(body: String, isWarning: Bool) throws {
        let type = "final class A {\n    var text = \"\"\n    @CodingKey(\"e\") var extra = 1"
        let initializer = "init(from decoder: any GDecoder) throws {\n\(body)\n}"
        let message = """
            4:25 warning: 'extra' is archived, but 'init(from:)' does not read it, so its value is lost. Decode it there, or leave \
            it out with @CodableIgnored.
            """
        let found = try Expansion("@GCodable\n\(type)\n\(initializer)\n}", conformances: lackingAll)
        #expect(found.diagnostics.map(\.description) == (isWarning ? [message] : []))
        // A method by hand may write less, too.
        try expect("@GCodable\n\(type)\n\(initializer)\nfunc encode(to encoder: any GEncoder) throws {}\n}")
    }

    @Test(arguments: [
        ("try encoder.encode(text, for: Key.text)", true),
        ("try encoder.encode(text, for: Key.text)\ntry super.encode(to: encoder)", true),
        ("try encoder.encode(text, for: Key.text)\ntry encoder.encode(extra + 1, for: \"e\")", false),
        ("try encoder.encode(text, for: Key.text)\nrest(encoder)", false),
        ("throw Unwritable()", false),
    ])
    func aPropertyThatAMethodByHandDoesNotWriteIsAWarning(body: String, isWarning: Bool) throws {
        let message = """
            4:25 warning: 'extra' is decoded, but 'encode(to:)' does not write it, so its value is lost. Encode it there, or leave \
            it out with @CodableIgnored.
            """
        let method = "func encode(to encoder: any GEncoder) throws {\n\(body)\n}"
        let type = "final class A {\n    var text = \"\"\n    @CodingKey(\"e\") var extra = 1\n\(method)\n}"
        let found = try Expansion("@GCodable\n\(type)", conformances: lackingAll)
        #expect(found.diagnostics.map(\.description) == (isWarning ? [message] : []))
    }

    @Test(arguments: ["GTrivialCodable", "GraphCodable.GBinaryCodable"])
    func aTypeThatIsArchivedAsItsBytesIsRefused(name: String) throws {
        try expect(
            "@GCodable\nstruct A: Equatable, \(name) {\n    var a = 1\n}",
            """
            2:22 error: A type that conforms to \(name.components(separatedBy: ".").last ?? "") is archived as its bytes, so what \
            @GCodable generates has no effect. Remove one of them.
            """)
    }

    @Test func aCompositionMayHaveSuchAType() throws {
        try expect(
            "@GCodable\nstruct A: Equatable & GTrivialCodable {\n    var a = 1\n}",
            """
            2:23 error: A type that conforms to GTrivialCodable is archived as its bytes, so what @GCodable generates has no effect. \
            Remove one of them.
            """)
    }

    @Test func valuesOfACaseHaveKeysOfTheirOwn() throws {
        try expect(
            "@GCodable\nenum A {\n    case x(_1: Int, Int)\n}",
            """
            3:10 error: Two values of 'x' have the key '_1' in archives: a value without a label has that of its place. Give one of \
            them another label.
            """)
    }

    @Test func attributesInsideConditionsAreRefused() throws {
        try expect(
            """
            @GCodable
            struct A {
                #if DEBUG
                @CodableIgnored
                #endif
                var a = 1
            }
            """,
            "3:5 error: @GCodable does not see attributes inside #if. Move @CodableIgnored out.")
    }
}
#endif
