import Foundation
import GraphCodable

/// The same model without the macro.
enum ByHand {
    /// A map of topics and their authors.
    final class MindMap: GCodable {
        var title: String
        let root: Topic
        var links: [Link] = []
        var authors: [Author] = []

        init(title: String, root: Topic) {
            self.title = title
            self.root = root
        }

        private enum Key: String {
            case title, root, links, authors
        }

        init(from decoder: any GDecoder) throws {
            title = try decoder.decode(for: Key.title)
            root = try decoder.decode(for: Key.root)
            try decoder.decodeOrDefer(for: Key.links, into: self) { $0.links = $1 }
            try decoder.decodeOrDefer(for: Key.authors, into: self) { $0.authors = $1 }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(title, for: Key.title)
            try encoder.encode(root, for: Key.root)
            try encoder.encode(links, for: Key.links)
            try encoder.encode(authors, for: Key.authors)
        }
    }

    class Topic: GCodable {
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

        private enum Key: String {
            case text, style, markers, author, children, parent
        }

        required init(from decoder: any GDecoder) throws {
            text = try decoder.decode(for: Key.text)
            style = try decoder.decode(for: Key.style)
            try decoder.decodeOrDefer(for: Key.markers, into: self) { $0.markers = $1 }
            try decoder.decodeOrDefer(for: Key.author, into: self) { $0.author = $1 }
            try decoder.decodeOrDefer(for: Key.children, into: self) { $0.children = $1 }
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(text, for: Key.text)
            try encoder.encode(style, for: Key.style)
            try encoder.encode(markers, for: Key.markers)
            try encoder.encode(author, for: Key.author)
            try encoder.encode(children, for: Key.children)
            try encoder.encodeConditional(parent, for: Key.parent)
        }
    }

    final class TaskTopic: Topic {
        var dueDate: Date?
        var isDone = false
        /// Often part of cycles.
        var blockedBy: [TaskTopic] = []

        override init(_ text: String) {
            super.init(text)
        }

        private enum Key: String {
            case dueDate, isDone, blockedBy
        }

        required init(from decoder: any GDecoder) throws {
            isDone = try decoder.decode(for: Key.isDone)
            try super.init(from: decoder)
            dueDate = try decoder.decode(for: Key.dueDate)
            try decoder.decodeOrDefer(for: Key.blockedBy, into: self) { $0.blockedBy = $1 }
        }

        override func encode(to encoder: any GEncoder) throws {
            try encoder.encode(isDone, for: Key.isDone)
            try super.encode(to: encoder)
            try encoder.encode(dueDate, for: Key.dueDate)
            try encoder.encode(blockedBy, for: Key.blockedBy)
        }
    }

    /// A link between any two topics of the map.
    final class Link: GCodable {
        let from: Topic
        let to: Topic
        var label: String?

        init(from: Topic, to: Topic) {
            self.from = from
            self.to = to
        }

        private enum Key: String {
            case from, to, label
        }

        init(from decoder: any GDecoder) throws {
            from = try decoder.decode(for: Key.from)
            to = try decoder.decode(for: Key.to)
            label = try decoder.decode(for: Key.label)
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(from, for: Key.from)
            try encoder.encode(to, for: Key.to)
            try encoder.encode(label, for: Key.label)
        }
    }

    final class Author: GCodable {
        let name: String
        weak var lastTopic: Topic?

        init(name: String) {
            self.name = name
        }

        private enum Key: String {
            case name, lastTopic
        }

        init(from decoder: any GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.deferDecode(for: Key.lastTopic) { self.lastTopic = $0 }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encodeConditional(lastTopic, for: Key.lastTopic)
        }
    }

    struct Style: GCodable, Equatable {
        var colour = "black"
        var size = 12.0
        var isBold = false

        init() {}

        private enum Key: String {
            case colour, size, isBold
        }

        init(from decoder: any GDecoder) throws {
            colour = try decoder.decode(for: Key.colour)
            size = try decoder.decode(for: Key.size)
            isBold = try decoder.decode(for: Key.isBold)
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(colour, for: Key.colour)
            try encoder.encode(size, for: Key.size)
            try encoder.encode(isBold, for: Key.isBold)
        }
    }

    enum Marker: GCodable, Equatable {
        case question
        case priority(Int)
        case progress(done: Double, estimated: TimeInterval?)
        case image(url: URL)
        case note(text: String, style: Style)

        private enum Key: String {
            case value = "_0"
            case done, estimated, url, text, style
        }

        init(from decoder: any GDecoder) throws {
            switch try decoder.decode() as String {
            case "question":
                self = .question
            case "priority":
                self = try .priority(decoder.decode(for: Key.value))
            case "progress":
                self = try .progress(
                    done: decoder.decode(for: Key.done), estimated: decoder.decode(for: Key.estimated))
            case "image":
                self = try .image(url: decoder.decode(for: Key.url))
            case "note":
                self = try .note(text: decoder.decode(for: Key.text), style: decoder.decode(for: Key.style))
            case let name:
                throw GraphCodableError(.valueOutOfRange, "A marker has no case '\(name)'.")
            }
        }

        func encode(to encoder: any GEncoder) throws {
            switch self {
            case .question:
                try encoder.encode("question")
            case .priority(let priority):
                try encoder.encode("priority")
                try encoder.encode(priority, for: Key.value)
            case .progress(let done, let estimated):
                try encoder.encode("progress")
                try encoder.encode(done, for: Key.done)
                try encoder.encode(estimated, for: Key.estimated)
            case .image(let url):
                try encoder.encode("image")
                try encoder.encode(url, for: Key.url)
            case .note(let text, let style):
                try encoder.encode("note")
                try encoder.encode(text, for: Key.text)
                try encoder.encode(style, for: Key.style)
            }
        }
    }
}
