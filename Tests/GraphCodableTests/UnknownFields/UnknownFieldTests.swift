import TestSupport
import Testing

@testable import GraphCodable

/// What a program does not know stays in its files.
struct UnknownFieldTests {
    typealias New = TypesOfTwoVersions.New
    typealias Old = TypesOfTwoVersions.Old

    private func decodeOld(_ bytes: Bytes, _ policy: GraphDecodingPolicy = GraphDecodingPolicy()) throws -> Old.Node {
        try GraphDecoder(policy: policy).decode(Old.Node.self, from: TypesOfTwoVersions.old(bytes))
    }

    private func decodeNew(_ bytes: Bytes) throws -> New.Node {
        try GraphDecoder().decode(New.Node.self, from: TypesOfTwoVersions.new(bytes))
    }

    /// Describes a graph as the newer program sees it.
    private func describe(_ bytes: Bytes) throws -> [String] { TypesOfTwoVersions.describe(try decodeNew(bytes)) }

    /// Encodes, and verifies the archive.
    private func encode(_ root: some GCodable, _ options: GraphEncoder.Options = []) throws -> Bytes {
        try GraphCodableUti.checkEncoder(root: root, options: options)
    }

    /// Knows none of its fields.
    struct Keeper: GCodable, GKeepsUnknown {
        var unknownFields = GUnknownFields()

        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    @Test(arguments: [[1, 2], [1, 1], [2, 1, 2]]) func aKeyThatIsRepeatedIsRefused(keys: [UInt64]) throws {
        let items = keys.flatMap { ArchiveAssembler.item($0, ArchiveAssembler.integer(5)) }
        let bytes = ArchiveAssembler(
            ArchiveAssembler.open(0, items), keys: ["a", "b"], types: [ArchiveAssembler.valueType(Keeper.self)],
            shapes: [ArchiveAssembler.shape(of: 0)]
        ).bytes
        let result = Result { try GraphDecoder().decode(Keeper.self, from: bytes) }
        guard Set(keys).count < keys.count else {
            #expect(try result.get().unknownFields.keys == ["a", "b"])
            return
        }
        let error = #expect(throws: GraphCodableError.self) { try result.get() }
        #expect(error?.code == .malformed)
        #expect(error?.message.hasPrefix("A value has the key '\(keys.last == 1 ? "a" : "b")' twice.") == true)
    }

    @Test func noFieldsAreEqualWhereverTheyComeFrom() throws {
        let none = GUnknownFields()
        #expect(none.isEmpty && none.keys.isEmpty && none.description == "()")
        #expect(none == GUnknownFields() && none.hashValue == GUnknownFields().hashValue)
        #expect(none != GUnknownFields(caseName: "other"))
        let bytes = ArchiveAssembler(
            ArchiveAssembler.composite(0, [5]), keys: ["a"], types: [ArchiveAssembler.valueType(Keeper.self)],
            shapes: [ArchiveAssembler.shape(of: 0, 1)]
        ).bytes
        let some = try GraphDecoder().decode(Keeper.self, from: bytes).unknownFields
        #expect(some.keys == ["a"] && !some.isEmpty && some == some && none != some && some != none)
    }

    /// Has a field for each plug-in. Those that are there decode theirs.
    struct PlugIns: GCodable, GKeepsUnknown {
        struct Name: RawRepresentable {
            let rawValue: String
        }

        static let present = CodingUserInfoKey(rawValue: "plugIns").unsafelyUnwrapped
        var counts: [String: Int] = [:]
        var unknownFields = GUnknownFields()

        init(_ counts: [String: Int]) { self.counts = counts }

        init(from decoder: GDecoder) throws {
            for name in decoder.userInfo[Self.present] as? [String] ?? [] {
                counts[name] = try decoder.decodeIfPresent(for: Name(rawValue: name))
            }
        }

        func encode(to encoder: GEncoder) throws {
            for (name, count) in counts { try encoder.encode(count, for: Name(rawValue: name)) }
        }
    }

