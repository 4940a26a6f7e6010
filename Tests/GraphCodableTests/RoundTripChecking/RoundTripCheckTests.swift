import Foundation
import GraphCodable
import TestSupport
import Testing

/// The check finds each kind of mistake, and nothing where there is none.
struct RoundTripCheckTests {
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

    static func tree(_ root: Node, _ children: Node...) -> Node {
        root.children = children
        children.forEach { $0.parent = root }
        return root
    }

    @propertyWrapper struct Wrapped: GCodable {
        var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        init(from decoder: GDecoder) throws { wrappedValue = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(wrappedValue) }
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
        #expect(try checkTexts(of: Everything(Self.tree(Node("a"), Node("b"), Self.tree(Node("c"), Node("d"))))) == [])
        #expect(try checkTexts(of: [1: ["a", nil], 2: []]) == [])
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
        #expect(try checkTexts(of: group) == [])
    }

    @Test func aWeakReferenceMayBeLostWithItsObject() throws {
        let root = Self.tree(Node("root"), Node("child"))
        #expect(try checkTexts(of: root.children[0]) == [])
    }

    final class Slicer: Node, GInheritance {
        var disableInheritance: Bool { true }
    }

    @Test func anObjectOfAnotherClassIsNamed() throws {
        let problems = try GraphCodableUti.roundTripProblems(of: Self.tree(Node("a"), Node("b"), Slicer("c")))
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
            try checkTexts(of: root, options: .disableIdentity).first
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
            try checkTexts(of: [1: [Doubling("a")]]) == ["RoundTripCheckTests.Doubling.text: a came back as a!."])
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
            let problems = try checkTexts(of: Growing())
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
        let problems = try checkTexts(of: [Tag()])
        #expect(problems.contains { $0.contains("Tag.note") })
        #expect(try checkTexts(of: Set([Tag()])) == problems)
        #expect(try checkTexts(of: [Tag(): 1]) == problems)
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
            try checkTexts(of: Shortening()) == [
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
        #expect(try checkTexts(of: Fickle.first(1)) == ["The root: first(1) came back as second(1)."])
        #expect(try checkTexts(of: Fickle.second(1)) == [])
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
        let bytes: Bytes = try GraphCodableUti.checkEncoder(root: Self.tree(Node("root"), Node("child")))
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
            enum Key: String { case secret }
            init() { told = nil }
            init(from decoder: GDecoder) throws {
                told = CodingUserInfoKey(rawValue: "key").flatMap { decoder.userInfo[$0] as? Int }
                if told != nil { _ = try decoder.decode(for: Key.secret) as Int }
            }
            func encode(to encoder: GEncoder) throws { try encoder.encode(1, for: Key.secret) }
        }
        let key = try #require(CodingUserInfoKey(rawValue: "key"))
        let bytes: Bytes = try GraphCodableUti.checkEncoder(root: Told())
        #expect(try GraphCodableUti.checkDecoder(type: Told.self, data: bytes, userInfo: [key: 7]).told == 7)
        #expect(try GraphCodableUti.unreadKeys(of: Told.self, in: bytes).count == 1)
        #expect(try GraphCodableUti.unreadKeys(of: Told.self, in: bytes, userInfo: [key: 7]) == [])
        expectError(GraphCodableError.self, .typeMismatch) {
            try GraphCodableUti.checkDecoder(type: Int.self, data: bytes)
        }
    }
}

/// What the check says of a graph.
func checkTexts<Root: GCodable>(
    of root: Root, ignoring: Set<String> = [], options: GraphEncoder.Options = []
) throws -> [String] {
    try GraphCodableUti.roundTripProblems(of: root, ignoring: ignoring, options: options).map(\.description)
}
