#if Macros
import Foundation
import GraphCodableMacros
import Observation
import Testing

@GCodable
class Person {
    let name: String
    var age = 30
    weak var team: Team?
    var friends: [Person] = []
    var partner: Person?

    init(_ name: String) { self.name = name }
}

@GCodable
final class Engineer: Person {
    var level: Int
    var mentor: Engineer?
    private var secret = ["a": 1]

    init(_ name: String, level: Int) {
        self.level = level
        super.init(name)
    }

    var isSecretKept: Bool { secret == ["a": 1] }
}

/// Inherits everything, the initializers too.
@GCodable
final class Guest: Person {}

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

/// Written by hand, to be inherited from by a class with the macro.
class Written: GCodable {
    var number = 1

    init() {}

    required init(from decoder: any GDecoder) throws { number = try decoder.decode() }

    func encode(to encoder: any GEncoder) throws { try encoder.encode(number) }
}

@GCodable
class Derived: Written {
    var text = "t"

    override init() { super.init() }
}

class WrittenAgain: Derived {
    var last = 2.5

    override init() { super.init() }

    required init(from decoder: any GDecoder) throws {
        last = try decoder.decode()
        try super.init(from: decoder)
    }

    override func encode(to encoder: any GEncoder) throws {
        try encoder.encode(last)
        try super.encode(to: encoder)
    }
}

@GCodable
open class Node<Value: GCodable> {
    public var value: Value
    var next: Node<Value>?

    public init(_ value: Value) { self.value = value }
}

@GCodable
public final class Numbered: Node<Int> {
    var numbers = Set<Int>()

    override init(_ value: Int) { super.init(value) }
}

@GCodable
final class Graph {
    @GCodable
    final class Vertex: Hashable {
        let id: Int
        var edges: [Edge] = []
        var incoming: Set<Vertex> = []
        var byName = [String: Vertex]()
        unowned let graph: Graph

        init(_ id: Int, _ graph: Graph) {
            self.id = id
            self.graph = graph
        }

        static func == (a: Vertex, b: Vertex) -> Bool { a.id == b.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// A structure in the cycles.
    @GCodable
    struct Edge {
        let target: Vertex
        var weight = 1.0
    }

    var vertices: [Vertex] = []

    init() {}
}

@GCodable
@Observable
final class Settings {
    var title: String
    var volume = 5
    var parent: Settings?
    @ObservationIgnored var count = 0

    init(title: String) { self.title = title }
}

@GCodable
@MainActor
final class Document {
    var title = "untitled"
    weak var owner: Document?
    var parts: [Document] = []

    init() {}
}

@GCodable
class Wrapped {
    @Clamped(0...10) var volume = 3
    @CodableDefault("none") var text: String
    var handler: Int! = 4
    let fixed = 7

    init() { text = "x" }
}

protocol Part: AnyObject, GCodable { var whole: (any Part)? { get set } }

@GCodable
final class Wheel: Part {
    var whole: (any Part)?
    var parts: [any Part] = []
    var size = 1

    init() {}
}

@GCodable
class Account {
    private var id = 1

    init() {}
}

@GCodable
final class Savings: Account {
    private var id = 2

    override init() { super.init() }
}

@GCodable
final class Deposit: Account {
    @CodingKey("deposit") private var id = 3

    override init() { super.init() }

    var number: Int { id }
}

struct ClassTests {
    @Test func aKeyThatTheSuperclassHasIsRefusedInTheFirstEncoding() throws {
        let error = #expect(throws: GraphCodableError.self) { try GraphEncoder().encode(Savings()) as Bytes }
        #expect(error?.code == .duplicateKey)
        #expect(error?.message.contains("its superclasses included") == true)
        #expect(try copy(Deposit()).number == 3)
    }

    @Test func objectsOfProtocolTypesComeBackInCircles() throws {
        let wheel = Wheel()
        wheel.parts = [Wheel(), wheel]
        wheel.parts[0].whole = wheel
        wheel.whole = wheel.parts[0]
        let back = try copy(wheel)
        #expect(back.parts[1] === back && back.whole === back.parts[0] && back.whole?.whole === back)
        for wheel in [wheel, back] {
            wheel.parts[0].whole = nil
            (wheel.parts, wheel.whole) = ([], nil)
        }
    }

