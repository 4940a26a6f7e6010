#if Macros
import GraphCodableMacros
import Testing

/// Types like those of the article on the macro.
enum Article {
    @GCodable
    class Person {
        let name: String
        var age = 30
        weak var team: Team?
        var friends: [Person] = []

        init(_ name: String) {
            self.name = name
        }
    }

    @GCodable
    final class Engineer: Person {
        var level = 1
        var mentor: Engineer?

        override init(_ name: String) {
            super.init(name)
        }
    }

    @GCodable
    final class Team {
        let lead: Person
        let members: [Person]

        init(lead: Person, members: [Person]) {
            self.lead = lead
            self.members = members
            members.forEach { $0.team = self }
        }
    }

    @GCodable
    indirect enum Shape {
        case point
        case circle(radius: Double)
        case group([Shape])
        @CodableFallback case unknown
    }

    @GCodable
    struct Ticket {
        // It was an Int.
        @CodableConvert(from: Int.self, { String($0) }) var number: String
        // It was one name.
        @CodableAlias("name") @CodableConvert(from: String.self, { [$0] }) var names: [String]
    }

    @GCodable
    final class Address {
        let street: String

        init(street: String) { self.street = street }
    }

    @GCodable(version: 2)
    final class Member {
        var name = ""
        var address: Address?

        // Version 1 had the street itself.
        func migrate(from version: UInt32, _ decoder: any GDecoder) throws {
            enum OldKey: String { case street }
            if version < 2 {
                address = Address(street: try decoder.decode(for: OldKey.street))
            }
        }
    }

    @GCodable(version: 2)
    struct Note {
        // Called caption first, then headline.
        @CodableAlias("headline", "caption") var title: String
        // Still called pages in archives, so that old programs read new ones.
        @CodingKey("pages") var pageCount = 1
        @CodableDefault("draft") let state: String
        var author: String?
        var tags: [String] = []
        @CodableIgnored var isOpen = false

        mutating func migrate(from version: UInt32, _ decoder: any GDecoder) throws {
            if version < 1 {
                tags.append("old")
            }
        }
    }
}

struct MacroArticleTests {
    enum Older {
        @GCodable
        struct Ticket {
            var number: Int
            var name: String
        }

        @GCodable(version: 1)
        final class Member {
            var name = "Ada"
            var street = "Mall"
        }
    }

    @Test func itsOldTicketsAreConverted() throws {
        let ticket = try migrate(Older.Ticket(number: 7, name: "Ada"), to: Article.Ticket.self)
        #expect(ticket.number == "7" && ticket.names == ["Ada"])
    }

    @Test func itsOldMembersAreSplit() throws {
        let member = try migrate(Older.Member(), to: Article.Member.self)
        #expect(member.name == "Ada" && member.address?.street == "Mall")
        #expect(try copy(member).address?.street == "Mall")
    }

    @Test func itsTypesComeBack() throws {
        let ada = Article.Engineer("Ada")
        let charles = Article.Engineer("Charles")
        (ada.friends, charles.friends, charles.mentor) = ([charles], [ada], ada)
        let back = try copy(Article.Team(lead: ada, members: [ada, charles]))
        let mentor = (back.members[1] as? Article.Engineer)?.mentor
        #expect(mentor === back.lead && back.lead.friends[0] === back.members[1] && back.lead.team === back)
        for person in [ada, charles] + back.members {
            person.friends = []
        }
        guard case .group(let shapes) = try copy(Article.Shape.group([.point, .circle(radius: 2)])), shapes.count == 2
        else {
            Issue.record("another case")
            return
        }
        let note = Article.Note(title: "t", state: "s", author: nil)
        #expect(try copy(note).tags == [])
    }
}
#endif
