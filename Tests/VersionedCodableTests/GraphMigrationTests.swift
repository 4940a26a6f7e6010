import Foundation
import GraphCodable
import TestSupport
import Testing
import VersionedCodable

/// What the program wrote in its first and second version. The classes of all three are archived under one name here, as a
/// program's class keeps its name from release to release.
enum PersonVersions {
    /// A first version, in which a person had one name and one friend.
    final class V1: GVersionedCodable {
        typealias PreviousVersion = NothingEarlier
        static var encodeVersion: UInt32 { 1 }
        var name: String
        var friend: Person?
        weak var parent: Person?
        private enum Key: String { case name, friend, parent }

        init(decoding decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            friend = try decoder.decode(for: Key.friend)
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            throw GraphCodableError(.misuse, "Old versions are not written any more.")
        }
    }

    /// A second version, in which a person had a first and a last name.
    final class V2: GVersionedCodable {
        static var encodeVersion: UInt32 { 2 }
        var names: [String]
        var friend: Person?
        weak var parent: Person?
        private enum Key: String { case names, friend, parent }

        init(from previous: V1) throws {
            names = previous.name.split(separator: " ").map(String.init)
            friend = previous.friend
        }

        func finishMigration(from previous: V1) throws {
            parent = previous.parent
        }

        init(decoding decoder: GDecoder) throws {
            names = try decoder.decode(for: Key.names)
            friend = try decoder.decode(for: Key.friend)
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            throw GraphCodableError(.misuse, "Old versions are not written any more.")
        }
    }
}

/// The current version. For the test, an instance can be told to write itself as an older release of the program did.
class Person: GVersionedCodable {
    class var encodeVersion: UInt32 { 3 }
    var first: String
    var last: String
    var friends: [Person]
    weak var parent: Person?
    fileprivate enum Key: String { case first, last, friends, parent, name, names, friend }

    init(first: String, last: String) {
        self.first = first
        self.last = last
        friends = []
    }

    required init(from previous: PersonVersions.V2) throws {
        first = previous.names.first ?? ""
        last = previous.names.last ?? ""
        friends = previous.friend.map { [$0] } ?? []
    }

    func finishMigration(from previous: PersonVersions.V2) throws {
        parent = previous.parent
    }

    required init(decoding decoder: GDecoder) throws {
        first = try decoder.decode(for: Key.first)
        last = try decoder.decode(for: Key.last)
        friends = try decoder.decode(for: Key.friends)
        try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(first, for: Key.first)
        try encoder.encode(last, for: Key.last)
        try encoder.encode(friends, for: Key.friends)
        try encoder.encodeConditional(parent, for: Key.parent)
    }
}

/// Writes what the first release wrote, to be read as a ``Person``.
final class FirstPerson: GCodable, GVersion {
    static var encodeVersion: UInt32 { 1 }
    static var replacementType: GDecodable.Type { Person.self }
    var name: String
    var friend: (any GCodable & AnyObject)?
    var parent: FirstPerson?

    init(name: String) {
        self.name = name
    }

    required init(from decoder: GDecoder) throws {
        throw GraphCodableError(.misuse, "Decoded as Person.")
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(name, for: Person.Key.name)
        if let friend = friend as? FirstPerson {
            try encoder.encode(friend, for: Person.Key.friend)
        } else {
            try encoder.encode(friend as? Person, for: Person.Key.friend)
        }
        try encoder.encodeConditional(parent, for: Person.Key.parent)
    }
}

/// Writes what the second release wrote.
final class SecondPerson: GCodable, GVersion {
    static var encodeVersion: UInt32 { 2 }
    static var replacementType: GDecodable.Type { Person.self }
    var names: [String]
    var friend: FirstPerson?

    init(names: [String]) {
        self.names = names
    }

    required init(from decoder: GDecoder) throws {
        throw GraphCodableError(.misuse, "Decoded as Person.")
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(names, for: Person.Key.names)
        try encoder.encode(friend, for: Person.Key.friend)
        try encoder.encode(nil as Person?, for: Person.Key.parent)
    }
}

/// What a later release writes.
final class FourthPerson: GCodable, GVersion {
    static var encodeVersion: UInt32 { 4 }
    static var replacementType: GDecodable.Type { Person.self }

    init() {}

    required init(from decoder: GDecoder) throws {}

    func encode(to encoder: GEncoder) throws {}
}

/// A struct that has been migrated, too.
struct Point3: GVersionedCodable, Equatable {
    static var encodeVersion: UInt32 { 2 }
    var x, y, z: Double
    private enum Key: String { case x, y, z }

    init(x: Double, y: Double, z: Double) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    init(from previous: Point2) throws {
        (x, y, z) = (previous.x, previous.y, 0)
    }

    init(decoding decoder: GDecoder) throws {
        x = try decoder.decode(for: Key.x)
        y = try decoder.decode(for: Key.y)
        z = try decoder.decode(for: Key.z)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(x, for: Key.x)
        try encoder.encode(y, for: Key.y)
        try encoder.encode(z, for: Key.z)
    }
}