    @Test func objectsKeepTheirClassesAndTheirCircles() throws {
        let ada = Engineer("Ada", level: 3)
        let charles = Person("Charles")
        ada.friends = [charles, ada, Guest("Mary")]
        charles.partner = ada
        ada.partner = charles
        ada.mentor = ada
        ada.age = 36
        let team = Team(lead: ada, members: [ada, charles])
        let back = try copy(team)
        let lead = try #require(back.lead as? Engineer)
        #expect(lead === back.members[0] && lead.level == 3 && lead.age == 36 && lead.isSecretKept)
        #expect(lead.friends[0] === back.members[1] && lead.friends[1] === lead && lead.friends[2] is Guest)
        #expect(back.members[1].partner === lead && lead.partner === back.members[1] && lead.mentor === lead)
        #expect(lead.team === back && back.members[1].team === back)
        for person in team.members + back.members {
            person.friends = []
            person.partner = nil
            (person as? Engineer)?.mentor = nil
        }
    }

    @Test func aWeakReferenceAloneArchivesNothing() throws {
        let person = Person("Ada")
        let team = Team(lead: person, members: [person])
        let alone = try GraphEncoder().encode(person) as Bytes
        #expect(try GraphDecoder().decode(Person.self, from: alone).team == nil)
        _ = team
    }

    @Test func classesWithTheMacroAndByHandInheritFromEachOther() throws {
        let object = WrittenAgain()
        (object.number, object.text, object.last) = (5, "u", 0.5)
        let back = try copy(object)
        #expect((back.number, back.text, back.last) == (5, "u", 0.5))
    }

    @Test func genericClassesComeBack() throws {
        let node = Node("a")
        node.next = Node("b")
        node.next?.next = node
        let back = try copy(node)
        #expect(back.next?.next === back && back.next?.value == "b")
        (node.next, back.next) = (nil, nil)
        let numbered = Numbered(4)
        numbered.numbers = [1]
        #expect(try copy(numbered as Node<Int>).value == 4)
        #expect((try copy(numbered as Node<Int>) as? Numbered)?.numbers == [1])
    }

    @Test func cyclesThroughStructuresSetsAndUnownedReferencesComeBack() throws {
        let graph = Graph()
        graph.vertices = (0..<4).map { Graph.Vertex($0, graph) }
        for vertex in graph.vertices {
            vertex.edges = graph.vertices.map { Graph.Edge(target: $0, weight: Double($0.id)) }
            vertex.incoming = [graph.vertices[0]]
            vertex.byName = ["self": vertex]
        }
        let back = try GraphDecoder().decode(Graph.self, from: GraphEncoder().encode(graph) as Bytes)
        #expect(back.vertices.map(\.id) == [0, 1, 2, 3])
        for vertex in back.vertices {
            #expect(vertex.graph === back && vertex.byName["self"] === vertex)
            #expect(zip(vertex.edges, back.vertices).allSatisfy { $0.target === $1 } && vertex.edges.count == 4)
            #expect(vertex.incoming.first === back.vertices[0])
        }
        for vertex in graph.vertices + back.vertices {
            (vertex.edges, vertex.incoming, vertex.byName) = ([], [], [:])
        }
    }

    @Test func observableClassesComeBack() throws {
        let settings = Settings(title: "s")
        settings.volume = 9
        settings.parent = settings
        settings.count = 2
        let back = try copy(settings)
        #expect(back.title == "s" && back.volume == 9 && back.parent === back && back.count == 2)
        (settings.parent, back.parent) = (nil, nil)
    }

    @MainActor @Test func objectsOfTheMainActorComeBack() throws {
        let document = Document()
        document.parts = [Document(), document]
        document.parts[0].owner = document
        document.parts[0].title = "part"
        let bytes = try GraphEncoder().encode(document) as Bytes
        let back = try GraphDecoder().decode(Document.self, from: bytes)
        #expect(back.parts[0].owner === back && back.parts[1] === back && back.parts[0].title == "part")
        (document.parts, back.parts) = ([], [])
    }

    @Test func wrappersAndDefaultsWorkInClasses() throws {
        let wrapped = Wrapped()
        wrapped.volume = 8
        wrapped.handler = nil
        let back = try copy(wrapped)
        #expect(back.volume == 8 && back.text == "x" && back.handler == nil)
    }
}
#endif
