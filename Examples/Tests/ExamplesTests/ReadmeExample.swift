// The first example of README.md. A test checks that the marked parts are the README's, and runs them.

#if Macros
// README begin
import Foundation
import GraphCodableCompression
import GraphCodableMacros

@GCodable
class Person {
    let name: String
    weak var team: Team?

    init(_ name: String) {
        self.name = name
    }
}

@GCodable
final class Engineer: Person {}

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
// README end

func runReadmeExample() throws -> [Bool] {
    var printed: [Bool] = []
    func print(_ value: Bool) { printed.append(value) }
    // README begin
    let ada = Engineer("Ada")
    let team = Team(lead: ada, members: [ada, Person("Charles")])

    let url = FileManager.default.temporaryDirectory.appendingPathComponent("team.graphz")
    try GraphEncoder().save(team, to: url, codec: .lz4)
    let loaded = try GraphDecoder().load(Team.self, from: url)

    print(loaded.lead is Engineer)  // true: the class is kept
    print(loaded.lead === loaded.members[0])  // true: still one object, not two copies
    print(loaded.members[1].team === loaded)  // true: the cycle is intact
    // README end
    try? FileManager.default.removeItem(at: url)
    return printed
}

enum ReadmeByHand {
    // README begin
    class Person: GCodable {
        let name: String
        weak var team: Team?

        init(_ name: String) {
            self.name = name
        }

        private enum Key: String {
            case name, team
        }

        required init(from decoder: any GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            // The team waits for its members, so they cannot wait for the team: it is set later.
            try decoder.deferDecode(for: Key.team) { self.team = $0 }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            // A weak reference is stored if something else stores its object, and is nil if nothing does.
            try encoder.encodeConditional(team, for: Key.team)
        }
    }
    // README end

    final class Team: GCodable {
        let members: [Person]

        init(members: [Person]) {
            self.members = members
            members.forEach { $0.team = self }
        }

        init(from decoder: any GDecoder) throws {
            members = try decoder.decode()
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(members)
        }
    }
}
#endif
