import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

@testable import GraphInspection

@Suite("Differences of archives")
struct GraphDiffTests {
    private func archive(_ root: some GEncodable) throws -> GraphArchive {
        try GraphArchive(GraphEncoder().encode(root) as Bytes)
    }

    private func diff(
        _ old: some GEncodable, _ new: some GEncodable, _ options: GraphDiffOptions = GraphDiffOptions()
    ) throws -> GraphDiff {
        try GraphDiff(from: archive(old), to: archive(new), options: options)
    }

    @Test(arguments: 0..<20) func aGraphIsEqualToItself(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let archive = try VertexGraph(random: 60, degree: 3, using: &generator).archive()
        let diff = try GraphDiff(from: archive, to: archive)
        #expect(diff.isEmpty)
        #expect(diff.sameCount == archive.summary.objectCount)
    }

    @Test func canonicalSavesOfOneGraphAreTheSame() throws {
        let names = (0..<300).map { "name \($0)" }
        var roomy = Set<String>(minimumCapacity: 5_000)
        roomy.formUnion(names.reversed())
        for codec in [GraphCodec.none, .lz4, .zlib] {
            let encoder = GraphEncoder(.canonical)
            let options = GraphContainerWritingOptions(
                blockSizeLog2: 16, threadCount: 2, metadata: ["program": "test", "version": "1", "author": "nobody"])
            let one = try encoder.encode([Set(names), []], codec: codec, options: options) as Bytes
            #expect(try encoder.encode([roomy, []], codec: codec, options: options) == one, "\(codec)")
        }
        let archives = try [Set(names), roomy].map { try GraphArchive(GraphEncoder(.canonical).encode($0) as Bytes) }
        #expect(try GraphDiff(from: archives[0], to: archives[1]).isEmpty)
    }

    /// Changes a random graph in one way, and expects to find that and nothing else.
    @Test(arguments: 0..<60) func aChangeOfOneObjectIsFoundAndNothingElse(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let graph = VertexGraph(random: 60, degree: 3, using: &generator)
        let old = try graph.read()
        let reached = Array(old.names.values)
        let name = try #require(reached.sorted().randomElement(using: &generator))
        let vertex = try #require(graph.vertices.first { $0.name == name })
        let expected: ValueChange
        switch seed % 4 {
        case 0:
            vertex.weight += 1
            expected = ValueChange(path: "weight", old: "\(vertex.weight - 1)", new: "\(vertex.weight)")
        case 1:
            vertex.name = "renamed"
            expected = ValueChange(path: "name", old: "\"\(name)\"", new: "\"renamed\"")
        case 2:
            let target = try #require(graph.vertices.first { reached.contains($0.name) })
            vertex.links.append(target)
            let id = try #require(try graph.read().id(named: target.name))
            expected = ValueChange(
                path: "links[\(vertex.links.count - 1)]", old: nil, new: "→ Vertex #\(id) \"\(target.name)\"")
        default:
            vertex.links.append(Vertex("new"))
            let id = try #require(try graph.read().id(named: "new"))
            expected = ValueChange(
                path: "links[\(vertex.links.count - 1)]", old: nil, new: "→ Vertex #\(id) \"new\"")
        }
        let new = try graph.read()
        let diff = GraphDiff(from: old, to: new)
        #expect(diff.changed.map(\.oldID) == [try #require(old.id(named: name))], "seed \(seed)")
        #expect(diff.changed.flatMap(\.changes) == [expected], "seed \(seed)")
        #expect(diff.removed.isEmpty, "seed \(seed)")
        #expect(diff.added.map(\.id) == (seed % 4 == 3 ? [try #require(new.id(named: "new"))] : []), "seed \(seed)")
        #expect(diff.sameCount == reached.count - 1, "seed \(seed)")
        let back = GraphDiff(from: new, to: old)
        #expect(back.changed.flatMap(\.changes).map(\.path) == [expected.path], "seed \(seed)")
        #expect(back.changed.flatMap(\.changes).first?.new == expected.old, "seed \(seed)")
        #expect(back.removed.map(\.title) == diff.added.map(\.title), "seed \(seed)")
    }

