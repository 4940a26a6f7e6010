import GraphCodable
import Testing

@testable import GraphInspection

@Suite("Differences of objects that a field identifies") struct DiffIdentityTests {
    private func diff(
        _ old: some GEncodable, _ new: some GEncodable, _ options: GraphDiffOptions
    ) throws -> GraphDiff {
        let archives = [try GraphEncoder().encode(old) as Bytes, try GraphEncoder().encode(new) as Bytes]
        return try GraphDiff(from: GraphArchive(archives[0]), to: GraphArchive(archives[1]), options: options)
    }

    @Test func anIdentityIsStrongerThanContentsAndPlace() throws {
        let old = Vertex("root", links: [Item(1, "one"), Item(2, "two"), Item(3, "three")])
        let new = Vertex("root", links: [Item(3, "drei"), Item(2, "one"), Item(4, "vier")])
        let found = try diff(old, new, GraphDiffOptions(identityKeys: ["id"]))
        #expect(found.removed.map(\.title) == ["Item #2 \"one\""])
        #expect(found.added.map(\.title) == ["Item #4 \"vier\""])
        #expect(found.added.first?.fields.prefix(2).map(\.text) == ["4", "\"vier\""])
        let changes = Dictionary(uniqueKeysWithValues: found.changed.map { ($0.oldID, $0.changes) })
        #expect(changes[4] == [ValueChange(path: "name", old: "\"three\"", new: "\"drei\"")])
        #expect(changes[3] == [ValueChange(path: "name", old: "\"two\"", new: "\"one\"")])
        #expect(changes[1]?.contains { $0.path == "links" && $0.new == "3 elements in another order" } == true)
        #expect(Set(changes.keys) == [1, 3, 4])
    }

    @Test func anIdentityThatSeveralObjectsHaveTellsNothing() throws {
        let options = GraphDiffOptions(identityKeys: ["id"])
        let old = Vertex("root", links: [Item(1, "one"), Item(1, "two"), Item(2, "three")])
        #expect(try diff(old, old, options).isEmpty)
        let new = Vertex("root", links: [Item(1, "one"), Item(1, "zwei"), Item(2, "three")])
        let found = try diff(old, new, options)
        #expect(found.removed.isEmpty && found.added.isEmpty)
        #expect(found.changed.map(\.changes) == [[ValueChange(path: "name", old: "\"two\"", new: "\"zwei\"")]])
    }

    @Test func equalValuesOfDifferentKeysAreNotTheSameIdentity() throws {
        let old = [Labeled(["code": "5", "name": "one"])]
        let new = [Labeled(["id": "5", "code": "7", "name": "one"]), Labeled(["code": "5", "name": "eins"])]
        let found = try diff(old, new, GraphDiffOptions(identityKeys: ["id", "code"]))
        #expect(found.removed.isEmpty && found.added.count == 1)
        #expect(found.changed.contains { $0.changes == [ValueChange(path: "name", old: "\"one\"", new: "\"eins\"")] })
    }

    /// Has two elements, in an array whose order tells which it is.
    final class Cell: GEncodable {
        let (place, name): ([String], String)
        private enum Key: String { case place, name }

        init(_ place: [String], _ name: String) { (self.place, self.name) = (place, name) }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(place, for: Key.place)
            try encoder.encode(name, for: Key.name)
        }
    }

    @Test func identitiesWithTheSameElementsAreToldApartByTheirOrder() throws {
        let old = [Cell(["a", "b"], "one"), Cell(["b", "a"], "two")]
        let new = [Cell(["b", "a"], "one"), Cell(["a", "b"], "two")]
        func changes(ignoresOrder: Bool) throws -> Int {
            let options = GraphDiffOptions(identityKeys: ["place"], ignoresOrder: ignoresOrder)
            return try diff(old, new, options).changed.count { $0.newID > 0 && $0.changes.map(\.path) == ["name"] }
        }
        #expect(try changes(ignoresOrder: false) == 2)
        #expect(try changes(ignoresOrder: true) == 0)
    }
}
