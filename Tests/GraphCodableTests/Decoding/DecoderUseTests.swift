import TestSupport
import Testing

@testable import GraphCodable

/// What a decoder tells an initializer, and what it says to those who use it at another time.
struct DecoderUseTests {
    typealias Make = ArchiveAssembler

    private typealias Use = @Sendable (any GDecoder) throws -> Void

    /// Uses its decoder when everything has been decoded.
    private struct Late: GCodable {
        static let use = CodingUserInfoKey(rawValue: "use")
        enum Key: String { case number }
        init() {}
        init(from decoder: GDecoder) throws {
            try decoder.whenDecoded {
                if let key = Self.use, let use = decoder.userInfo[key] as? Use {
                    try use(decoder)
                }
            }
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(1, for: Key.number) }
    }

    private func afterwards(_ use: @escaping Use) throws {
        let decoder = GraphDecoder()
        decoder.userInfo[try #require(Late.use)] = use
        _ = try decoder.decode(Late.self, from: GraphEncoder().encode(Late()) as Bytes)
    }

    /// Wants to be called in the end, so that a set of it is checked then.
    final class Called: GCodable, Hashable {
        init() {}
        init(from decoder: GDecoder) throws { try decoder.whenDecoded {} }
        func encode(to encoder: GEncoder) throws {}
        static func == (left: Called, right: Called) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// Fails when its set has been built.
    private struct Failing: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {
            _ = try decoder.decode() as Set<Called>
            throw CancellationError()
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(Set([Called(), Called()])) }
    }

    private struct Catching: GCodable {
        enum Key: String { case part }
        init() {}
        init(from decoder: GDecoder) throws { _ = try? decoder.decode(for: Key.part) as Failing }
        func encode(to encoder: GEncoder) throws { try encoder.encode(Failing(), for: Key.part) }
    }

    @Test func nothingIsLeftOfAValueThatWasGivenUp() throws {
        // In a debug build, the session asserts that.
        _ = try GraphDecoder().decode(Catching.self, from: GraphEncoder().encode(Catching()) as Bytes)
    }

    @Test func nothingCanBeDecodedOutsideOfAnInitializer() throws {
        let uses: [Use] = [
            { _ = try $0.decode(for: Late.Key.number) as Int },
            { _ = try $0.decode() as Int },
            { try $0.deferDecode(for: Late.Key.number) { (_: Int) in } },
            { _ = try $0.decode(any: Any.self, for: Late.Key.number) },
            { _ = try $0.encodedVersion },
            { _ = try $0.replacedType },
            { _ = try $0.contains(Late.Key.number) },
            { _ = try $0.undecodedKeys },
            { _ = try $0.decodeIfPresent(for: Late.Key.number) as Int? },
            { try $0._reader.withSession { try $0.closeComposite() } },
        ]
        for use in uses {
            expectError(GraphCodableError.self, .misuse) { try afterwards(use) }
        }
    }

    @Test func nothingIsLeftOutsideOfAnInitializer() throws {
        try afterwards { decoder in
            #expect(decoder.unkeyedCount == 0)
            let number = try decoder.decodeIfPresent() as Int?
            #expect(number == nil)
            // There is no composite to come back to.
            decoder._reader.withSession { $0.rollBack(to: .max) }
        }
    }

    // MARK: Classes in place of others

    final class Old: GDecodable {
        init(from decoder: GDecoder) throws {}
        class var replacementType: GDecodable.Type { Newer.self }
    }

    class Newer: GDecodable {
        let replaced: (any GDecodable.Type)?
        required init(from decoder: GDecoder) throws { replaced = try decoder.replacedType }
    }

    struct Value: GDecodable {
        init(from decoder: GDecoder) throws {}
    }

    /// A class whose place a value has taken.
    final class Shell: GDecodable {
        init(from decoder: GDecoder) throws {}
        class var replacementType: GDecodable.Type { Value.self }
    }

    /// A class that has nothing to do with archives.
    final class Plain {}

    private static func object(_ type: AnyClass) -> Bytes {
        Make(Make.reference(1), Make.composite(0), types: [Make.type(type)], shapes: [[3, 0]]).bytes
    }

    @Test func anInitializerIsToldWhichClassItReplaces() throws {
        let decoder = GraphDecoder()
        #expect(try decoder.decode(Newer.self, from: Self.object(Old.self)).replaced == Old.self)
        #expect(try decoder.decode(Newer.self, from: Self.object(Newer.self)).replaced == nil)
    }

    @Test func noObjectIsMadeOfWhatIsNoClassOrCannotBeDecoded() {
        #expect(decodingError(Newer.self, Self.object(Shell.self)) == .typeNotAllowed)
        #expect(decodingError(Newer.self, Self.object(Plain.self)) == .typeNotAllowed)
    }

    /// Names no other class.
    final class Retired: GObsolete {}

    @Test func anObsoleteClassNeedsAReplacement() {
        let error = expectError(GraphCodableError.self, .misuse) {
            try GraphDecoder().decode(Retired.self, from: Self.object(Retired.self))
        }
        #expect(
            error?.message == "The class Retired is obsolete. Its replacementType must name the class that replaces it."
        )
    }

