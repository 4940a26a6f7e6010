#if Macros
import GraphCodableMacros
import Testing

/// The samples of the guides and the README as they write them by hand.
enum ByHand {
    final class Friend: GCodable {
        let name: String
        var friends: [Friend] = []

        init(_ name: String) { self.name = name }

        private enum Key: String { case name, friends }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.deferDecode(for: Key.friends) { self.friends = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(friends, for: Key.friends)
        }
    }

    struct Recipe: GCodable {
        var title: String
        var minutes: Int
        var note: String?
        var ingredients: [String: Double]

        private enum Key: String { case title, minutes, note, ingredients }

        init(title: String, minutes: Int, note: String? = nil, ingredients: [String: Double]) {
            self.title = title
            self.minutes = minutes
            self.note = note
            self.ingredients = ingredients
        }

        init(from decoder: GDecoder) throws {
            title = try decoder.decode(for: Key.title)
            minutes = try decoder.decode(for: Key.minutes)
            note = try decoder.decode(for: Key.note, default: nil)
            ingredients = try decoder.decode(for: Key.ingredients)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(title, for: Key.title)
            try encoder.encode(minutes, for: Key.minutes)
            try encoder.encode(note, for: Key.note)
            try encoder.encode(ingredients, for: Key.ingredients)
        }
    }

    enum Course: String, GCodable {
        case starter, main, dessert
    }

    class Item: GCodable {
        weak var parent: Folder?

        private enum Key: String { case parent }

        init() {}

        required init(from decoder: GDecoder) throws {
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encodeConditional(parent, for: Key.parent)
        }
    }

    final class Folder: Item {
        var items: [Item] = []

        private enum Key: String { case items }

        func add(_ item: Item) {
            items.append(item)
            item.parent = self
        }

        override init() { super.init() }

        required init(from decoder: GDecoder) throws {
            items = try decoder.decode(for: Key.items)
            try super.init(from: decoder)
        }

        override func encode(to encoder: GEncoder) throws {
            try super.encode(to: encoder)
            try encoder.encode(items, for: Key.items)
        }
    }

    class Person: GCodable {
        let name: String
        weak var team: Team?

        init(_ name: String) { self.name = name }

        private enum Key: String { case name, team }

        required init(from decoder: any GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.deferDecode(for: Key.team) { self.team = $0 }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encodeConditional(team, for: Key.team)
        }
    }

    final class Engineer: Person {}

    final class Team: GCodable {
        let lead: Person
        let members: [Person]

        init(lead: Person, members: [Person]) {
            self.lead = lead
            self.members = members
            members.forEach { $0.team = self }
        }

        private enum Key: String { case lead, members }

        init(from decoder: any GDecoder) throws {
            lead = try decoder.decode(for: Key.lead)
            members = try decoder.decode(for: Key.members)
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(lead, for: Key.lead)
            try encoder.encode(members, for: Key.members)
        }
    }
}

/// The same with the macro. The name is as long as the other one, so that archives differ in it alone.
enum ByName {
    @GCodable
    final class Friend {
        let name: String
        var friends: [Friend] = []

        init(_ name: String) { self.name = name }
    }

    @GCodable
    struct Recipe {
        var title: String
        var minutes: Int
        var note: String?
        var ingredients: [String: Double]
    }

    @GCodable
    enum Course: String {
        case starter, main, dessert
    }

    @GCodable
    class Item {
        weak var parent: Folder?

        init() {}
    }

    @GCodable
    final class Folder: Item {
        var items: [Item] = []

        func add(_ item: Item) {
            items.append(item)
            item.parent = self
        }

        override init() { super.init() }
    }

    @GCodable
    class Person {
        let name: String
        weak var team: Team?

        init(_ name: String) { self.name = name }
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
}

extension Bytes {
    /// Returns the archive with another name of the same length.
    func renamed(_ old: String, _ new: String) -> Bytes {
        var bytes = self
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        for start in bytes.indices.dropLast(old.count - 1) where bytes[start..<start + old.count].elementsEqual(old) {
            bytes.replaceSubrange(start..<start + old.count, with: new)
        }
        return bytes
    }
}

struct SameBytesTests {
    /// Expects the same archives, and that each form reads what the other wrote.
    private func expectSame<Hand: GCodable, Macro: GCodable>(
        _ byHand: Hand, _ byMacro: Macro, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let hand = try GraphEncoder().encode(byHand) as Bytes
        let macro = try GraphEncoder().encode(byMacro) as Bytes
        #expect(hand.renamed("ByHand", "ByName") == macro, sourceLocation: sourceLocation)
        let read = try GraphDecoder().decode(Macro.self, from: hand.renamed("ByHand", "ByName"))
        #expect(try GraphEncoder().encode(read) as Bytes == macro, sourceLocation: sourceLocation)
        let other = try GraphDecoder().decode(Hand.self, from: macro.renamed("ByName", "ByHand"))
        #expect(try GraphEncoder().encode(other) as Bytes == hand, sourceLocation: sourceLocation)
    }

    @Test func theFirstGuideOfThePackage() throws {
        let (ada, charles) = (ByHand.Friend("Ada"), ByHand.Friend("Charles"))
        (ada.friends, charles.friends) = ([charles], [ada, ada])
        let (other, another) = (ByName.Friend("Ada"), ByName.Friend("Charles"))
        (other.friends, another.friends) = ([another], [other, other])
        try expectSame(ada, other)
        (ada.friends, other.friends) = ([], [])
    }

    @Test func theGuideToValuesGivesTheBytesOfCodeByHand() throws {
        try expectSame(
            [ByHand.Recipe(title: "Bread", minutes: 240, ingredients: ["flour": 0.5])],
            [ByName.Recipe(title: "Bread", minutes: 240, ingredients: ["flour": 0.5])])
        try expectSame([ByHand.Course.main, .dessert], [ByName.Course.main, .dessert])
    }

    @Test func objectsAndCycles() throws {
        let (root, inner) = (ByHand.Folder(), ByHand.Folder())
        root.add(inner)
        inner.add(ByHand.Item())
        let (otherRoot, otherInner) = (ByName.Folder(), ByName.Folder())
        otherRoot.add(otherInner)
        otherInner.add(ByName.Item())
        try expectSame(root, otherRoot)
    }

    @Test func theReadmeGivesTheBytesOfCodeByHand() throws {
        let ada = ByHand.Engineer("Ada")
        let other = ByName.Engineer("Ada")
        try expectSame(
            ByHand.Team(lead: ada, members: [ada, ByHand.Person("Charles")]),
            ByName.Team(lead: other, members: [other, ByName.Person("Charles")]))
    }
}
#endif
