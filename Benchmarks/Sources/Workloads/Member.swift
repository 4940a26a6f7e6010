import GraphCodable

/// An object with a set of others.
public final class Member: GCodable, Hashable {
    let number: Int
    private var friends: Set<Member> = []

    private init(_ number: Int) { self.number = number }

    /// Makes members of whom each has four others.
    public static func club(count: Int) -> [Member] {
        let members = (0..<count).map { Member($0) }
        for member in members {
            member.friends = Set((1...4).map { members[(member.number * 7 + $0 * 7_919) % count] })
        }
        return members
    }

    public init(from decoder: GDecoder) throws {
        number = try decoder.decode(for: Key.number)
        try decoder.decodeOrDefer(for: Key.friends, into: self) { $0.friends = $1 }
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(number, for: Key.number)
        try encoder.encode(friends, for: Key.friends)
    }

    public static func == (first: Member, second: Member) -> Bool { first.number == second.number }
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    private enum Key: String { case number, friends }
}
