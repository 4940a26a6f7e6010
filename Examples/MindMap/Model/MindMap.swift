#if Macros
import Foundation
import GraphCodableMacros

/// A map of topics and their authors.
@GCodable
final class MindMap {
    var title: String
    let root: Topic
    var links: [Link] = []
    var authors: [Author] = []

    init(title: String, root: Topic) {
        self.title = title
        self.root = root
    }
}

@GCodable
class Topic {
    var text: String
    var style = Style()
    var markers: [Marker] = []
    /// Shared with other topics.
    var author: Author?
    weak var parent: Topic?
    var children: [Topic] = []

    init(_ text: String) {
        self.text = text
    }

    func add(_ topic: Topic) {
        children.append(topic)
        topic.parent = self
    }
}

@GCodable
final class TaskTopic: Topic {
    var dueDate: Date?
    var isDone = false
    /// Often part of cycles.
    var blockedBy: [TaskTopic] = []

    override init(_ text: String) {
        super.init(text)
    }
}

/// A link between any two topics of the map.
@GCodable
final class Link {
    let from: Topic
    let to: Topic
    var label: String?

    init(from: Topic, to: Topic) {
        self.from = from
        self.to = to
    }
}

@GCodable
final class Author {
    let name: String
    weak var lastTopic: Topic?

    init(name: String) {
        self.name = name
    }
}

@GCodable
struct Style: Equatable {
    var colour = "black"
    var size = 12.0
    var isBold = false
}

@GCodable
enum Marker: Equatable {
    case question
    case priority(Int)
    case progress(done: Double, estimated: TimeInterval?)
    case image(url: URL)
    case note(text: String, style: Style)
}
#endif
