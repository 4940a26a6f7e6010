import Foundation
import GraphCodable
import TestSupport
import Testing

@testable import GraphInspection

@Suite("The objects of an archive")
struct ObjectGraphTests {
    @Test func valuesCanBeShownOfARecordThatWasNotReadToItsEnd() throws {
        final class Nested: GEncodable, GInheritance {
            var disableInheritance: Bool { true }
            func encode(to encoder: any GEncoder) throws {
                try encoder.encode([.some(nil), 1, nil] as [Int??])
                try encoder.encode(["key": [1.5: Int??.some(nil)]])
                try encoder.encode(any: [1, "text"] as [Any])
            }
        }
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode([Nested()]) as Bytes))
        let count = graph.labels.values(of: 1).count
        #expect(count > 12)
        for limit in 1...count {
            let values = graph.labels.values(of: 1, limit: limit)
            #expect(values.count == limit)
            let texts = values.indices.map { ValueText(labels: graph.labels, limit: 100).text(of: $0, in: values) }
            #expect(texts.allSatisfy { !$0.isEmpty } || limit < count, "\(limit)")
        }
    }

    @Test func objectsHaveTypesFieldsAndReferences() throws {
        let (shared, other) = (Vertex("shared"), Item(7, "other"))
        other.links = [shared]
        shared.parent = other
        let root = Vertex("root", weight: 3, links: [shared, other])
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(root) as Bytes))
        #expect(graph.root == 1)
        #expect(graph.objects.count == 3)
        let item = try #require(graph.id(named: "other"))
        #expect(graph.typeName(of: item) == "Item")
        #expect(graph.qualifiedTypeName(of: item) == "GraphInspectionTests.Item")
        #expect(graph.title(of: item) == "Item #\(item) \"other\"")
        #expect(graph.fields(of: 1).map(\.key) == ["name", "weight", "links", "parent"])
        #expect(graph.fields(of: 1).map(\.text) == ["\"root\"", "3", "[→ #2, → #\(item)]", "nil"])
        #expect(graph.fields(of: 1).map(\.hasReferences) == [false, false, true, false])
        #expect(graph.fields(of: 1, limit: 6)[2].text == "[→ #2, …]")
        #expect(graph.references(from: 1).map(\.path) == ["links[0]", "links[1]"])
        #expect(graph.references(to: 2).map(\.path) == ["links[0]", "links[0]"])
        #expect(graph.references(to: item).map(\.isConditional) == [false, true])
        #expect(graph.references(to: 2, limit: 1).map(\.path) == ["links[0]"])
        #expect(graph.referenceCount(to: 2) == 2)
        #expect(graph.path(to: item)?.map(\.path) == ["links[1]"])
        #expect(graph.path(to: 1)?.isEmpty == true)
        #expect(graph.contains(0) && graph.path(to: 0)?.isEmpty == true)
    }

    @Test func pathsNameElementsOfDictionariesAndStructs() throws {
        let shared = Vertex("shared")
        let root = ["a\u{1B}": [Pair(left: shared, right: nil)], "b": [Pair(left: nil, right: shared)]]
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(root) as Bytes))
        #expect(graph.root == 0)
        #expect(
            Set(graph.references(from: 0).map(\.path)) == ["[\"a\\u{1B}\"][0].left", "[\"b\"][0].right"])
        #expect(graph.typeName(of: 0) == "dictionary")
        #expect(graph.objects == [0, 1])
    }

    /// Has one field.
    final class Keyed<Value: GEncodable>: GEncodable, GInheritance {
        let (key, value): (String, Value)
        var disableInheritance: Bool { true }

        init(_ key: String, _ value: Value) { (self.key, self.value) = (key, value) }
        private struct Key: RawRepresentable { let rawValue: String }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(value, for: Key(rawValue: key)) }
    }

    @Test func longKeysAndPathsAreCutWhereverTheyAreShown() throws {
        let (key, count) = (String(repeating: "k", count: 100_000), 2_000)
        func graph(_ weight: Int) throws -> ObjectGraph {
            let leaf = Vertex("leaf", weight: weight)
            return try ObjectGraph(
                GraphArchive(
                    GraphEncoder().encode(
                        Keyed(key, [[key: Array(repeating: leaf, count: count)], ["short": [leaf]]])) as Bytes))
        }
        let graphs = [try graph(1), try graph(2)]
        let paths = graphs[0].references(from: graphs[0].root).map(\.path)
        #expect(paths.count == count + 1 && Set(paths).count == paths.count)
        #expect(paths.allSatisfy { $0.utf8.count < 1_000 && $0.hasSuffix("]") })
        let field = try #require(graphs[0].fields(of: graphs[0].root).first)
        #expect(field.key?.utf8.count ?? 0 < 100 && field.text.utf8.count < 1_000)
        let diff = GraphDiff(from: graphs[0], to: graphs[1])
        #expect(diff.changed.map(\.place.utf8.count).allSatisfy { $0 < 3_000 })
        #expect(diff.changed.flatMap(\.changes).allSatisfy { $0.path.utf8.count < 1_000 })
    }

    @Test func theEndOfALongPathIsShown() {
        var path = ""
        for number in 0..<1_000 {
            path = PathText.field("field\(number)", of: path)
            #expect(path.unicodeScalars.count <= 256 && path.hasSuffix("field\(number)"))
            #expect(path.hasPrefix(path.unicodeScalars.count < 256 ? "field0" : "…"))
        }
        #expect(PathText.appending("[1]", to: "") == "[1]")
    }

    @Test func recordsThatAreReadInPiecesHaveAllReferences() throws {
        let vertices = (0..<1_100).map { Vertex("\($0)") }
        let root = Vertex("root", links: vertices)
        vertices[1].links = Array(vertices.reversed())
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(root) as Bytes))
        // The root value is a reference, too.
        #expect(graph.referenceCount == 2_201)
        let names = graph.names
        for vertex in [root, vertices[1]] {
            let references = graph.references(from: try #require(graph.id(named: vertex.name)))
            #expect(references.map { names[$0.target] } == vertex.links.map(\.name))
        }
        #expect(graph.objects.dropFirst().allSatisfy { graph.referenceCount(to: $0) == 2 })
        let census = GraphDiagram(typesOf: graph)
        #expect(census.edges.map(\.label) == ["links ×2,200"])
    }

    @Test func whatIsNotThereHasNothing() throws {
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(5) as Bytes))
        for id in [1, 77, .max] as [UInt32] {
            #expect(!graph.contains(id))
            #expect(graph.fields(of: id).isEmpty)
            #expect(graph.references(from: id).isEmpty)
            #expect(graph.references(to: id).isEmpty)
            #expect(graph.referenceCount(to: id) == 0)
            #expect(graph.path(to: id) == nil)
            #expect(graph.qualifiedTypeName(of: id) == nil)
            #expect(graph.byteCount(of: id) == 0)
        }
        #expect(graph.fields(of: 0).map(\.text) == ["5"])
    }

    @Test func objectsThatWereNotArchivedAreNoTargets() throws {
        let absent = Vertex("absent")
        let root = Vertex("root")
        root.parent = absent
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(root) as Bytes))
        #expect(graph.objects == [1])
        #expect(graph.references(from: 1).isEmpty)
        #expect(graph.fields(of: 1).last?.text == "→ #2, not archived")
    }

    @Test func aListOfManyObjectsNeedsNoDeepStack() throws {
        // A call for each object would need more than 16 bytes.
        let count = 16_000
        let list = VertexGraph((0..<count).map { Vertex("\($0)") })
        for (vertex, next) in zip(list.vertices, list.vertices.dropFirst()) {
            vertex.links = [next]
        }
        let old = try list.archive()
        list.vertices[count - 1].name = "changed"
        let new = try list.archive()
        let last = UInt32(count)
        try onThread(stackSize: 1 << 18) {
            let graph = try ObjectGraph(old)
            #expect(graph.path(to: last)?.count == count - 1)
            #expect(GraphSelection(maximumCount: .max).objects(of: graph).objects.count == count)
            #expect(try GraphSizes(graph.archive).objects.first?.count == count)
            let diff = GraphDiff(from: graph, to: try ObjectGraph(new))
            #expect(diff.changed.map(\.oldID) == [last])
            #expect(diff.changed.first?.place == "…" + Array(repeating: "links[0]", count: 6).joined(separator: "."))
        }
    }

    @Test func datesUUIDsAndColorsAreReadable() throws {
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(Appointment()) as Bytes))
        #expect(
            Dictionary(uniqueKeysWithValues: graph.fields(of: graph.root).map { ($0.key ?? "", $0.text) }) == [
                "startDate": "795123456.5 (2026-03-13 19:37:36 UTC)",
                "createdAt": "-86400.25 (2000-12-30 23:59:59 UTC)",
                "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
                "bytes": "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]",
                "color": "Paint(red: 1.0, green: 0.5, blue: 0.25) #FF8040", "position": "795123456.5",
                "link": "\"https://example.org/a\"",
            ])
        #expect(graph.title(of: graph.root) == "Appointment #1 E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    }

    struct Paint: GEncodable {
        private enum Key: String { case red, green, blue }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(1.0, for: Key.red)
            try encoder.encode(0.5, for: Key.green)
            try encoder.encode(0.25, for: Key.blue)
        }
    }

    final class Appointment: GEncodable {
        private enum Key: String { case startDate, createdAt, id, bytes, color, position, link }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(Date(timeIntervalSinceReferenceDate: 795_123_456.5), for: Key.startDate)
            try encoder.encode(Date(timeIntervalSinceReferenceDate: -86_400.25), for: Key.createdAt)
            try encoder.encode(try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")), for: Key.id)
            try encoder.encode((1...16).map { UInt8($0) }, for: Key.bytes)
            try encoder.encode(Paint(), for: Key.color)
            try encoder.encode(795_123_456.5, for: Key.position)
            try encoder.encode(try #require(URL(string: "https://example.org/a")), for: Key.link)
        }
    }

    @Test(arguments: 0..<20) func damagedArchivesAreReadOrRefusedInWords(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let bytes =
            try GraphEncoder().encode(
                VertexGraph(random: 20, degree: 3, using: &generator).vertices) as Bytes
        for _ in 0..<16 {
            var damaged = bytes
            let place = Int.random(in: damaged.indices, using: &generator)
            damaged[place] = .random(in: .min ... .max, using: &generator)
            do throws(GraphCodableError) {
                let archive = try GraphArchive(damaged)
                let graph = try ObjectGraph(archive)
                _ = try? GraphSizes(archive)
                _ = GraphDiff(from: graph, to: graph)
                _ = try archive.diagram(GraphSelection(maximumCount: 10)).svg()
            } catch {
                #expect(!error.message.isEmpty && error.byteOffset != nil, "seed \(seed), byte \(place)")
            }
        }
    }

    @Test func referencesThatLeadNowhereAreRefused() throws {
        var bytes = try GraphEncoder().encode(Vertex("root", links: [Vertex("end")])) as Bytes
        let place = try #require(bytes.firstIndex(of: 0x80))
        // Object 2 is "end"; there is no object 3, but conditional references could be to one.
        #expect(Array(bytes[place...].prefix(2)) == [0x80, 1])
        bytes[place + 1] = 9
        let error = #expect(throws: GraphCodableError.self) { try ObjectGraph(GraphArchive(bytes)) }
        #expect(error?.code == .malformed)
        #expect(error?.byteOffset != nil)
        #expect(error?.message.contains("refers to object 9, but the archive has only 2") == true)
    }
}

/// A struct that refers to objects.
private struct Pair: GEncodable {
    var left: Vertex?
    var right: Vertex?

    private enum Key: String { case left, right }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(left, for: Key.left)
        try encoder.encode(right, for: Key.right)
    }
}