    @Test func whatBelongsToAMissingPlugInIsKept() throws {
        func opened(_ bytes: Bytes, with names: [String]) throws -> PlugIns {
            let decoder = GraphDecoder()
            decoder.userInfo[PlugIns.present] = names
            return try decoder.decode(PlugIns.self, from: bytes)
        }
        var some = try opened(encode(PlugIns(["fog": 1, "rain": 2])), with: ["rain", "snow"])
        #expect(some.counts == ["rain": 2] && some.unknownFields.keys == ["fog"])
        some.counts["snow"] = 3
        let all = try opened(encode(some), with: ["fog", "rain", "snow"])
        #expect(all.counts == ["fog": 1, "rain": 2, "snow": 3] && all.unknownFields.isEmpty)
    }

    final class Author: GCodable {
        let name: String
        init(_ name: String) { self.name = name }
        init(from decoder: GDecoder) throws { name = try decoder.decode(for: Key.author) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(name, for: Key.author) }
    }

    enum Key: String { case title, author }

    /// Has a reference where there was a text.
    struct Article: GCodable, GKeepsUnknown {
        let authors: [GraphReference<Author>]
        let title: String
        var unknownFields = GUnknownFields()

        init(from decoder: GDecoder) throws {
            // What cannot be read stays.
            #expect(throws: GraphCodableError.self) { try decoder.decode(for: Key.author) as GraphReference<Author> }
            authors = try decoder.decode(for: Key.author, convertingFrom: [String].self) {
                $0.map { GraphReference(Author($0)) }
            }
            title = try decoder.decode(for: Key.title)
        }

        func encode(to encoder: GEncoder) throws {}
    }

    @Test func whatIsConvertedToReferencesIsNotUnknown() throws {
        typealias Make = ArchiveAssembler
        let (authors, title) = (Make.sequence([Make.text("A"), Make.text("B")]), Make.text("T"))
        for record in [
            Make.composite(0, authors, title), Make.composite(1, title, authors),
            Make.open(2, Make.item(1, authors), Make.item(2, title)),
            Make.open(2, Make.item(2, title), Make.item(1, authors)),
        ] {
            let bytes = Make(
                record, keys: ["author", "title"], types: [Make.valueType(Article.self)],
                shapes: [Make.shape(of: 0, 1, 2), Make.shape(of: 0, 2, 1), Make.shape(of: 0)]
            ).bytes
            let article = try GraphDecoder().decode(Article.self, from: bytes)
            #expect(try article.authors.map { try $0.load().name } == ["A", "B"])
            #expect(article.title == "T")
            #expect(article.unknownFields.keys == [])
        }
    }

    // MARK: Two builds in turns

    @Test(arguments: [false, true])
    func twoBuildsPassAFileBackAndForthAndLoseNothing(hides: Bool) throws {
        for seed in 0..<UInt64(Torture.count(24, torture: 3_000)) {
            var random = SplitMix64(seed: seed)
            let nodes = TypesOfTwoVersions.make(Int.random(in: 1...9, using: &random), hides: hides, &random)
            let options: GraphEncoder.Options = seed % 3 == 0 ? .canonical : []
            // A weak reference of the older program needs an object that it holds.
            if hides { nodes.forEach { $0.boss = nil } }
            var file = try encode(nodes[0], options)
            let expected = try describe(file)
            for turn in 0..<3 {
                file = try encode(decodeOld(file), options)
                #expect(file == (try encode(decodeOld(file), options)), "seed \(seed), turn \(turn)")
                #expect(try describe(file) == expected, "seed \(seed), turn \(turn)")
                file = try encode(decodeNew(file), options)
            }
            TypesOfTwoVersions.takeApart(nodes)
        }
    }

