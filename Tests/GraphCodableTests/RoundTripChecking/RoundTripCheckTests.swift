import Foundation
import GraphCodable
import TestSupport
import Testing

/// The check finds each kind of mistake, and nothing where there is none.
@Suite struct RoundTripCheckTests {
    class Node: GCodable {
        var name = ""
        var weight = 0.0
        weak var parent: Node?
        var children: [Node] = []

        init(_ name: String) { self.name = name }

        enum Key: String { case name, weight, parent, children }

        required init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            weight = try decoder.decode(for: Key.weight)
            children = try decoder.decode(for: Key.children)
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(weight, for: Key.weight)
            try encoder.encode(children, for: Key.children)
            try encoder.encodeConditional(parent, for: Key.parent)
        }
    }

    private func tree(_ root: Node, _ children: Node...) -> Node {
        root.children = children
        children.forEach { $0.parent = root }
        return root
    }

    private func descriptions<Root: GCodable>(
        _ root: Root, ignoring: Set<String> = [], options: GraphEncoder.Options = []
    ) throws -> [String] {
        try GraphCodableUti.roundTripProblems(of: root, ignoring: ignoring, options: options).map(\.description)
    }

    @propertyWrapper struct Wrapped: GCodable {
        var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        init(from decoder: GDecoder) throws { wrappedValue = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(wrappedValue) }
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
            of: Raw(), ignoring: ["RoundTripCheckTests.Raw.other field"])
        #expect(problems == [])
        #expect(try GraphCodableUti.roundTripProblems(of: Raw()).map(\.property) == ["other field"])
    }

    enum Choice: GCodable {
        case none, node(Node), numbers(Int, Int)
        init(from decoder: GDecoder) throws {
            switch try decoder.decode() as Int {
            case 1: self = .node(try decoder.decode())
            case 2: self = .numbers(try decoder.decode(), try decoder.decode())
            default: self = .none
            }
        }
        func encode(to encoder: GEncoder) throws {
            switch self {
            case .none: try encoder.encode(0)
            case .node(let node):
                try encoder.encode(1)
                try encoder.encode(node)
            case .numbers(let first, let second):
                try encoder.encode(2)
                try encoder.encode(first)
                try encoder.encode(second)
            }
        }
    }

    final class Everything: GCodable {
        var node: Node
        var same: Node
        var choices: [Choice]
        var names: Set<String> = ["a", "b"]
        var byName: [String: Node]
        var date = Date(timeIntervalSince1970: 12)
        var url = URL(string: "https://example.org")
        var number = Double.nan
        var none: Node?
        @Wrapped var wrapped = 3
        lazy var expensive = 7

        init(_ node: Node) {
            (self.node, same, choices, byName) = (node, node, [.none, .node(node), .numbers(1, 2)], ["x": node])
            _ = expensive
        }

        enum Key: String {
            case node, same, choices, names, byName, date, url, number, wrapped
        }

        init(from decoder: GDecoder) throws {
            node = try decoder.decode(for: Key.node)
            same = try decoder.decode(for: Key.same)
            choices = try decoder.decode(for: Key.choices)
            names = try decoder.decode(for: Key.names)
            byName = try decoder.decode(for: Key.byName)
            date = try decoder.decode(for: Key.date)
            url = try decoder.decode(for: Key.url)
            number = try decoder.decode(for: Key.number)
            _wrapped = try decoder.decode(for: Key.wrapped)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(node, for: Key.node)
            try encoder.encode(same, for: Key.same)
            try encoder.encode(choices, for: Key.choices)
            try encoder.encode(names, for: Key.names)
            try encoder.encode(byName, for: Key.byName)
            try encoder.encode(date, for: Key.date)
            try encoder.encode(url, for: Key.url)
            try encoder.encode(number, for: Key.number)
            try encoder.encode(_wrapped, for: Key.wrapped)
        }
    }

    @Test func nothingIsFoundWhereNothingIsLost() throws {
        #expect(try descriptions(Everything(tree(Node("a"), Node("b"), tree(Node("c"), Node("d"))))) == [])
        #expect(try descriptions([1: ["a", nil], 2: []]) == [])
    }

    @Test func valuesWithAnIdentityAreComparedOnce() throws {
        struct Group: GCodable, GIdentifiable {
            enum Key: String { case id, parts }
            let id: Int
            let parts: [Group]
            var gcodableID: Int? { id }
            init(id: Int, parts: [Group]) { (self.id, self.parts) = (id, parts) }
            init(from decoder: GDecoder) throws {
                id = try decoder.decode(for: Key.id)
                parts = try decoder.decode(for: Key.parts)
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(id, for: Key.id)
                try encoder.encode(parts, for: Key.parts)
            }
        }
        // The last one contains the first 2^60 times.
        let group = (1...60).reduce(Group(id: 0, parts: [])) { Group(id: $1, parts: [$0, $0]) }
        #expect(try descriptions(group) == [])
    }

    @Test func aWeakReferenceMayBeLostWithItsObject() throws {
        let root = tree(Node("root"), Node("child"))
        #expect(try descriptions(root.children[0]) == [])
    }

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
        #expect(problems.map(\.description) == ["RoundTripCheckTests.Forgetful.due is not written."])
        #expect(problems.map(\.kind) == [.notWritten])
        #expect(problems.map(\.property) == ["due"])
        let other = Forgetful()
        other.due = 4
        #expect(
            try descriptions(other) == [
                "RoundTripCheckTests.Forgetful.due is not written.",
                "RoundTripCheckTests.Forgetful.due: 4 came back as 3.",
            ])
        #expect(try descriptions(other, ignoring: ["RoundTripCheckTests.Forgetful.due"]) == [])
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
            try descriptions(Renaming()).first
                == "RoundTripCheckTests.Renaming.width may not be written: there are 2 values for width, height, depth."
        )
        #expect(try descriptions(Renaming(), ignoring: ["RoundTripCheckTests.Renaming.depth"]) == [])
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
            try descriptions([Unread(), Unread()]) == [
                "RoundTripCheckTests.Unread.second is written, but not read.",
                "RoundTripCheckTests.Unread.1 without a key is written, but not read.",
            ])
        #expect(try descriptions([UnreadValue()]) == ["RoundTripCheckTests.UnreadValue.last is written, but not read."])
    }

    final class Slicer: Node, GInheritance {
        var disableInheritance: Bool { true }
    }

    @Test func anObjectOfAnotherClassIsNamed() throws {
        let problems = try GraphCodableUti.roundTripProblems(of: tree(Node("a"), Node("b"), Slicer("c")))
        #expect(
            problems.map(\.description) == [
                "RoundTripCheckTests.Node.children: RoundTripCheckTests.Slicer came back as RoundTripCheckTests.Node."
            ])
        #expect(problems.map(\.kind) == [.otherType])
    }

    @Test func anObjectThatComesBackTwiceIsNamed() throws {
        let (root, node) = (Node("r"), Node("a"))
        root.children = [node, node]
        #expect(
            try descriptions(root, options: .disableIdentity).first
                == "RoundTripCheckTests.Node.children: An object came back as two objects.")
    }

    final class Counting: GCodable {
        static let count = Locked(0)
        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode() as Int }
        func encode(to encoder: GEncoder) throws {
            Self.count.set(Self.count.get() + 1)
            try encoder.encode(Self.count.get())
        }
    }

    @Test func anArchiveThatChangesIsReported() throws {
        let problems = try GraphCodableUti.roundTripProblems(of: Counting())
        #expect(problems.map(\.kind) == [.otherArchive])
    }

    final class Doubling: GCodable {
        var text: String
        init(_ text: String) { self.text = text }
        init(from decoder: GDecoder) throws { text = try decoder.decode() + "!" }
        func encode(to encoder: GEncoder) throws { try encoder.encode(text) }
    }

    @Test func aValueThatChangesIsNamed() throws {
        #expect(
            try descriptions([1: [Doubling("a")]]) == ["RoundTripCheckTests.Doubling.text: a came back as a!."])
    }

    /// Takes the first object for both.
    struct Couple: GCodable {
        let first: Node
        let second: Node
        enum Key: String { case first, second }
        init(_ first: Node, _ second: Node) { (self.first, self.second) = (first, second) }
        init(from decoder: GDecoder) throws {
            first = try decoder.decode(for: Key.first)
            _ = try decoder.decode(for: Key.second) as Node
            second = first
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(first, for: Key.first)
            try encoder.encode(second, for: Key.second)
        }
    }

    @Test func twoObjectsThatComeBackAsOneAreNamed() throws {
        let problems = try GraphCodableUti.roundTripProblems(of: Couple(Node("a"), Node("a")))
        #expect(
            problems.map(\.description) == ["RoundTripCheckTests.Couple.second: Two objects came back as one."])
        #expect(problems.map(\.kind) == [.otherIdentity] && problems.map(\.property) == ["second"])
    }

    /// Encodes one value more each time.
    final class Growing: GCodable {
        struct Leaf: GCodable {
            init() {}
            init(from decoder: GDecoder) throws { _ = try decoder.decode() as Int }
            func encode(to encoder: GEncoder) throws { try encoder.encode(1) }
        }

        static let count = Locked(0)

        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode() as [Leaf] }
        func encode(to encoder: GEncoder) throws {
            let count = Self.count.get()
            Self.count.set(count + 1)
            try encoder.encode(Array(repeating: Leaf(), count: count))
        }
    }

    @Test func anArchiveThatGrowsIsReportedByItsTypes() throws {
        for count in 0..<2 {
            Growing.count.set(count)
            let problems = try descriptions(Growing())
            #expect(
                problems == [
                    "The archive has \(count) values of type RoundTripCheckTests.Growing.Leaf, "
                        + "that of its copy \(count + 1)."
                ])
        }
    }

    /// Equal to another by its number alone, and loses the rest.
    struct Tag: GCodable, Hashable {
        var number = 1
        var note = "a"
        enum Key: String { case number }
        init() {}
        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            note = "b"
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number, for: Key.number) }
        static func == (left: Tag, right: Tag) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func elementsOfSetsAndKeysAreLookedInto() throws {
        let problems = try descriptions([Tag()])
        #expect(problems.contains { $0.contains("Tag.note") })
        #expect(try descriptions(Set([Tag()])) == problems)
        #expect(try descriptions([Tag(): 1]) == problems)
    }

    /// Loses the last of everything.
    struct Shortening: GCodable {
        var list: [Int] = [1, 2]
        var set: Set<Int> = [1, 2]
        var table: [Int: Int] = [1: 1, 2: 2]
        var some: Int? = 1
        var none: Int?
        var choice = Choice.numbers(1, 2)
        enum Key: String { case list, set, table, some, none, choice }
        init() {}
        init(from decoder: GDecoder) throws {
            list = (try decoder.decode(for: Key.list) as [Int]).dropLast()
            set = (try decoder.decode(for: Key.set) as Set<Int>).filter { $0 < 2 }
            table = (try decoder.decode(for: Key.table) as [Int: Int]).filter { $0.key < 2 }
            _ = try decoder.decode(for: Key.some) as Int?
            some = nil
            none = try decoder.decode(for: Key.none) ?? 3
            _ = try decoder.decode(for: Key.choice) as Choice
            choice = .none
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(list, for: Key.list)
            try encoder.encode(set, for: Key.set)
            try encoder.encode(table, for: Key.table)
            try encoder.encode(some, for: Key.some)
            try encoder.encode(none, for: Key.none)
            try encoder.encode(choice, for: Key.choice)
        }
    }

    @Test func aValueThatBecomesShorterIsNamed() throws {
        let type = "RoundTripCheckTests.Shortening"
        #expect(
            try descriptions(Shortening()) == [
                "\(type).list: 2 elements came back as 1 elements.", "\(type).set: 2 elements came back as 1 elements.",
                "\(type).table: 2 elements came back as 1 elements.", "\(type).some: Optional(1) came back as nil.",
                "\(type).none: nil came back as Optional(3).", "\(type).choice: numbers(1, 2) came back as none.",
            ])
    }

    /// Comes back as another case.
    enum Fickle: GCodable {
        case first(Int), second(Int)
        init(from decoder: GDecoder) throws { self = .second(try decoder.decode()) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(1) }
    }

    @Test func aRootThatBecomesAnotherCaseIsCalledTheRoot() throws {
        #expect(try descriptions(Fickle.first(1)) == ["The root: first(1) came back as second(1)."])
        #expect(try descriptions(Fickle.second(1)) == [])
    }

    // MARK: Checking an encoder or a decoder alone

    final class Former: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws { try encoder.encode("former") }
        class var replacementType: GDecodable.Type { Latter.self }
    }

    final class Latter: GCodable {
        let text: String
        init(from decoder: GDecoder) throws { text = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(text) }
    }

    @Test func aCheckedDecoderReturnsTheRoot() throws {
        let bytes: Bytes = try GraphCodableUti.checkEncoder(root: tree(Node("root"), Node("child")))
        let root = try GraphCodableUti.checkDecoder(type: Node.self, data: bytes)
        #expect(root.name == "root" && root.children.map(\.name) == ["child"] && root.children[0].parent === root)
        let former: Data = try GraphCodableUti.checkEncoder(root: Former())
        #expect(try GraphCodableUti.checkDecoder(type: Latter.self, data: former).text == "former")
        #expect(
            try GraphCodableUti.checkDecoder(type: Latter.self, data: former, qualifiedClassNames: false).text
                == "former")
    }

    @Test func aCheckedDecoderPassesOnTheUserInfoAndErrors() throws {
        struct Told: GCodable {
            let told: Int?
            init() { told = nil }
            init(from decoder: GDecoder) throws {
                told = CodingUserInfoKey(rawValue: "key").flatMap { decoder.userInfo[$0] as? Int }
            }
            func encode(to encoder: GEncoder) throws {}
        }
        let key = try #require(CodingUserInfoKey(rawValue: "key"))
        let bytes: Bytes = try GraphCodableUti.checkEncoder(root: Told())
        #expect(try GraphCodableUti.checkDecoder(type: Told.self, data: bytes, userInfo: [key: 7]).told == 7)
        expectError(GraphCodableError.self, .typeMismatch) {
            try GraphCodableUti.checkDecoder(type: Int.self, data: bytes)
        }
    }

    @Test func aLongListIsCheckedWithoutRecursion() throws {
        final class Item: GCodable {
            var next: Item?
            init(_ next: Item?) { self.next = next }
            init(from decoder: GDecoder) throws { next = try decoder.decode() }
            func encode(to encoder: GEncoder) throws { try encoder.encode(next) }
            deinit {
                var rest = next
                next = nil
                while let item = rest, isKnownUniquelyReferenced(&rest) { (rest, item.next) = (item.next, nil) }
            }
        }
        var list: Item?
        for _ in 0..<2_000 { list = Item(list) }
        #expect(try GraphCodableUti.roundTripProblems(of: #require(list), options: .disableInheritance) == [])
    }

    /// Builds the set before its elements know the folder, by which they are hashed.
    final class Folder: GCodable {
        final class File: GCodable, Hashable {
            let number: Int
            weak var folder: Folder?

            init(_ number: Int, in folder: Folder) { (self.number, self.folder) = (number, folder) }

            init(from decoder: GDecoder) throws {
                number = try decoder.decode(for: Key.number)
                try decoder.deferDecode(for: Key.folder) { self.folder = $0 }
            }

            func encode(to encoder: GEncoder) throws {
                try encoder.encode(number, for: Key.number)
                try encoder.encodeConditional(folder, for: Key.folder)
            }

            static func == (a: File, b: File) -> Bool { a.folder?.name == b.folder?.name && a.number == b.number }
            func hash(into hasher: inout Hasher) {
                hasher.combine(folder?.name)
                hasher.combine(number)
            }
        }

        enum Key: String { case name, files, folder, number }

        let name: String
        var files: Set<File> = []

        init(_ name: String) { self.name = name }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            files = Set(try decoder.decode(for: Key.files) as [File])
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(Array(files), for: Key.files)
        }
    }

    @Test func aSetThatDoesNotFindItsElementsIsReported() throws {
        let folder = Folder("letters")
        // Seeds of hashing differ, so a few of them might be found.
        folder.files = Set((0..<200).map { Folder.File($0, in: folder) })
        let problems = try GraphCodableUti.roundTripProblems(of: folder)
        #expect(problems.map(\.kind) == [.elementsNotFound])
        #expect(
            problems.map(\.description) == [
                "RoundTripCheckTests.Folder.files: The copy does not find its own elements. They have changed since they were hashed."
            ])
    }

    /// Inherits the methods, which know nothing of its property.
    final class Forgotten: Node {
        var extra = 1
    }

    @Test func thePropertiesOfASubclassWithoutMethodsAreReported() throws {
        #expect(
            try descriptions(tree(Node("root"), Forgotten("a"))) == [
                "RoundTripCheckTests.Forgotten.extra is not written."
            ])
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
        let unread = "RoundTripCheckTests.HalfRenamed.caption is written, but not read."
        #expect(
            try descriptions(HalfRenamed("t")) == [
                unread, "RoundTripCheckTests.HalfRenamed.title: t came back as untitled.",
            ])
        #expect(try descriptions(HalfRenamed("untitled")) == [unread])
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
            #expect(try descriptions(sound) == [], "\(style) \(bits)")
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
        let type = "RoundTripCheckTests.Lossy<RoundTripCheckTests.Named>"
        #expect(try descriptions(Lossy<Named>(3), ignoring: ["\(type).first"]) == ["\(type).extra is not written."])
    }
}

/// How a class writes its properties: with keys of the same names, with other keys, or without keys.
protocol KeyStyle {
    static func key(_ name: String) -> RoundTripCheckTests.Name?
}
