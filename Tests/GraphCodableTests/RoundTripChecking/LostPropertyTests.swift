import GraphCodable
import Testing

/// The check names each property that is not written, or not read again.
struct LostPropertyTests {
    final class Forgetful: GCodable {
        var title = "t"
        var due = 3
        enum Key: String { case title }
        init() {}
        init(from decoder: GDecoder) throws { title = try decoder.decode(for: Key.title) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(title, for: Key.title) }
    }

    @Test func aPropertyThatIsForgottenIsNamed() throws {
        let problems = try GraphCodableUti.roundTripProblems(of: Forgetful())
        #expect(problems.map(\.description) == ["LostPropertyTests.Forgetful.due is not written."])
        #expect(problems.map(\.kind) == [.notWritten])
        #expect(problems.map(\.property) == ["due"])
        let other = Forgetful()
        other.due = 4
        #expect(
            try checkTexts(of: other) == [
                "LostPropertyTests.Forgetful.due is not written.",
                "LostPropertyTests.Forgetful.due: 4 came back as 3.",
            ])
        #expect(try checkTexts(of: other, ignoring: ["LostPropertyTests.Forgetful.due"]) == [])
    }

    final class MoreForgetful: Parent {}

    class Parent: GCodable {
        var cache = 1
        init() {}
        required init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func aPropertyIsIgnoredInTheSubclassesOfTheClassThatDeclaresIt() throws {
        let object = MoreForgetful()
        object.cache = 2
        #expect(try checkTexts(of: object).count == 2)
        for name in ["Parent", "MoreForgetful"] {
            #expect(try checkTexts(of: object, ignoring: ["LostPropertyTests.\(name).cache"]) == [])
        }
    }

    struct Renaming: GCodable {
        var width = 1
        var height = 2
        var depth = 3
        enum Key: String { case w }
        init() {}
        init(from decoder: GDecoder) throws {
            width = try decoder.decode(for: Key.w)
            height = try decoder.decode()
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(width, for: Key.w)
            try encoder.encode(height)
        }
    }

    @Test func valuesUnderOtherKeysAreCounted() throws {
        #expect(
            try checkTexts(of: Renaming()).first
                == "LostPropertyTests.Renaming.width is perhaps not written: the archive has 2 of width, height, depth."
        )
        #expect(try checkTexts(of: Renaming(), ignoring: ["LostPropertyTests.Renaming.depth"]) == [])
    }

    /// Reflection shows names with backticks, which keys do not have.
    struct Raw: GCodable {
        enum Key: String { case own = "my field" }

        var `my field` = 1
        var `other field` = 2

        init() {}
        init(from decoder: GDecoder) throws { `my field` = try decoder.decode(for: Key.own) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(`my field`, for: Key.own) }
    }

    @Test func aRawIdentifierIsItsKey() throws {
        let problems = try GraphCodableUti.roundTripProblems(
            of: Raw(), ignoring: ["LostPropertyTests.Raw.other field"])
        #expect(problems == [])
        #expect(try GraphCodableUti.roundTripProblems(of: Raw()).map(\.property) == ["other field"])
    }

    final class Unread: GCodable {
        var first = 1
        var second = 2
        var third = 2
        enum Key: String { case first, second, third }
        init() {}
        init(from decoder: GDecoder) throws {
            third = try decoder.decode(for: Key.third)
            first = try decoder.decode(for: Key.first)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(first, for: Key.first)
            try encoder.encode(second, for: Key.second)
            try encoder.encode(third, for: Key.third)
            try encoder.encode(4)
        }
    }

    struct UnreadValue: GCodable {
        var first = 1
        enum Key: String { case first, last }
        init() {}
        init(from decoder: GDecoder) throws { first = try decoder.decode(for: Key.first) }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(first, for: Key.first)
            try encoder.encode("x", for: Key.last)
        }
    }

    @Test func aKeyThatIsNeverReadIsNamed() throws {
        #expect(
            try checkTexts(of: [Unread(), Unread()]) == [
                "LostPropertyTests.Unread.second is written, but not read.",
                "LostPropertyTests.Unread.1 without a key is written, but not read.",
            ])
        #expect(try checkTexts(of: [UnreadValue()]) == ["LostPropertyTests.UnreadValue.last is written, but not read."])
    }

    /// Reads a property under another key than it writes it under.
    final class HalfRenamed: GCodable {
        enum Key: String { case caption, title }

        var title: String

        init(_ title: String) { self.title = title }

        init(from decoder: GDecoder) throws { title = try decoder.decode(for: Key.title, default: "untitled") }

        func encode(to encoder: GEncoder) throws { try encoder.encode(title, for: Key.caption) }
    }

    @Test func aRenamedPropertyThatFallsBackToItsDefaultIsReported() throws {
        let unread = "LostPropertyTests.HalfRenamed.caption is written, but not read."
        #expect(
            try checkTexts(of: HalfRenamed("t")) == [
                unread, "LostPropertyTests.HalfRenamed.title: t came back as untitled.",
            ])
        #expect(try checkTexts(of: HalfRenamed("untitled")) == [unread])
    }

    /// Inherits the methods, which know nothing of its property.
    final class Forgotten: RoundTripCheckTests.Node {
        var extra = 1
    }

    @Test func thePropertiesOfASubclassWithoutMethodsAreReported() throws {
        #expect(
            try checkTexts(of: RoundTripCheckTests.tree(RoundTripCheckTests.Node("root"), Forgotten("a"))) == [
                "LostPropertyTests.Forgotten.extra is not written."
            ])
    }

    // MARK: Properties without a value

    struct Name: RawRepresentable { let rawValue: String }

    enum Named: KeyStyle { static func key(_ name: String) -> Name? { Name(rawValue: name) } }
    enum Renamed: KeyStyle { static func key(_ name: String) -> Name? { Name(rawValue: "the" + name) } }
    enum Unkeyed: KeyStyle { static func key(_ name: String) -> Name? { nil } }

    class Base<Style: KeyStyle>: GCodable {
        var first: Int?
        var second: String?
        var third = 3

        init(_ bits: Int) {
            first = bits & 1 == 0 ? nil : 1
            second = bits & 2 == 0 ? nil : "2"
        }

        required init(from decoder: GDecoder) throws {
            first = try read("first", decoder)
            second = try read("second", decoder)
            third = try read("third", decoder)
        }

        func encode(to encoder: GEncoder) throws {
            try write(first, "first", encoder)
            try write(second, "second", encoder)
            try write(third, "third", encoder)
        }

        final func read<Value: GDecodable>(_ name: String, _ decoder: GDecoder) throws -> Value {
            guard let key = Style.key(name) else { return try decoder.decode() }
            return try decoder.decode(for: key)
        }

        final func write<Value: GEncodable>(_ value: Value, _ name: String, _ encoder: GEncoder) throws {
            guard let key = Style.key(name) else { return try encoder.encode(value) }
            try encoder.encode(value, for: key)
        }
    }

    /// Inherits the methods.
    final class Lossy<Style: KeyStyle>: Base<Style> {
        var extra = 1
    }

    final class Sound<Style: KeyStyle>: Base<Style> {
        var extra = 1

        override init(_ bits: Int) { super.init(bits) }

        required init(from decoder: GDecoder) throws {
            try super.init(from: decoder)
            extra = try read("extra", decoder)
        }

        override func encode(to encoder: GEncoder) throws {
            try super.encode(to: encoder)
            try write(extra, "extra", encoder)
        }
    }

    /// Each bit tells whether a property has a value.
    private func check<Style: KeyStyle>(_ style: Style.Type) throws {
        for bits in 0..<16 {
            let sound = [Sound<Style>(bits & 3), Sound<Style>(bits >> 2)]
            #expect(try checkTexts(of: sound) == [], "\(style) \(bits)")
            let lossy = [Lossy<Style>(bits & 3), Lossy<Style>(bits >> 2)]
            let lost = try GraphCodableUti.roundTripProblems(of: lossy).filter { $0.kind == .notWritten }
            #expect(lost.contains { $0.property == "extra" }, "\(style) \(bits)")
        }
    }

    @Test func aPropertyWithoutAValueHidesNoLoss() throws {
        try check(Named.self)
        try check(Renamed.self)
        try check(Unkeyed.self)
    }

    @Test func anIgnoredPropertyHidesNoLoss() throws {
        let type = "LostPropertyTests.Lossy<LostPropertyTests.Named>"
        #expect(try checkTexts(of: Lossy<Named>(3), ignoring: ["\(type).first"]) == ["\(type).extra is not written."])
    }
}

/// How a class writes its properties: with keys of the same names, with other keys, or without keys.
protocol KeyStyle {
    static func key(_ name: String) -> LostPropertyTests.Name?
}
