#if Macros
import Foundation
import GraphCodable
import Testing

@testable import MindMap

/// The example of the macro, and the same by hand.
struct MindMapTests {
    @Test func theMapComesBack() throws {
        let map = Sample.map()
        let back = try GraphDecoder().decode(MindMap.self, from: GraphEncoder().encode(map) as Bytes)
        #expect(Sample.describe(back) == Sample.describe(map))
        #expect(
            Sample.describe(back) == [
                "Plans, by Ada", "  Topic: Garden", "    Topic: Flowers, Ada",
                "    TaskTopic: Dig the beds, Ada, after \"Buy seeds\"",
                "    TaskTopic: Buy seeds, after \"Dig the beds\"", "\"Flowers\" leads to \"Buy seeds\"",
            ])
        #expect(back.root.markers == map.root.markers && back.root.children.allSatisfy { $0.parent === back.root })
        #expect(back.authors[0] === back.root.children[0].author && back.authors[0].lastTopic === back.root.children[0])
        let task = try #require(back.root.children[1] as? TaskTopic)
        #expect(task.dueDate == Date(timeIntervalSince1970: 1_900_000_000) && !task.isDone)
        for map in [map, back] {
            map.root.children.forEach { ($0 as? TaskTopic)?.blockedBy = [] }
        }
    }

    /// The archive of the model by hand is the same but for the names of the classes.
    @Test func byHandTheArchiveHoldsTheSame() throws {
        let map = Sample.map()
        let root = ByHand.Topic("Garden")
        let other = ByHand.MindMap(title: "Plans", root: root)
        let ada = ByHand.Author(name: "Ada")
        let digging = ByHand.TaskTopic("Dig the beds")
        let buying = ByHand.TaskTopic("Buy seeds")
        let flowers = ByHand.Topic("Flowers")
        var style = ByHand.Style()
        (style.colour, style.size, style.isBold) = ("green", 9, true)
        root.markers = [.question, .note(text: "for spring", style: style)]
        digging.blockedBy = [buying]
        digging.markers = [.priority(1), .progress(done: 0.25, estimated: nil)]
        digging.dueDate = Date(timeIntervalSince1970: 1_900_000_000)
        buying.blockedBy = [digging]
        (flowers.author, digging.author, ada.lastTopic) = (ada, ada, flowers)
        [flowers, digging, buying].forEach(root.add)
        other.links = [ByHand.Link(from: flowers, to: buying)]
        other.authors = [ada]
        let byMacro = try GraphEncoder().dump(map)
        let byHand = try GraphEncoder().dump(other)
        #expect(byHand.replacing("ByHand.", with: "") == byMacro)
        let back = try GraphDecoder().decode(ByHand.MindMap.self, from: GraphEncoder().encode(other) as Bytes)
        #expect(try GraphEncoder().dump(back) == byHand)
        for topic in map.root.children { (topic as? TaskTopic)?.blockedBy = [] }
        for topic in other.root.children + back.root.children { (topic as? ByHand.TaskTopic)?.blockedBy = [] }
    }

    /// The example's README says how many lines the macro saves.
    @Test func theReadmeCountsTheLines() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            .standardizedFileURL
        func lines(_ path: String) throws -> [String] {
            try String(contentsOf: package.appending(path: path), encoding: .utf8).split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("#") && !$0.hasPrefix("import") }
        }
        let attributes = try lines("Examples/MindMap/Model/MindMap.swift").filter { $0 == "@GCodable" }.count
        let model = try lines("Examples/MindMap/Model/MindMap.swift").count - attributes
        // The namespace takes two lines.
        let byHand = try lines("Examples/MindMap/Model/ByHand.swift").count - 2
        let readme = try lines("Examples/MindMap/README.md").joined(separator: " ")
        let count =
            "\(model) lines of model, plus \(byHand - model) lines of archiving code by hand or \(attributes) with the macro"
        #expect(readme.contains(count), "\(count)")
    }
}
#endif
