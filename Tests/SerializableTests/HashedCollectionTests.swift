import GraphCodable
import Serializable
import TestSupport
import Testing

/// Sets whose elements are finished in `restored(with:)` are right, or an error says why they cannot be.
struct HashedCollectionTests {
    final class Member: RestorableSerializable, Hashable {
        let name: String
        let isHashedByFriend: Bool
        var friend: Member?

        init(_ name: String, isHashedByFriend: Bool) { (self.name, self.isHashedByFriend) = (name, isHashedByFriend) }

        init(with coder: SerializableDecoder) throws {
            name = try coder.decode(forKey: "name")
            isHashedByFriend = try coder.decode(forKey: "isHashedByFriend")
        }

        func restored(with coder: SerializableDecoder) throws { friend = try coder.decode(forKey: "friend") }

        func encode(with coder: SerializableEncoder) {
            coder.encode(name, forKey: "name")
            coder.encode(isHashedByFriend, forKey: "isHashedByFriend")
            coder.encode(friend, forKey: "friend")
        }

        private var names: [String?] { isHashedByFriend ? [name, friend?.name] : [name] }
        static func == (left: Member, right: Member) -> Bool { left.names == right.names }
        func hash(into hasher: inout Hasher) { hasher.combine(names) }
    }

    private func copy(_ names: [String] = ["0", "1", "2"], isHashedByFriend: Bool) throws -> Set<Member> {
        Member.enableSerialization()
        Set<Member>.enableSerialization()
        let members = names.map { Member($0, isHashedByFriend: isHashedByFriend) }
        for (index, member) in members.enumerated() { member.friend = members[(index + 1) % 3] }
        defer { members.forEach { $0.friend = nil } }
        let encoder = SerializableEncoder()
        encoder.encode(Set(members), forKey: "members")
        return try SerializableDecoder(from: encoder).decode(forKey: "members")
    }

    @Test func aSetFindsItsElements() throws {
        let members = try copy(isHashedByFriend: false)
        #expect(members.count == 3)
        for member in members { #expect(members.contains(member) && members.contains { $0 === member.friend }) }
        members.forEach { $0.friend = nil }
    }

    /// The first two of `a`, `a` and `b` are equal until they are restored.
    @Test(arguments: [["0", "1", "2"], ["a", "a", "b"]]) func aSetWhoseElementsChangeIsAnError(names: [String]) {
        let error = expectError(SerializableError.self, .hashChanged) { try copy(names, isHashedByFriend: true) }
        #expect(
            error?.message == """
                An element of a set, or a key of a dictionary, has changed since it was hashed, because of restored(with:). \
                Hash elements only by what init(with:) sets, or encode an array.
                """)
    }
}