    // MARK: Values without keys

    private struct Unkeyed: GCodable {
        var values: [Int?] = []
        var counts: [Int] = []
        init() {}
        init(from decoder: GDecoder) throws {
            for _ in 0..<4 {
                counts.append(try decoder.unkeyedCount())
                values.append(try decoder.decodeIfPresent())
            }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(1)
            try encoder.encode(nil as Int?)
            try encoder.encode(3)
        }
    }

    @Test func afterTheLastValueWithoutAKeyThereIsNone() throws {
        let copy = try GraphDecoder().decode(Unkeyed.self, from: GraphEncoder().encode(Unkeyed()) as Bytes)
        #expect(copy.values == [1, nil, 3, nil] && copy.counts == [3, 2, 1, 0])
    }

    // MARK: Keys

    private struct Accents: GDecodable {
        enum Key: String, CaseIterable {
            case composed = "\u{E9}"
            case decomposed = "e\u{301}x"
        }
        let number: Int
        let left: [String]
        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.composed)
            left = try decoder.undecodedKeys
        }
    }

    @Test func ofKeysThatDifferInTheirBytesAloneTheOneWithTheBytesIsFound() throws {
        for keys in [["\u{E9}", "e\u{301}"], ["e\u{301}", "\u{E9}"]] {
            // The key that is asked for does not stand first, so that it is looked up.
            let archive = Make(
                Make.composite(0, [9], [1], [2]), keys: ["z"] + keys, types: [Make.valueType(Accents.self)],
                shapes: [Make.shape(of: 0, 1, 2, 3)]
            ).bytes
            let decoded = try GraphDecoder().decode(Accents.self, from: archive)
            #expect(decoded.number == (keys[0].utf8.count == 2 ? 1 : 2))
            #expect(decoded.left.map { Array($0.utf8) } == ["z", "e\u{301}"].map { Array($0.utf8) })
        }
    }

    private struct Backwards: GDecodable {
        enum Key: String { case a, b }
        init(from decoder: GDecoder) throws {
            _ = try decoder.decode(for: Key.b) as Int
            _ = try decoder.decode(for: Key.a) as Int
        }
    }

    @Test func aKeyThatStandsTwiceAmongItemsIsRefused() {
        func archive(_ parts: Bytes...) -> Bytes {
            Make(
                Make.open(0, parts.joined().map { $0 }), keys: ["a", "b"], types: [Make.valueType(Backwards.self)],
                shapes: [Make.shape(of: 0, 1)]
            ).bytes
        }
        #expect(decodingError(Backwards.self, archive([1], Make.item(2, [2]))) == nil)
        #expect(decodingError(Backwards.self, archive([1], Make.item(1, [2]), Make.item(2, [2]))) == .malformed)
        #expect(decodingError(Backwards.self, archive([1], Make.item(2, [2]), Make.item(2, [2]))) == .malformed)
    }

    /// Was archived as its raw value, and asks for a key now.
    private struct Keyed: RawRepresentable, GCodable {
        enum Key: String { case number }
        var rawValue: Int
        init(rawValue: Int) { self.rawValue = rawValue }
        init(from decoder: GDecoder) throws { rawValue = try decoder.decode(for: Key.number) }
    }

    @Test func aRawValueHasNoKeys() throws {
        let archive = try GraphEncoder().encode([Keyed(rawValue: 1)]) as Bytes
        let error = #expect(throws: GraphCodableError.self) { try GraphDecoder().decode([Keyed].self, from: archive) }
        #expect(error?.code == .keyNotFound)
        #expect(error?.message.hasPrefix("The value has no value for the key 'number'") == true)
    }

    /// Decodes the first of its values alone.
    private struct First: GDecodable {
        init(from decoder: GDecoder) throws { _ = try decoder.decode() as Int }
    }

    @Test func aValueThatReachesOverItsRecordIsRefusedWhenTheRestIsPassedOver() {
        let archive = Make(
            [0xE2, 0, 0xC6, 1, 0, 0], types: [Make.valueType(First.self)], shapes: [Make.shape(of: 0, 0, 0)]
        ).bytes
        #expect(decodingError(First.self, archive) == .malformed)
    }

    // MARK: Help

    @Test func theTypesOfAnArchiveCanBeRegisteredByTheCodeThatADecoderWrites() throws {
        let archive = Make(
            Make.composite(0),
            types: [
                Make.type("App.Document", name: "3App8DocumentC"), Make.type("App.Page", name: "page", flags: 7),
                Make.type("Swift.Int"), Make.type("App.Box<App.Page>"),
            ], shapes: [[3, 0]]
        ).bytes
        let code = try GraphDecoder().help(from: archive)
        let lines = code.split(separator: "\n").filter { $0.contains(".register()") }
        #expect(lines == ["\tApp.Box<App.Page>.register()", "\tApp.Document.register()", "\tApp.Page.register()"])
        expectError(GraphCodableError.self, .notAnArchive) { try GraphDecoder().help(from: Bytes("none".utf8)) }
    }

    // MARK: User info

    /// Changes the user info of the encoder that encodes it, or of the decoder that decodes it.
    private struct Meddler: GCodable {
        static let encoder = GraphEncoder()
        static let decoder = GraphDecoder()
        static let key = CodingUserInfoKey(rawValue: "count")
        let found: Int
        init() { found = 0 }
        init(from decoder: GDecoder) throws {
            found = Self.key.flatMap { decoder.userInfo[$0] as? Int } ?? 0
            if let key = Self.key { Self.decoder.userInfo[key] = found + 1 }
        }
        func encode(to encoder: GEncoder) throws {
            let found = Self.key.flatMap { encoder.userInfo[$0] as? Int } ?? 0
            if let key = Self.key { Self.encoder.userInfo[key] = found + 1 }
            try encoder.encode(found)
        }
    }

    @Test func userInfoThatIsSetMeanwhileHoldsForTheNextTime() throws {
        let archives = try (0..<3).map { _ in try Meddler.encoder.encode(Meddler()) as Bytes }
        #expect(Set(archives).count == 3)
        #expect(try archives.map { try Meddler.decoder.decode(Meddler.self, from: $0).found } == [0, 1, 2])
    }

    /// Encodes and decodes another value while it is encoded and decoded, by the same encoder and decoder.
    private struct Nesting: GCodable, Equatable {
        static let encoder = GraphEncoder()
        static let decoder = GraphDecoder()
        var inner: [Int]
        init(_ inner: [Int]) { self.inner = inner }
        init(from decoder: GDecoder) throws {
            let bytes: [UInt8] = try decoder.decode()
            inner = try Self.decoder.decode([Int].self, from: bytes)
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(Self.encoder.encode(inner) as Bytes) }
    }

    @Test func anEncoderAndADecoderMayBeUsedWhileTheyAreBeingUsed() throws {
        let values = (0..<3).map { Nesting(Array(0..<$0)) }
        for _ in 0..<3 {
            let archive = try Nesting.encoder.encode(values) as Bytes
            #expect(try Nesting.decoder.decode([Nesting].self, from: archive) == values)
        }
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @Test func anIntegerIsNoHalf() throws {
        let archive = try GraphEncoder().encode(1) as Bytes
        #expect(decodingError(Float16.self, archive) == .typeMismatch)
    }
    #endif
}