struct Point2: GVersionedCodable {
    typealias PreviousVersion = NothingEarlier
    static var encodeVersion: UInt32 { 1 }
    var x, y: Double
    private enum Key: String { case x, y }

    init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }

    init(decoding decoder: GDecoder) throws {
        x = try decoder.decode(for: Key.x)
        y = try decoder.decode(for: Key.y)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(x, for: Key.x)
        try encoder.encode(y, for: Key.y)
    }
}

struct GraphMigrationTests {
    /// Encodes objects of several classes side by side.
    private struct Mixed: GEncodable {
        let objects: [any GCodable & AnyObject]

        func encode(to encoder: GEncoder) throws {
            for object in objects {
                try encode(object, to: encoder)
            }
        }

        private func encode<Value: GCodable>(_ object: Value, to encoder: GEncoder) throws {
            try encoder.encode(object)
        }
    }

    private struct People: GDecodable {
        var people: [Person] = []

        init(from decoder: GDecoder) throws {
            while decoder.unkeyedCount > 0 {
                people.append(try decoder.decode())
            }
        }
    }

    @Test func objectsOfOldVersionsAreMigratedAndTheirNeighboursStayTheSame() throws {
        let current = Person(first: "New", last: "One")
        let oldest = FirstPerson(name: "Ada Lovelace")
        let older = SecondPerson(names: ["Alan", "Turing"])
        oldest.friend = current
        older.friend = oldest
        let bytes: Bytes = try GraphEncoder().encode(Mixed(objects: [current, oldest, older, oldest]))
        let people = try GraphDecoder().decode(People.self, from: bytes).people
        #expect(people.map(\.first) == ["New", "Ada", "Alan", "Ada"])
        #expect(people.map(\.last) == ["One", "Lovelace", "Turing", "Lovelace"])
        #expect(people[1].friends.first === people[0])
        #expect(people[2].friends.first === people[1])
        #expect(people[3] === people[1])
        // Encoded again, it is all of the current version.
        let again = try GraphDecoder().decode(
            People.self, from: GraphEncoder().encode(Mixed(objects: people)) as Bytes)
        #expect(again.people.map(\.first) == ["New", "Ada", "Alan", "Ada"])
        #expect(again.people[2].friends.first === again.people[3])
    }

    @Test func aCycleOfOldObjectsIsMigrated() throws {
        let parent = FirstPerson(name: "A B")
        let child = FirstPerson(name: "C D")
        parent.friend = child
        child.parent = parent
        let people = try GraphDecoder().decode(
            People.self, from: GraphEncoder().encode(Mixed(objects: [parent])) as Bytes
        ).people
        let root = try #require(people.first)
        #expect(root.friends.first?.first == "C")
        #expect(root.friends.first?.parent === root)
    }

    @Test func aLongChainOfOldObjectsIsMigrated() throws {
        #expect(try onThread(sanitizedSize: 2 << 20) { try Self.migrateLongChain() } == 100_000)
    }

    private static func migrateLongChain() throws -> Int {
        let head = FirstPerson(name: "x y")
        var last = head
        for _ in 1..<100_000 {
            let next = FirstPerson(name: "x y")
            last.friend = next
            last = next
        }
        let bytes: Bytes = try GraphEncoder().encode(Mixed(objects: [head]))
        var old: FirstPerson? = head
        while let current = old {
            old = current.friend as? FirstPerson
            current.friend = nil
        }
        var count = 0
        var next = try GraphDecoder().decode(People.self, from: bytes).people.first
        while let current = next {
            count += 1
            next = current.friends.first
            current.friends = []
        }
        return count
    }

    @Test func structsAreMigrated() throws {
        let old: Bytes = try GraphEncoder().encode([Point2(x: 1, y: 2), Point2(x: 3, y: 4)])
        let points = try GraphDecoder().decode([Point3].self, from: old)
        #expect(points == [Point3(x: 1, y: 2, z: 0), Point3(x: 3, y: 4, z: 0)])
        let new: Bytes = try GraphEncoder().encode(points)
        #expect(try GraphDecoder().decode([Point3].self, from: new) == points)
    }

    @Test func aNewerVersionIsAnErrorThatNamesBoth() throws {
        let bytes: Bytes = try GraphEncoder().encode(Mixed(objects: [FourthPerson()]))
        let error = try #require(throws: VersioningError.self) { try GraphDecoder().decode(People.self, from: bytes) }
        #expect(error.code == .newerThanKnown)
        #expect(error.foundVersion == 4)
        #expect(error.knownVersion == 3)
    }

    @Test func aNewerStructIsAnErrorForAnOlderProgram() throws {
        let bytes: Bytes = try GraphEncoder().encode(Point3(x: 1, y: 2, z: 3))
        expectError(VersioningError.self, .newerThanKnown) { try GraphDecoder().decode(Point2.self, from: bytes) }
    }
}