    @Test func objectsWithoutNamesAreFoundByTheirPlace() throws {
        func tree(_ weights: [Int]) -> Vertex {
            Vertex("root", links: weights.map { Vertex("same", weight: $0) })
        }
        let one = try diff(tree([1, 2, 3]), tree([1, 5, 3]))
        #expect(one.changed.map(\.title) == ["Vertex #3 \"same\""])
        #expect(one.changed.map(\.place) == ["links[1]"])
        #expect(one.changed.flatMap(\.changes) == [ValueChange(path: "weight", old: "2", new: "5")])
        #expect(one.added.isEmpty && one.removed.isEmpty)
        // One is gone, and of those that are left one has changed.
        let two = try diff(tree([1, 2, 3, 4]), tree([1, 3, 40]))
        #expect(two.removed.count == 1)
        #expect(two.added.isEmpty)
        #expect(two.sameCount == 2)
    }

    /// Refers to a person in two fields.
    final class Team: GEncodable {
        let lead: Labeled?
        let backup: Labeled?
        private enum Key: String { case lead, backup }

        init(lead: Labeled?, backup: Labeled?) { (self.lead, self.backup) = (lead, backup) }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(lead, for: Key.lead)
            try encoder.encode(backup, for: Key.backup)
        }
    }

    @Test func anObjectIsFoundByAnyFieldThatLeadsToIt() throws {
        let (old, new) = (Labeled(["name": "Ada", "text": "1"]), Labeled(["name": "Ada", "text": "2"]))
        let diff = try diff(Team(lead: old, backup: old), Team(lead: nil, backup: new))
        #expect(diff.added.isEmpty && diff.removed.isEmpty)
        #expect(diff.changed.flatMap(\.changes).map(\.path) == ["lead", "text"])
    }

    @Test func changesThatLookAlikeSayThatTheyAreNot() throws {
        let people = ["Ada", "Bob"].map { Labeled(["text": $0]) }
        let swapped = try diff(Team(lead: people[0], backup: people[1]), Team(lead: people[1], backup: people[0]))
        #expect(swapped.changed.flatMap(\.changes).allSatisfy { $0.old != $0.new })
        let long = String(repeating: "x", count: 1_000)
        let changes = try diff(long + "1", long + "2").changed.flatMap(\.changes)
        #expect(changes.count == 1 && changes[0].new?.hasSuffix(" (another value)") == true)
        let forms = try diff([1, 2] as [Int8], [1, 2] as [Int]).changed.flatMap(\.changes)
        #expect(forms == [ValueChange(path: "", old: "[1, 2]", new: "[1, 2] (in another form)")])
        let numbers = try diff(0.1, Double(0.1 as Float)).changed.flatMap(\.changes)
        #expect(numbers == [ValueChange(path: "", old: "0.1", new: "0.10000000149011612")])
    }

    private enum North { struct Place: OnePlace {} }
    private enum South { struct Place: OnePlace {} }

    @Test func typesOfOneNameInTwoModulesAreTold() throws {
        let changes = try diff([North.Place()], [South.Place()]).changed.flatMap(\.changes)
        #expect(changes.count == 1 && changes[0].path == "[0]")
        #expect(changes[0].old?.hasPrefix("Place(x: 1) of type GraphInspectionTests.") == true)
        #expect(changes[0].old?.hasSuffix(".North.Place") == true && changes[0].new?.hasSuffix(".South.Place") == true)
    }

    @Test func keysThatAreNoNamesAreQuoted() throws {
        let old = Mixed([1], ["0": 1, "a.b": 1, "größe_2": 1, "": 1])
        let found = try diff(old, Mixed([2], ["0": 2, "a.b": 2, "größe_2": 2, "": 2]))
        #expect(found.changed.flatMap(\.changes).map(\.path) == ["[0]", "\"0\"", "\"a.b\"", "größe_2", "\"\""])
        let text = try diff([Labeled([:])], [Labeled(["first name": "Ada"])]).changed.flatMap(\.changes)
        #expect(text.map(\.path) == ["\"first name\""])
    }

    @Test func valuesAreComparedWhereverTheyAre() throws {
        let old: [String: [Int?]] = ["a": [1, 2, 3], "b": [], "c": [nil]]
        let new: [String: [Int?]] = ["a": [1, 3], "b": [], "d": [nil]]
        let found = try diff(old, new)
        #expect(found.changed.map(\.newID) == [0])
        #expect(found.changed.map(\.place) == ["root"])
        let changes = Set(found.changed.flatMap(\.changes))
        #expect(changes.contains(ValueChange(path: "[\"c\"]", old: "[nil]", new: nil)))
        #expect(changes.contains(ValueChange(path: "[\"d\"]", old: nil, new: "[nil]")))
        #expect(changes.count { $0.path.hasPrefix("[\"a\"]") } == 1)
        #expect(changes.count == 3)
        #expect(try diff(1, 2).changed.flatMap(\.changes) == [ValueChange(path: "", old: "1", new: "2")])
        #expect(try diff("1", 1).changed.flatMap(\.changes) == [ValueChange(path: "", old: "\"1\"", new: "1")])
        #expect(try diff(1, 1).isEmpty)
        #expect(try diff(1, 1).sameCount == 1)
    }

    /// Elements that differ only in the order of what they contain have equal fingerprints.
    @Test func theOrderWithinElementsAndKeysMatters() throws {
        let tolerant = GraphDiffOptions(ignoresOrder: true)
        func expect<Root: GCodable>(_ old: Root, _ new: Root, at path: String) throws {
            let found = try diff(old, new)
            #expect(found.changed.flatMap(\.changes).map(\.path) == [path])
            #expect(found.changed.flatMap(\.changes).map(\.new) == ["2 elements in another order"])
            #expect(!found.isEmpty)
            #expect(try diff(old, new, tolerant).isEmpty)
        }
        let (pair, reversed) = (["a", "b"], ["b", "a"])
        try expect([pair], [reversed], at: "[0]")
        try expect([["x"], pair, ["y"]], [["x"], reversed, ["y"]], at: "[1]")
        try expect([[["x"], pair]], [[["x"], reversed]], at: "[0][1]")
        try expect([pair: 1], [reversed: 1], at: "[[\"a\", \"b\"]]")
    }

    /// Sets of numbers are stored as arrays are, in an order that differs from run to run.
    @Test func theOrderOfNumbersWithinElementsAndKeysNeedNotMatter() throws {
        let tolerant = GraphDiffOptions(ignoresOrder: true)
        let (old, new) = ([[1, 2, 300], [4, 5, 600]], [[600, 4, 5], [300, 1, 2]])
        #expect(try diff(old, new, tolerant).isEmpty)
        #expect(try !diff(old, new).isEmpty)
        #expect(try diff([old[0]: "a"], [new[1]: "a"], tolerant).isEmpty)
        #expect(try !diff([old[0]: "a"], [new[1]: "a"]).isEmpty)
        #expect(try diff([old], [new], tolerant).isEmpty)
        let changes = try diff([[1, 2, 300], [7, 8, 900]], [[300, 1, 2], [7, 8, 900]]).changed.flatMap(\.changes)
        #expect(changes == [ValueChange(path: "[0]", old: "[1, 2, 300]", new: "[300, 1, 2]")])
        #expect(try !diff([[1, 2, 300]], [[1, 3, 300]], tolerant).isEmpty)
    }

    @Test func theOrderOfDictionariesDoesNotMatterAndThatOfSetsNeedNot() throws {
        let names = (0..<50).map { "name \($0)" }
        let dictionary = Dictionary(uniqueKeysWithValues: names.map { ($0, Vertex($0)) })
        var other = Dictionary(minimumCapacity: 1_000) as [String: Vertex]
        for name in names.reversed() { other[name] = dictionary[name] }
        #expect(try diff(dictionary, other).isEmpty)
        let reversed = try diff(names, Array(names.reversed()))
        #expect(
            reversed.changed.flatMap(\.changes) == [
                ValueChange(path: "", old: "50 elements", new: "50 elements in another order")
            ])
        let tolerant = GraphDiffOptions(ignoresOrder: true)
        #expect(try diff(names, Array(names.reversed()), tolerant).isEmpty)
        #expect(try diff([1, 2, 300], [300, 1, 2], tolerant).isEmpty)
        #expect(try !diff([1, 2, 300], [300, 1, 2]).isEmpty)
        #expect(try !diff([1, 1, 300], [300, 1, 300], tolerant).isEmpty)
    }

    @Test func severalKeysMayBeNaN() throws {
        func values(_ value: Int) -> [Double: Int] {
            var values = [2.5: value]
            for _ in 0..<3 { values[.nan] = 1 }
            return values
        }
        let found = try diff(values(2), values(3))
        #expect(found.changed.flatMap(\.changes) == [ValueChange(path: "[2.5]", old: "2", new: "3")])
    }

    @Test func keysThatAreNaNAreRecognizedByTheirValues() throws {
        func keyed(_ values: [Int]) -> [Double: Int] { values.reduce(into: [:]) { $0[.nan] = $1 } }
        #expect(try diff(keyed([1, 2]), keyed([2, 1])).isEmpty)
        let changes = try diff(keyed([1, 2, 3]), keyed([3, 4, 1])).changed.flatMap(\.changes)
        #expect(changes == [ValueChange(path: "[nan]", old: "2", new: "4")])
    }

    @Test func elementsThatComeAndGoDoNotMoveTheOthers() throws {
        let names = (0..<20).map { "name \($0)" }
        var changed = names
        changed.remove(at: 3)
        changed.insert("new", at: 10)
        changed[15] = "changed"
        let changes = try diff(names, changed).changed.flatMap(\.changes)
        #expect(
            Set(changes) == [
                ValueChange(path: "[3]", old: "\"name 3\"", new: nil),
                ValueChange(path: "[10]", old: nil, new: "\"new\""),
                ValueChange(path: "[15]", old: "\"name 15\"", new: "\"changed\""),
            ])
    }

    @Test func aTypeKeepsItsIdentityWithTheNameThatTheProgramChose() throws {
        /// As the program writes it after it has renamed both classes.
        func renamed(_ root: some GEncodable) throws -> GraphArchive {
            var archive = Array(try GraphEncoder().encode(root) as Bytes)
            archive.replace("Tests.Note".utf8, with: "Tests.Memo".utf8)
            archive.replace("Tests.Page".utf8, with: "Tests.Leaf".utf8)
            return try GraphArchive(archive)
        }
        let (old, new) = ([Note("same"), Note("one")], [Note("same"), Note("two")])
        let moved = try GraphDiff(from: archive(old), to: renamed(new))
        #expect(moved.total.addedCount == 0 && moved.total.removedCount == 0)
        #expect(moved.changed.flatMap(\.changes) == [ValueChange(path: "text", old: "\"one\"", new: "\"two\"")])
        #expect(moved.types.map(\.name) == ["Memo"])
        #expect(try GraphDiff(from: archive(Note("same")), to: renamed(Note("same"))).isEmpty)
        #expect(try GraphDiff.areEqual(archive(Note("same")), renamed(Note("same"))))
        // Without a chosen name, only the qualified name can tell.
        let other = try GraphDiff(from: archive(Page("same")), to: renamed(Page("same")))
        #expect(other.total.addedCount == 1 && other.total.removedCount == 1)
        #expect(try !GraphDiff.areEqual(archive(Page("same")), renamed(Page("same"))))
    }

    @Test func fieldsWithoutKeysCorrespondByTheirPlace() throws {
        let found = try diff(Mixed([1, 2, 3], ["a": 1, "b": 2]), Mixed([1, 5], ["b": 3, "c": 4]))
        #expect(
            found.changed.flatMap(\.changes) == [
                ValueChange(path: "[1]", old: "2", new: "5"), ValueChange(path: "[2]", old: "3", new: nil),
                ValueChange(path: "a", old: "1", new: nil), ValueChange(path: "b", old: "2", new: "3"),
                ValueChange(path: "c", old: nil, new: "4"),
            ])
    }

    @Test func archivesOfOtherTypesHaveNothingInCommon() throws {
        let found = try diff(Vertex("root", links: [Vertex("a")]), Item(1, "root"))
        #expect(found.removed.count == 2)
        #expect(found.added.count == 1)
        #expect(found.sameCount == 0)
    }

    @Test func hostileTextIsEscaped() throws {
        let found = try diff(Vertex("a\u{1B}[2J"), Vertex("\u{202E}b\n"))
        let change = try #require(found.changed.first?.changes.first)
        #expect(change.old == "\"a\\u{1B}[2J\"")
        #expect(change.new == "\"\\u{202E}b\\n\"")
        #expect(found.changed.first?.title == "Vertex #1 \"\\u{202E}b\\n\"")
    }

    @Test func manyObjectsAlikeAreCompared() throws {
        let count = 6_000
        let old = (0..<count).map { Vertex("same", weight: $0 % 10) }
        var new = old
        new.remove(at: 100)
        new.append(Vertex("new", weight: 77))
        let found = try diff(old, new)
        #expect(found.added.count + found.changed.count(where: { $0.newID != 0 }) <= 1)
        #expect(found.removed.count <= 1)
        #expect(found.sameCount >= count - 1)
    }

    @Test func titlesAreChosenByOneRule() throws {
        func title(_ object: Labeled) throws -> String {
            let graph = try ObjectGraph(archive(object))
            return graph.title(of: graph.root)
        }
        #expect(try title(Labeled(["note": "first", "id": "7", "title": "T", "name": "N"])) == "Labeled #1 \"N\"")
        #expect(try title(Labeled(["note": "first", "id": "7", "title": "T"])) == "Labeled #1 \"T\"")
        #expect(try title(Labeled(["note": "first", "id": "7"])) == "Labeled #1 \"7\"")
        #expect(try title(Labeled(["note": "first", "other": "second"])) == "Labeled #1 \"first\"")
        let long = String(repeating: "x", count: 500)
        #expect(try title(Labeled(["a": long, "b": "short"])) == "Labeled #1 \"short\"")
        #expect(try title(Labeled(["a": long])) == "Labeled #1")
        #expect(try title(Labeled(["name": long])).hasSuffix("x…\" (500 bytes)"))
    }

    // MARK: Copies that lost objects

    /// A library whose books share authors, of whom many are alike but for what they refer to.
    private func library(without lost: Set<Int> = []) -> Vertex {
        let authors = (0..<50).map { Vertex("author \($0 % 5)") }
        let books = (0..<400).map { number in
            Vertex(
                "book \(number % 40)", weight: number % 3,
                links: lost.contains(number % 50) ? [] : [authors[number % 50]])
        }
        return Vertex("library", links: books.enumerated().filter { !lost.contains($0.offset) }.map(\.element))
    }

    @Test(arguments: 0..<8) func aCopyThatLostObjectsHasNoneAdded(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let lost = Set((0..<20).map { _ in Int.random(in: 0..<400, using: &generator) })
        let diff = try diff(library(), library(without: lost), GraphDiffOptions(maximumListedCount: 3))
        #expect(diff.total.addedCount == 0, "seed \(seed)")
        #expect(diff.total.removedCount >= lost.count, "seed \(seed)")
        #expect(diff.removed.count == 3 && diff.changed.count <= 3, "seed \(seed)")
        let type = try #require(diff.types.first)
        #expect(diff.types.count == 1 && type.name == "Vertex")
        #expect(type.removedCount == diff.total.removedCount && type.sameCount == diff.sameCount)
    }

    @Test func changesOfOneObjectAreLimitedButCounted() throws {
        func members(_ suffix: String) -> [String: String] {
            Dictionary(uniqueKeysWithValues: (0..<50).map { ("key \($0)", "value \($0)\(suffix)") })
        }
        for limit in [0, 1, 7, 50, 51] {
            let diff = try diff(members(""), members(" changed"), GraphDiffOptions(maximumListedCount: limit))
            #expect(diff.total.changedCount == 1)
            #expect(diff.changed.map(\.changeCount) == (limit == 0 ? [] : [50]), "limit \(limit)")
            #expect(diff.changed.flatMap(\.changes).count == min(limit, 50), "limit \(limit)")
        }
    }

    @Test func archivesAreEqualWhateverTheOrderOfWhatHasNone() throws {
        let fields = [
            try archive(Mixed([1, 2], ["a": 1, "b": 2])), try archive(Mixed([1, 2], ["b": 2, "a": 1])),
            try archive(Mixed([2, 1], ["a": 1, "b": 2])),
        ]
        let lists = [try archive([[1, 2], [3]]), try archive([[3], [2, 1]]), try archive([[3], [2, 2]])]
        for archives in [fields, lists] {
            for new in archives {
                for options in [GraphDiffOptions(), GraphDiffOptions(ignoresOrder: true)] {
                    let isEmpty = try GraphDiff(from: archives[0], to: new, options: options).isEmpty
                    #expect(try GraphDiff.areEqual(archives[0], new, options: options) == isEmpty)
                }
            }
        }
        #expect(try GraphDiff.areEqual(fields[0], fields[1]))
        #expect(try GraphDiff.areEqual(lists[0], lists[1], options: GraphDiffOptions(ignoresOrder: true)))
    }

    @Test func anArchiveThatCannotBeReadIsNotDifferentFromOneOfAnotherSize() throws {
        var damaged = try GraphEncoder().encode([Vertex("first text")]) as Bytes
        damaged[try #require(damaged.firstRange(of: Array("first text".utf8))).lowerBound - 1] = 0xFF
        #expect(throws: GraphCodableError.self) {
            try GraphDiff.areEqual(archive([Vertex("a"), Vertex("b")]), GraphArchive(damaged))
        }
    }

    @Test(arguments: 0..<40) func archivesAreEqualIfNothingDiffers(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let graph = VertexGraph(random: 30, degree: 3, using: &generator)
        // Objects that no archive contains, to which weak references lead.
        let strangers = (0..<3).map { Vertex("stranger \($0)") }
        for vertex in graph.vertices where Bool.random(using: &generator) {
            vertex.parent = strangers.randomElement(using: &generator)
        }
        let old = try graph.archive()
        #expect(try GraphDiff.areEqual(old, graph.archive()))
        let vertex = try #require(graph.vertices.randomElement(using: &generator))
        switch seed % 5 {
        case 0: vertex.weight += 1
        case 1: vertex.links.append(Vertex("new"))
        case 2: vertex.links.reverse()
        case 3: vertex.parent = strangers.randomElement(using: &generator)
        default: for vertex in graph.vertices where vertex.parent === strangers[0] { vertex.parent = strangers[1] }
        }
        let new = try graph.archive()
        withExtendedLifetime(strangers) {}
        for options in [
            GraphDiffOptions(), GraphDiffOptions(ignoresOrder: true), GraphDiffOptions(identityKeys: ["name"]),
        ] {
            let isEmpty = try GraphDiff(from: old, to: new, options: options).isEmpty
            #expect(try GraphDiff.areEqual(old, new, options: options) == isEmpty, "seed \(seed)")
        }
    }
}