    @Test func whatTheOlderBuildChangesIsChangedForUnknownFields() throws {
        for seed in 0..<UInt64(Torture.count(40, torture: 2_000)) {
            var random = SplitMix64(seed: seed)
            let nodes = TypesOfTwoVersions.make(Int.random(in: 1...9, using: &random), hides: false, &random)
            let file: Bytes = try encode(nodes[0])
            let root = try decodeOld(file)
            for node in TypesOfTwoVersions.reachable(root) { node.name += "'" }
            let saved = try encode(root)
            nodes.forEach { $0.name += "'" }
            let expected = try describe(encode(nodes[0]))
            #expect(try describe(saved) == expected, "seed \(seed)")
            TypesOfTwoVersions.takeApart(nodes)
        }
    }

    @Test func aFileIsOpenedInPartsAndLosesNothing() throws {
        for seed in 0..<UInt64(Torture.count(40, torture: 2_000)) {
            var random = SplitMix64(seed: seed)
            let nodes = TypesOfTwoVersions.make(Int.random(in: 1...9, using: &random), hides: true, &random)
            nodes.forEach { $0.boss = nil }
            let shelf = Old.Shelf()
            let whole = try decodeOld(encode(nodes[0]))
            shelf.parts = TypesOfTwoVersions.reachable(whole).map { GraphReference($0) }
            let expected = try describe(encode(whole))
            let archive = try PartialGraph.open(encode(shelf))
            defer { archive.close() }
            let opened = try archive.root(as: Old.Shelf.self)
            for part in opened.parts where Bool.random(using: &random) { _ = try part.load() }
            // Some parts are copied, and others encoded, with fields that refer to both.
            let again = try GraphDecoder().decode(Old.Shelf.self, from: encode(opened))
            #expect(try describe(encode(again.parts[0].load())) == expected, "seed \(seed)")
            let first = try opened.parts[0].load()
            #expect(try describe(encode(first)) == expected, "seed \(seed)")
            TypesOfTwoVersions.takeApart(nodes)
        }
    }

    // MARK: Identity

    @Test func anUnknownFieldRefersToTheObjectOfTheProgram() throws {
        let (root, child) = (New.Node("root"), New.Node("child"))
        (root.others, root.friend, child.friend) = ([child], child, root)
        defer { TypesOfTwoVersions.takeApart([root, child]) }
        let old = try decodeOld(encode(root))
        old.others[0].name = "changed"
        let copy = try decodeNew(encode(old))
        #expect(copy.friend === copy.others[0] && copy.friend?.name == "changed" && copy.friend?.friend === copy)
        TypesOfTwoVersions.takeApart([copy, copy.others[0]])
    }

    @Test(arguments: [false, true])
    func anObjectOfWhichTheProgramHasLetGoIsWrittenAsItWas(drops: Bool) throws {
        let (root, child, extra) = (New.Node("root"), New.Node("child"), New.Extra("extra"))
        (root.others, root.friend, root.extra, extra.friend) = ([child], child, extra, child)
        let old = try decodeOld(encode(root))
        old.others[0].name = "changed"
        if drops { old.others = [] }
        let copy = try decodeNew(encode(old))
        #expect(copy.friend?.name == (drops ? "child" : "changed") && copy.extra?.friend === copy.friend)
        #expect(drops ? copy.others.isEmpty : copy.others[0] === copy.friend)
    }

    @Test func fieldsOfSeveralFilesGoIntoOne() throws {
        func load(_ name: String) throws -> Old.Node {
            let (root, extra) = (New.Node(name), New.Extra(name))
            (root.extra, root.twins) = (extra, [extra, New.Extra(name + "2")])
            return try decodeOld(encode(root))
        }
        let (first, second) = (try load("a"), try load("b"))
        first.others = [second]
        second.point.unknownFields = first.point.unknownFields
        let copy = try decodeNew(encode(first))
        #expect(copy.extra === copy.twins[0] && copy.others[0].extra === copy.others[0].twins[0])
        #expect(copy.twins.map(\.name) == ["a", "a2"] && copy.others[0].twins.map(\.name) == ["b", "b2"])
        #expect(try GraphArchive(encode(first)).summary.objectCount == 6)
    }

