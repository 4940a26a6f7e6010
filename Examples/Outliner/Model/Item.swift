import GraphCodable

/// A line of an outline, and the lines below it.
///
/// Version 1 called this class `Entry`, and had neither `isDone` nor `link`.
final class Item: GCodable, GNamed {
    static let archiveName = ArchiveName("outliner.Item", aliases: ["outliner.Entry"])

    var text: String
    var isDone = false
    var children: [Item] = []
    /// Another item, anywhere in the outline.
    weak var link: Item?
    private(set) weak var parent: Item?

    init(_ text: String) {
        self.text = text
    }

    func insert(_ child: Item, at index: Int) {
        children.insert(child, at: index)
        child.parent = self
    }

    func remove(at index: Int) -> Item {
        let child = children.remove(at: index)
        child.parent = nil
        return child
    }

    // MARK: Archiving

    private enum Key: String {
        case text, isDone, children, link, parent
    }

    init(from decoder: any GDecoder) throws {
        text = try decoder.decode(for: Key.text)
        isDone = try decoder.decode(for: Key.isDone, default: false)
        children = try decoder.decode(for: Key.children)
        // The parent waits for its children, and the linked item may wait for this one. So both are set later.
        try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        if try decoder.contains(Key.link) {
            try decoder.deferDecode(for: Key.link) { self.link = $0 }
        }
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(text, for: Key.text)
        try encoder.encode(isDone, for: Key.isDone)
        try encoder.encode(children, for: Key.children)
        // A link retains an item neither in the outline nor in its file.
        try encoder.encodeConditional(link, for: Key.link)
        try encoder.encodeConditional(parent, for: Key.parent)
    }
}
