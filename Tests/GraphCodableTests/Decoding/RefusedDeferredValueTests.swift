import GraphCodable
import Testing

/// A closure that was deferred is called once, also if it throws while an initializer that needs its value catches the error.
struct RefusedDeferredValueTests {
    enum Key: String { case first, label, members, name }

    struct Refusal: Error {}

    final class Calls: @unchecked Sendable {
        static let key = CodingUserInfoKey(rawValue: "calls").unsafelyUnwrapped
        var count = 0
    }

    final class Label: GCodable {
        let name: String
        init(_ name: String) { self.name = name }
        init(from decoder: any GDecoder) throws { name = try decoder.decode(for: Key.name) }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(name, for: Key.name) }
    }

    /// Refuses the value by which it is hashed.
    final class Member: GCodable, Hashable {
        var label: Label?
        init(_ label: Label) { self.label = label }

        init(from decoder: any GDecoder) throws {
            let calls = decoder.userInfo[Calls.key] as? Calls
            try decoder.deferDecode(for: Key.label) { (_: Label?) in
                calls?.count += 1
                throw Refusal()
            }
        }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(label, for: Key.label) }
        func hash(into hasher: inout Hasher) { hasher.combine(label?.name) }
        static func == (lhs: Member, rhs: Member) -> Bool { lhs.label?.name == rhs.label?.name }
    }

    /// Decodes a member, and then a set with it, so that the value by which the member is hashed is decoded early.
    final class Team: GCodable {
        let first: Member
        let members: Set<Member>
        init(_ first: Member) { (self.first, members) = (first, [first]) }

        init(from decoder: any GDecoder) throws {
            first = try decoder.decode(for: Key.first)
            members = (try? decoder.decode(for: Key.members) as Set<Member>) ?? []
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(first, for: Key.first)
            try encoder.encode(members, for: Key.members)
        }
    }

    @Test func closureThatThrewEarlyIsNotCalledAgain() throws {
        let bytes: Bytes = try GraphEncoder().encode(Team(Member(Label("a"))))
        let (calls, decoder) = (Calls(), GraphDecoder())
        decoder.userInfo[Calls.key] = calls
        // The first member is older than the call that failed, so that it stays, and its value is due.
        #expect(throws: (any Error).self) { try decoder.decode(Team.self, from: bytes) }
        #expect(calls.count == 1)
    }
}