    @Test func unknownFieldsHoldNoObject() throws {
        weak var leaked: Old.Node?
        do {
            let (root, child, extra) = (New.Node("root"), New.Leaf("child"), New.Extra("extra"))
            (root.others, child.extra, extra.friend, extra.twin) = ([child], extra, root, extra)
            (child.friend, child.spot, child.ghost) = (child, New.Point(), root)
            child.shade.owner = root
            defer {
                TypesOfTwoVersions.takeApart([root, child])
                extra.twin = nil
            }
            let old = try decodeOld(encode(root))
            leaked = old.others[0]
            #expect(leaked?.unknownFields.isEmpty == false)
        }
        #expect(leaked == nil)
    }

    // MARK: Keys

    @Test func aKeyThatTheProgramWritesIsNotWrittenTwice() throws {
        struct Sometimes: GCodable, GKeepsUnknown {
            var text = "new"
            var unknownFields = GUnknownFields()
            enum Key: String { case text, other }
            init() {}
            init(from decoder: GDecoder) throws {}
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(text, for: Key.text)
                try encoder.encodeIfPresent(nil as Int?, for: Key.other)
            }
        }
        struct Both: GCodable, Equatable {
            var (text, other) = ("old", 7)
            init() {}
            init(from decoder: GDecoder) throws {
                text = try decoder.decode(for: Sometimes.Key.text)
                other = try decoder.decode(for: Sometimes.Key.other)
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(other, for: Sometimes.Key.other)
                try encoder.encode(text, for: Sometimes.Key.text)
            }
        }
        let values = try GraphDecoder().decode([Sometimes].self, from: encode(Array(repeating: Both(), count: 40)))
        #expect(values[0].unknownFields.keys == ["other", "text"])
        let saved = try GraphDecoder().decode([Both].self, from: encode(values))
        #expect(saved.allSatisfy { $0.text == "new" && $0.other == 7 } && saved.count == 40)
    }

    @Test func valuesWithoutKeysAndLargeCompositesAreKept() throws {
        struct Short: GCodable, GKeepsUnknown {
            var first = 0
            var unknownFields = GUnknownFields()
            init(from decoder: GDecoder) throws { first = try decoder.decode() }
            func encode(to encoder: GEncoder) throws { try encoder.encode(first) }
        }
        for count in [1, 2, 16, 17, 40] {
            let long = PartialGraph.Values.Row((0..<20).map { $0 + count })
            let short = try GraphDecoder().decode([Short].self, from: encode([long, long]))
            #expect(short[1].first == count && !short[1].unknownFields.isEmpty && short[1].unknownFields.keys == [])
            #expect(try encode(short).count > 40)
            let copies = try GraphDecoder().decode([PartialGraph.Values.Row].self, from: encode(short))
            #expect(copies.map(\.elements) == [long.elements, long.elements])
        }
    }

    @Test func manyUnknownFieldsAreKept() throws {
        struct Wide: GCodable {
            struct Key: RawRepresentable { let rawValue: String }

            init() {}
            init(from decoder: GDecoder) throws {}
            func encode(to encoder: GEncoder) throws {
                for number in 0..<1_000 { try encoder.encode(number, for: Key(rawValue: "key \(number)")) }
            }
        }
        let original: Bytes = try GraphEncoder().encode(Array(repeating: Wide(), count: 50))
        let saved: Bytes = try GraphEncoder().encode(GraphDecoder().decode([Keeper].self, from: original))
        #expect(try GraphArchive(saved).dump() == GraphArchive(original).dump())
    }

    @Test func everyEncodingOptionKeepsUnknownFields() throws {
        let (root, child, extra) = (New.Node("root"), New.Leaf("child"), New.Extra("extra"))
        (root.others, root.extra, child.spot, extra.twin) = ([child], extra, New.Point(), New.Extra("twin"))
        (root.any, child.friend) = (New.Stranger(), New.Node("friend"))
        let expected = TypesOfTwoVersions.describe(root)
        let file = try encode(root)
        for options: GraphEncoder.Options in [
            [], .canonical, .disableIdentity, .tryHashableIdentityAtFirst, .printWarnings, .checkIdentifiableContents,
        ] {
            let copy = try decodeNew(encode(decodeOld(file), options))
            #expect(TypesOfTwoVersions.describe(copy) == expected, "\(options)")
        }
        let dump = try GraphEncoder().dump(decodeOld(file))
        #expect(dump.contains("\"friend\"") && dump.contains("extra"))
    }

