import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Sets and dictionaries whose elements defer values, in the forms in which they once came back wrong.
struct HashedCollectionTests {
    /// Decodes a list as the elements of a set, or as the pairs of a dictionary.
    struct Names<Collection: GDecodable>: GCodable {
        let names: [String]
        init(_ names: [String]) { self.names = names }
        init(from decoder: GDecoder) throws {
            _ = try Collection(from: decoder)
            names = []
        }
        func encode(to encoder: GEncoder) throws { for name in names { try encoder.encode(name) } }
    }

    @Test func equalElementsWithoutACollectionAreRefused() throws {
        func error<Collection: GDecodable>(_ type: Collection.Type, _ names: String...) throws -> GraphCodableError
            .Code?
        {
            let bytes: Bytes = try GraphEncoder().encode(Names<Collection>(names))
            do {
                _ = try GraphDecoder().decode(Names<Collection>.self, from: bytes)
                return nil
            } catch {
                return try #require(error as? GraphCodableError).code
            }
        }
        #expect(try error(Set<String>.self, "a", "b") == nil)
        #expect(try error(Set<String>.self, "a", "b", "a") == .duplicateElement)
        #expect(try error([String: String].self, "a", "b", "c", "d") == nil)
        #expect(try error([String: String].self, "a", "b", "a", "d") == .duplicateElement)
    }

    static func copy<Root: GCodable>(_ root: Root, _ encoder: GraphEncoder = GraphEncoder()) throws -> Root {
        try GraphDecoder().decode(Root.self, from: encoder.encode(root) as Bytes)
    }

    // MARK: Hashed by what leads back

    class Folder: GCodable {
        var name: String
        var files: Set<File> = []
        enum Key: String { case name, files }

        init(_ name: String) { self.name = name }

        required init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decodeFiles(decoder)
        }

        func decodeFiles(_ decoder: GDecoder) throws {
            try decoder.decodeOrDefer(for: Key.files, into: self) { $0.files = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(files, for: Key.files)
        }
    }

    final class File: GCodable, Hashable {
        let name: String
        weak var folder: Folder?
        enum Key: String { case name, folder }

        init(_ name: String, in folder: Folder) {
            self.name = name
            self.folder = folder
        }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.deferDecode(for: Key.folder) { self.folder = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encodeConditional(folder, for: Key.folder)
        }

        static func == (left: File, right: File) -> Bool { left.path == right.path }
        func hash(into hasher: inout Hasher) { hasher.combine(path) }
        var path: String { "\(folder?.name ?? "?")/\(name)" }
    }

