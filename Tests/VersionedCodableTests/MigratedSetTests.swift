import GraphCodable
import Testing
import VersionedCodable

/// Sets of objects that are migrated, and that lead back to the objects that hold the sets.
struct MigratedSetTests {
    final class FirstTag: GVersionedCodable {
        typealias PreviousVersion = NothingEarlier
        static var encodeVersion: UInt32 { 1 }
        let number: Int
        var friends: Set<Tag> = []
        fileprivate enum Key: String { case number, label, friends }

        init(decoding decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            try decoder.decodeOrDefer(for: Key.friends, into: self) { $0.friends = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            throw GraphCodableError(.misuse, "Old versions are not written any more.")
        }
    }

    final class Tag: GVersionedCodable, Hashable {
        static var encodeVersion: UInt32 { 2 }
        var label: String
        var friends: Set<Tag> = []

        required init(from previous: FirstTag) throws {
            label = "tag \(previous.number)"
        }

        func finishMigration(from previous: FirstTag) throws {
            friends = previous.friends
        }

        required init(decoding decoder: GDecoder) throws {
            label = try decoder.decode(for: FirstTag.Key.label)
            try decoder.decodeOrDefer(for: FirstTag.Key.friends, into: self) { $0.friends = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(label, for: FirstTag.Key.label)
            try encoder.encode(friends, for: FirstTag.Key.friends)
        }

        static func == (left: Tag, right: Tag) -> Bool { left.label == right.label }

        func hash(into hasher: inout Hasher) { hasher.combine(label) }
    }

    /// Writes what the first release wrote.
    final class OldTag: GCodable, GVersion, Hashable {
        static var encodeVersion: UInt32 { 1 }
        static var replacementType: GDecodable.Type { Tag.self }
        let number: Int
        var friends: Set<OldTag> = []

        init(_ number: Int) { self.number = number }

        required init(from decoder: GDecoder) throws {
            throw GraphCodableError(.misuse, "Decoded as Tag.")
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: FirstTag.Key.number)
            try encoder.encode(friends, for: FirstTag.Key.friends)
        }

        static func == (left: OldTag, right: OldTag) -> Bool { left === right }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    @Test(arguments: [1, 2, 5, 40], [false, true]) func theyFindTheirElements(count: Int, isCyclic: Bool) throws {
        let old = (0..<count).map { OldTag($0) }
        for (index, tag) in old.enumerated() {
            tag.friends = Set(isCyclic ? old : Array(old[(index + 1)...]))
        }
        defer { old.forEach { $0.friends = [] } }
        let archive: Bytes = try GraphEncoder().encode(Set(old))
        let tags = try GraphDecoder().decode(Set<Tag>.self, from: archive)
        defer { tags.forEach { $0.friends = [] } }
        #expect(tags.count == count && tags.allSatisfy { tags.contains($0) })
        #expect(Set(tags.map(\.label)) == Set((0..<count).map { "tag \($0)" }))
        for tag in tags {
            let friends = tag.friends
            #expect(friends.count == old[try #require(Int(tag.label.dropFirst(4)))].friends.count)
            #expect(friends.allSatisfy { friend in tag.friends.contains(friend) && tags.contains { $0 === friend } })
        }
    }
}