    // MARK: Values of sets

    @Test func elementsThatDifferOnlyInUnknownFieldsAreAllKept() throws {
        struct Name: GCodable, GKeepsUnknown, Hashable {
            var text: String
            var unknownFields = GUnknownFields()
            init(from decoder: GDecoder) throws { text = try decoder.decode(for: New.Key.shade) }
            func encode(to encoder: GEncoder) throws { try encoder.encode(text, for: New.Key.shade) }
        }
        struct Full: GCodable, Hashable {
            var text = "same"
            var number: Int
            init(_ number: Int) { self.number = number }
            init(from decoder: GDecoder) throws {
                (text, number) = (try decoder.decode(for: New.Key.shade), try decoder.decode(for: New.Key.z))
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(text, for: New.Key.shade)
                try encoder.encode(number, for: New.Key.z)
            }
        }
        let names = try GraphDecoder().decode(Set<Name>.self, from: encode(Set((0..<9).map(Full.init))))
        #expect(names.count == 9)
        #expect(try GraphDecoder().decode(Set<Full>.self, from: encode(names)) == Set((0..<9).map(Full.init)))
        #expect(GUnknownFields() == GUnknownFields() && GUnknownFields(caseName: "a") != GUnknownFields())
        #expect(try #require(names.first?.unknownFields).description == "(z)")
    }

    // MARK: Checks

    @Test func checksSayThatNothingIsLost() throws {
        let (root, child) = (New.Node("root"), New.Leaf("child"))
        (root.others, root.extra, child.friend, child.boss) = ([child], New.Extra("extra"), child, root)
        defer { child.friend = nil }
        let file = TypesOfTwoVersions.old(try encode(root))
        let old = try GraphDecoder().decode(Old.Node.self, from: file)
        #expect(try GraphCodableUti.roundTripProblems(of: old) == [])
        #expect(try GraphCodableUti.unreadKeys(of: Old.Node.self, in: file) == [])
    }

    #if DEBUG
    @Test func nothingWarnsOfKeysThatAreKept() throws {
        struct Renamed: GCodable, GKeepsUnknown {
            var text: String
            var unknownFields = GUnknownFields()
            enum Key: String { case text, keptKey }
            init(_ text: String) { self.text = text }
            init(from decoder: GDecoder) throws { text = try decoder.decode(for: Key.keptKey, default: "none") }
            func encode(to encoder: GEncoder) throws { try encoder.encode(text, for: Key.text) }
        }
        let copy = try GraphDecoder().decode(Renamed.self, from: encode(Renamed("a")))
        #expect(copy.text == "none" && copy.unknownFields.keys == ["text"])
        #expect(DecodingSession.renamedKeys.withLock { warnings in !warnings.keys.contains { $0.contains("keptKey") } })
    }
    #endif

