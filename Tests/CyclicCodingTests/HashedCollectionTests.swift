import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// Sets and dictionaries whose elements lie on cycles are right, or an error says why they cannot be.
struct HashedCollectionTests {
    /// A member, hashed by its name, or by the name of its group, too.
    final class Member: Codable, Hashable {
        let name: String
        let isHashedByGroup: Bool
        var group = WeakCycleBreaker<Group>()

        init(_ name: String, isHashedByGroup: Bool) { (self.name, self.isHashedByGroup) = (name, isHashedByGroup) }

        private var path: String { isHashedByGroup ? "\(group[]?.name ?? "?")/\(name)" : name }
        static func == (left: Member, right: Member) -> Bool { left.path == right.path }
        func hash(into hasher: inout Hasher) { hasher.combine(path) }
    }

    final class Group: Codable {
        var name = "group"
        var set: Set<Member> = []
        var dictionary: [Member: Int] = [:]
    }

    private func makeGroup(_ count: Int, isHashedByGroup: Bool) -> Group {
        let group = Group()
        for number in 0..<count {
            let member = Member("\(number)", isHashedByGroup: isHashedByGroup)
            member.group[] = group
            group.set.insert(member)
            group.dictionary[member] = number
        }
        return group
    }

    private func copy<Root: Codable>(_ root: Root) throws -> Root {
        try CyclicDecoder().decode(Root.self, from: CyclicEncoder().flatten(root))
    }

    /// Sets of more than 32 elements are built by the package, others by the standard library.
    @Test(arguments: [1, 2, 32, 33, 500]) func aSetFindsItsElements(count: Int) throws {
        let group = makeGroup(count, isHashedByGroup: false)
        let back = try copy(group)
        #expect(back.set.count == count && back.dictionary.count == count)
        for member in back.set {
            #expect(back.set.contains(member) && back.dictionary[member] == Int(member.name) && member.group[] === back)
        }
    }

    @Test(arguments: [1, 2, 32, 33, 500]) func aSetThatIsHashedByAnEmptyCycleBreakerIsAnError(count: Int) throws {
        let group = makeGroup(count, isHashedByGroup: true)
        let error = expectError(CyclicCodingError.self, .hashChanged) { try copy(group) }
        #expect(
            error?.message == """
                The elements of a set, or the keys of a dictionary, are hashed or compared by what a cycle breaker refers to, \
                which is empty when the collection is built. Hash them by other properties, or declare an array.
                """)
        #expect(error?.isInputAtFault == false)
    }

    struct Listed<Members: Codable>: Codable {
        var group: Group
        var members: Members
    }

    @Test func anArrayThatHoldsAnObjectTwiceIsDecodedAsASet() throws {
        let group = Group()
        let member = Member("a", isHashedByGroup: false)
        member.group[] = group
        let flattened = try CyclicEncoder().flatten(Listed(group: group, members: [member, member]))
        let back = try CyclicDecoder().decode(Listed<Set<Member>>.self, from: flattened)
        #expect(back.members.count == 1 && back.members.first?.group[] === back.group)
    }

    /// Equal as long as the breakers are empty.
    struct Edge: Codable, Hashable {
        var target = WeakCycleBreaker<Group>()
        static func == (left: Edge, right: Edge) -> Bool { left.target[] === right.target[] }
        func hash(into hasher: inout Hasher) { hasher.combine(target[].map { ObjectIdentifier($0) }) }
    }

    struct Edges: Codable {
        var groups: [Group]
        var edges: Set<Edge>
    }

    @Test func elementsThatAreEqualUntilTheirBreakersAreSetAreNotLost() throws {
        let groups = [Group(), Group()]
        let edges = Set(
            groups.map { group in
                var edge = Edge()
                edge.target[] = group
                return edge
            })
        expectError(CyclicCodingError.self, .hashChanged) { try copy(Edges(groups: groups, edges: edges)) }
    }
}
