import GraphCodable

/// The outliner's model as version 1 had it, which wrote the sample in Examples/Outliner.
enum OutlinerVersion1 {
    final class Entry: GCodable, GNamed {
        static let archiveName: ArchiveName = "outliner.Entry"

        let text: String
        let children: [Entry]
        weak var parent: Entry?

        init(_ text: String, _ children: [Entry] = []) {
            self.text = text
            self.children = children
            for child in children { child.parent = self }
        }

        private enum Key: String {
            case text, children, parent
        }

        init(from decoder: any GDecoder) throws {
            text = try decoder.decode(for: Key.text)
            children = try decoder.decode(for: Key.children)
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(text, for: Key.text)
            try encoder.encode(children, for: Key.children)
            try encoder.encodeConditional(parent, for: Key.parent)
        }
    }

    final class Outline: GCodable, GNamed {
        static let archiveName: ArchiveName = "outliner.Outline"

        let root: Entry

        init(root: Entry) {
            self.root = root
        }

        private enum Key: String {
            case root
        }

        init(from decoder: any GDecoder) throws {
            root = try decoder.decode(for: Key.root)
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(root, for: Key.root)
        }
    }

    static var sample: Outline {
        Outline(
            root: Entry(
                "",
                [
                    Entry("Garden", [Entry("Paint the bench", [Entry("red"), Entry("green")]), Entry("Buy seeds")]),
                    Entry("Kitchen"),
                ]))
    }
}