extension RepositoryTests {
    class Parent: GDecodable {
        class var replacementType: GDecodable.Type { self }
        required init(from decoder: GDecoder) throws {}
    }

    final class Heir: Parent {}

    final class Ancestor: Parent {
        override class var replacementType: GDecodable.Type { Heir.self }
    }

    @Test func whatTakesThePlaceOfARegisteredTypeMustBeRegisteredToo() throws {
        GTypesRepository.initialize(mainModuleName: "")
        let archive = PolicyTests.object(Ancestor.self)
        Parent.register()
        Ancestor.register()
        #expect(decodingError(Parent.self, archive, policy: .strict) == .typeNotAllowed)
        Heir.register()
        #expect(decodingError(Parent.self, archive, policy: .strict) == nil)
    }

    final class FirstHeir: Animal, GNamed {
        static var archiveName: ArchiveName { ArchiveName("first heir", aliases: ["an-animal"]) }
    }

    final class SecondHeir: Animal, GNamed {
        static var archiveName: ArchiveName { ArchiveName("second heir", aliases: ["an-animal"]) }
    }

    @Test func anAliasOfTwoTypesIsAnError() throws {
        GTypesRepository.initialize(mainModuleName: "")
        defer { GTypesRepository.initialize(mainModuleName: "") }
        try Animal.register(as: "an-animal")
        let archive = try GraphEncoder().encode([Animal("Rex")]) as Bytes
        GTypesRepository.initialize(mainModuleName: "")
        FirstHeir.register()
        #expect(try GraphDecoder().decode([Animal].self, from: archive)[0] is FirstHeir)
        SecondHeir.register()
        let error = #expect(throws: GraphCodableError.self) {
            try GraphDecoder().decode([Animal].self, from: archive)
        }
        #expect(
            error?.message == """
                GraphCodableTests.RepositoryTests.FirstHeir and GraphCodableTests.RepositoryTests.SecondHeir have the same \
                alias, the name of GraphCodableTests.RepositoryTests.Animal in the archive. Keep it in one of them.
                """)
    }

    @Test func aChosenNameIsFoundAmongRegisteredTypes() throws {
        GTypesRepository.initialize(mainModuleName: "")
        try Dog.register(as: "a-dog")
        Animal.register()
        let archive = try GraphEncoder().encode([Dog("Rex") as Animal]) as Bytes
        #expect(try GraphDecoder(policy: .strict).decode([Animal].self, from: archive)[0] is Dog)
        GTypesRepository.initialize(mainModuleName: "")
        Animal.register()
        #expect(decodingError([Animal].self, archive, policy: .strict) == .typeNotAllowed)
    }
}