    @Test(arguments: [1, 63, 64, 65, 1_000]) func filesAreFoundByTheirFolder(count: Int) throws {
        let folder = Folder("a")
        for index in 0..<count { folder.files.insert(File("\(index)", in: folder)) }
        let back = try Self.copy(folder)
        #expect(back.files.count == count)
        for file in back.files {
            #expect(file.folder === back && back.files.contains(file))
        }
        for file in back.files { #expect(back.files.remove(file) != nil) }
    }

    // MARK: Sets that contain their owners

    final class Group: GCodable, Hashable {
        let name: String
        var members: Set<Group> = []
        enum Key: String { case name, members }

        init(_ name: String) { self.name = name }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.decodeOrDefer(for: Key.members, into: self) { $0.members = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(members, for: Key.members)
        }

        static func == (left: Group, right: Group) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    @Test func aSetMayContainItsOwner() throws {
        let group = Group("a")
        group.members = [group, Group("b")]
        let back = try Self.copy(group)
        #expect(back.members.contains(back) && back.members.count == 2)
        #expect(back.members.first { $0.name == "a" } === back)
        (group.members, back.members) = ([], [])
    }

    // MARK: The order of deferred collections

    /// Hashed by a dictionary of its own, which is decoded after another one that contains the object.
    final class Index: GCodable, Hashable {
        let name: String
        var keys: [Index: Index] = [:]
        var labels: [Label: Index] = [:]
        var friends: [Index] = []
        enum Key: String { case name, keys, labels, friends }

        init(_ name: String) { self.name = name }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.decodeOrDefer(for: Key.labels, into: self) { $0.labels = $1 }
            try decoder.decodeOrDefer(for: Key.keys, into: self) { $0.keys = $1 }
            try decoder.decodeOrDefer(for: Key.friends, into: self) { $0.friends = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(keys, for: Key.keys)
            try encoder.encode(labels, for: Key.labels)
            try encoder.encode(friends, for: Key.friends)
        }

        static func == (left: Index, right: Index) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(Set(keys.keys.map(\.name))) }
    }

    /// A value with an identity and a dictionary of its own.
    struct Label: GCodable, Hashable, GIdentifiable {
        var indices: [Index: Int]
        var gcodableID: Int? { 1 }
        init(_ indices: [Index: Int]) { self.indices = indices }
        init(from decoder: GDecoder) throws { indices = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(indices) }
    }

    @Test func aCollectionInsideAValueWithIdentityWaitsForWhatItsKeysAreHashedBy() throws {
        let (index, key, value) = (Index("a"), Index("b"), Index("c"))
        index.keys = [key: value]
        key.friends = [value]
        value.keys = [key: index]
        index.labels = [Label([index: 1]): index]
        func takeApart(_ indices: [Index]) {
            for index in indices { (index.keys, index.labels, index.friends) = ([:], [:], []) }
        }
        let back = try Self.copy(index)
        let label = try #require(back.labels.keys.first)
        #expect(back.labels[label] === back && label.indices[back] == 1)
        #expect(back.keys.keys.allSatisfy { back.keys[$0] != nil })
        takeApart([index, key, value, back] + back.keys.keys + back.keys.values)
    }

    /// A new folder in each folder's set: the inner sets are built first.
    final class Tree: GCodable, Hashable {
        let name: String
        weak var parent: Tree?
        var children: Set<Tree> = []
        enum Key: String { case name, parent, children }

        init(_ name: String, _ children: Set<Tree>) {
            (self.name, self.children) = (name, children)
            for child in children { child.parent = self }
        }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.decodeOrDefer(for: Key.children, into: self) { $0.children = $1 }
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(children, for: Key.children)
            try encoder.encodeConditional(parent, for: Key.parent)
        }

        static func == (left: Tree, right: Tree) -> Bool { left.name == right.name && left.children == right.children }
        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(children)
        }
    }

    @Test func setsInSetsAreBuiltFromTheInside() throws {
        var tree = Tree("0", [])
        for depth in 1...60 { tree = Tree("\(depth)", [tree, Tree("leaf \(depth)", [])]) }
        var back = try Self.copy(tree)
        for _ in 1...60 {
            for child in back.children { #expect(back.children.contains(child) && child.parent === back) }
            back = try #require(back.children.first { !$0.children.isEmpty } ?? back.children.first)
        }
    }

    // MARK: Calls

    final class Caller: GCodable, Hashable {
        let number: Int
        var calls = 0
        init(_ number: Int) { self.number = number }
        init(from decoder: GDecoder) throws {
            number = try decoder.decode()
            try decoder.whenDecoded { self.calls += 1 }
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
        static func == (left: Caller, right: Caller) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func anObjectInASetMayEndWithWhenDecoded() throws {
        let back = try Self.copy(Set((0..<100).map { Caller($0) }))
        #expect(back.count == 100 && back.allSatisfy { $0.calls == 1 && back.contains($0) })
    }

    // MARK: Stack

    final class Chain: GCodable, Hashable {
        let number: Int
        var next: Set<Chain> = []
        init(_ number: Int, _ next: Set<Chain>) { (self.number, self.next) = (number, next) }
        init(from decoder: GDecoder) throws {
            number = try decoder.decode()
            try decoder.deferDecode { self.next = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number)
            try encoder.encode(next)
        }
        static func == (left: Chain, right: Chain) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }

        var all: [Chain] {
            var found = [self]
            while let next = found[found.count - 1].next.first { found.append(next) }
            return found
        }
        func takeApart() { all.forEach { $0.next = [] } }
    }

    /// The same as the keys of dictionaries, decoded at once.
    final class Keys: GCodable, Hashable {
        let number: Int
        var next: [Keys: Int] = [:]
        var last: Keys?
        init(_ number: Int, _ next: [Keys: Int]) { (self.number, self.next) = (number, next) }
        init(from decoder: GDecoder) throws {
            number = try decoder.decode()
            next = try decoder.decode()
            try decoder.deferDecode { self.last = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number)
            try encoder.encode(next)
            try encoder.encode(last)
        }
        static func == (left: Keys, right: Keys) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func chainsOfDeferredSetsNeedNoStack() throws {
        nonisolated(unsafe) let chain = (1..<20_000).reduce(Chain(0, [])) { Chain($1, [$0]) }
        nonisolated(unsafe) let keys = (1..<20_000).reduce(Keys(0, [:])) { next, number in
            let keys = Keys(number, [next: number])
            keys.last = Keys(-number, [:])
            return keys
        }
        try onThread {
            let bytes = try GraphEncoder().encode(chain) as Bytes
            let back = try GraphDecoder().decode(Chain.self, from: bytes)
            let all = back.all
            #expect(all.count == 20_000 && all.allSatisfy { $0.next.allSatisfy($0.next.contains) })
            back.takeApart()

            var next: Keys? = try GraphDecoder().decode(Keys.self, from: GraphEncoder().encode(keys) as Bytes)
            var count = 0
            while let current = next {
                count += 1
                next = current.next.keys.first
                current.next = [:]
            }
            #expect(count == 20_000)
        }
        chain.takeApart()
        var next: Keys? = keys
        while let current = next {
            next = current.next.keys.first
            current.next = [:]
        }
    }

    // MARK: Identities

    @Test(arguments: [GraphEncoder.Options.tryHashableIdentityAtLast, .tryHashableIdentityAtFirst])
    func plainValuesMayBeIdentities(options: GraphEncoder.Options) throws {
        func check<Value: GCodable & Hashable>(_ value: Value) throws {
            let all = [value, value]
            #expect(try Self.copy(all, GraphEncoder(options)) == all)
            #expect(try Self.copy([value: value], GraphEncoder(options)) == [value: value])
            #expect(try Self.copy([value] as Set, GraphEncoder(options)) == [value])
        }
        try check(Character("é"))
        try check("abc" as Substring)
        try check(UUID())
        try check(#require(URL(string: "https://example.com/a")))
        try check(#require(URL(string: "b", relativeTo: URL(string: "https://example.com/a"))))
        try check(SIMD4<Float>(1, 2, 3, 4))
        try check(SIMD2<Int>(1, 2))
        try check(IndexSet([1, 2, 7]))
        try check(IndexPath(indexes: [1, 2]))
        try check(#require(TimeZone(identifier: "Europe/Rome")))
        try check(Date(timeIntervalSince1970: 1))
        try check(Data([1, 2, 3]))
        try check(Locale(identifier: "it_IT"))
        try check(Duration.seconds(3))
        try check([Character("a")] as ContiguousArray)
    }
}