class Page: GEncodable {
    let text: String

    init(_ text: String) { self.text = text }

    private enum Key: String { case text }

    func encode(to encoder: any GEncoder) throws { try encoder.encode(text, for: Key.text) }
}

/// A class whose name the program chose.
final class Note: Page, GNamed {
    static let archiveName: ArchiveName = "paper.Note"
}

/// An object with fields with and without keys.
final class Mixed: GEncodable {
    let items: [Int]
    let fields: KeyValuePairs<String, Int>

    init(_ items: [Int], _ fields: KeyValuePairs<String, Int>) { (self.items, self.fields) = (items, fields) }

    private struct Key: RawRepresentable { let rawValue: String }

    func encode(to encoder: any GEncoder) throws {
        for item in items { try encoder.encode(item) }
        for (key, value) in fields { try encoder.encode(value, for: Key(rawValue: key)) }
    }
}

private protocol OnePlace: GEncodable {}

private enum PlaceKey: String { case x }

extension OnePlace {
    func encode(to encoder: any GEncoder) throws { try encoder.encode(1, for: PlaceKey.x) }
}

/// An object with any fields.
final class Labeled: GEncodable {
    let fields: KeyValuePairs<String, String>

    init(_ fields: KeyValuePairs<String, String>) { self.fields = fields }

    private struct Key: RawRepresentable { let rawValue: String }

    func encode(to encoder: any GEncoder) throws {
        for (key, value) in fields { try encoder.encode(value, for: Key(rawValue: key)) }
    }
}