    @Test func fieldsOfADecodingThatFailedAreRefused() throws {
        struct Leaky: GCodable, GKeepsUnknown {
            nonisolated(unsafe) static var leaked: Leaky?
            var unknownFields = GUnknownFields() { didSet { Self.leaked = self } }
            init(from decoder: GDecoder) throws { try decoder.whenDecoded { throw CancellationError() } }
            func encode(to encoder: GEncoder) throws {}
        }
        defer { Leaky.leaked = nil }
        let file = try encode(New.Point())
        #expect(throws: CancellationError.self) { try GraphDecoder().decode(Leaky.self, from: file) }
        let leaked = try #require(Leaky.leaked)
        #expect(!leaked.unknownFields.isEmpty && leaked.unknownFields.keys.isEmpty)
        let error = expectError(GraphCodableError.self, .misuse) { try encode(leaked) }
        #expect(
            error?.message.hasSuffix(
                """
                Leaky has unknown fields of an archive whose decoding has not ended, or has failed. Encode it after the decoding.
                """) == true)
    }

    // MARK: Strangers

    /// A save must not fail because of what nobody could see when the file was loaded.
    @Test func damagedUnknownFieldsAreRefusedWhenTheyAreLoaded() throws {
        let fields: [(Bytes, String)] = [
            ([0x41, 0xFF], "A string is not valid UTF-8."),
            ([0x80, 2], "A reference refers to object 2, which has no record."),
            ([0x80, 1], "A string is not valid UTF-8."),
            ([0xD0, 1, 2], "An array of booleans contains values other than 0 and 1."),
        ]
        for (field, message) in fields {
            var assembler = ArchiveAssembler(
                ArchiveAssembler.composite(0, [1], [2], field), ArchiveAssembler.composite(1, [0x41, 0xFF]),
                keys: ["x", "y", "z"],
                types: [ArchiveAssembler.type("Point", name: nil, flags: 0), ArchiveAssembler.type(New.Extra.self)],
                shapes: [ArchiveAssembler.shape(of: 0, 1, 2, 3), ArchiveAssembler.shape(of: 1, 1)])
            assembler.idCount = 3
            let error = expectError(GraphCodableError.self, .malformed) {
                try GraphDecoder().decode(Old.Point.self, from: assembler.bytes)
            }
            #expect(error?.message.hasPrefix(message) == true, "\(error as Any)")
        }
    }

    @Test func whatUnknownFieldsTakeIsCharged() throws {
        struct Ignoring: GCodable {
            init(from decoder: GDecoder) throws {}
            func encode(to encoder: GEncoder) throws {}
        }
        struct Keeping: GCodable, GKeepsUnknown {
            var unknownFields = GUnknownFields()
            init(from decoder: GDecoder) throws {}
            func encode(to encoder: GEncoder) throws {}
        }
        var long = New.Point()
        long.z = String(repeating: "x", count: 20_000)
        let behind = New.Node("x")
        behind.name = try #require(long.z)
        var reference = New.Point()
        reference.owner = behind
        var policy = GraphDecodingPolicy()
        policy.maximumMemory = 10_000
        let decoder = GraphDecoder(policy: policy)
        for file in [try encode(long), try encode(reference)] {
            _ = try decoder.decode(Ignoring.self, from: file)
            expectError(GraphCodableError.self, .limitExceeded) { try decoder.decode(Keeping.self, from: file) }
            #expect(try GraphDecoder(policy: .strict).decode(Keeping.self, from: file).unknownFields.keys.count >= 3)
        }
    }

    /// To find a value, all before it are skipped, with everything that is nested in them.
    @Test func valuesThatAreDecodedOutOfOrderAreCharged() throws {
        struct Tree: GCodable {
            var next: [Tree]
            var text: String
            init(_ text: String, _ next: [Tree]) { (self.text, self.next) = (text, next) }
            init(from decoder: GDecoder) throws {
                (next, text) = (try decoder.decode(for: New.Key.friend), try decoder.decode(for: New.Key.extra))
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(next, for: New.Key.friend)
                try encoder.encode(text, for: New.Key.extra)
            }
        }
        struct Backwards: GCodable {
            init(from decoder: GDecoder) throws {
                _ = try decoder.decode(for: New.Key.extra) as String
                _ = try decoder.decode(for: New.Key.friend) as [Backwards]
            }
            func encode(to encoder: GEncoder) throws {}
        }
        var tree = Tree(String(repeating: "x", count: 2_000), [])
        for _ in 0..<100 { tree = Tree("", [tree]) }
        let file = try encode(tree)
        let decoder = GraphDecoder(policy: GraphDecodingPolicy(maximumMemory: 100_000))
        _ = try decoder.decode(Tree.self, from: file)
        expectError(GraphCodableError.self, .limitExceeded) { try decoder.decode(Backwards.self, from: file) }
        _ = try GraphDecoder(policy: GraphDecodingPolicy(maximumMemory: 800_000)).decode(Backwards.self, from: file)
    }
}
