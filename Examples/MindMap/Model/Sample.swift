import Foundation
import GraphCodable

/// A sample map.
package enum Sample {
    /// Archives a map and prints the decoded copy.
    package static func run() throws {
        #if Macros
        let archive = try GraphEncoder().encode(Self.map()) as Bytes
        print(describe(try GraphDecoder().decode(MindMap.self, from: archive)).joined(separator: "\n"))
        #else
        print("This example needs the macro: swift run --traits Macros MindMapExample")
        #endif
    }

    #if Macros
    static func map() -> MindMap {
        let root = Topic("Garden")
        let map = MindMap(title: "Plans", root: root)
        let ada = Author(name: "Ada")
        let digging = TaskTopic("Dig the beds")
        let buying = TaskTopic("Buy seeds")
        let flowers = Topic("Flowers")
        root.markers = [.question, .note(text: "for spring", style: Style(colour: "green", size: 9, isBold: true))]
        digging.blockedBy = [buying]
        digging.markers = [.priority(1), .progress(done: 0.25, estimated: nil)]
        digging.dueDate = Date(timeIntervalSince1970: 1_900_000_000)
        // Each waits for the other.
        buying.blockedBy = [digging]
        flowers.author = ada
        digging.author = ada
        ada.lastTopic = flowers
        [flowers, digging, buying].forEach(root.add)
        map.links = [Link(from: flowers, to: buying)]
        map.authors = [ada]
        return map
    }

    static func describe(_ map: MindMap) -> [String] {
        var lines = ["\(map.title), by \(map.authors.map(\.name).joined(separator: " and "))"]
        func add(_ topic: Topic, depth: Int) {
            let waiting = (topic as? TaskTopic)?.blockedBy.map { ", after \"\($0.text)\"" }.joined() ?? ""
            let author = topic.author.map { ", \($0.name)" } ?? ""
            lines.append(String(repeating: "  ", count: depth) + "\(type(of: topic)): \(topic.text)\(author)\(waiting)")
            topic.children.forEach { add($0, depth: depth + 1) }
        }
        add(map.root, depth: 1)
        lines += map.links.map { "\"\($0.from.text)\" leads to \"\($0.to.text)\"" }
        return lines
    }
    #endif
}
