import GraphCodable

/// A tree of items, some of which refer to others.
///
/// It is not isolated to an actor, so it can be loaded anywhere and then sent to its user.
final class Outline: GCodable, GNamed, GVersion {
    static let archiveName: ArchiveName = "outliner.Outline"
    /// The version of the documents. It is raised whenever a class has a new field, so that older programs do not save again without
    /// the field what they have opened.
    static let encodeVersion: UInt32 = 2

    /// Added in version 2.
    var title: String
    let root: Item

    init(title: String) {
        self.title = title
        root = Item("")
    }

    /// All items except the root with their depths, from top to bottom.
    var lines: [(depth: Int, item: Item)] {
        func lines(below item: Item, _ depth: Int) -> [(depth: Int, item: Item)] {
            item.children.flatMap { [(depth, $0)] + lines(below: $0, depth + 1) }
        }
        return lines(below: root, 0)
    }

    // MARK: Archiving

    private enum Key: String {
        case title, root
    }

    init(from decoder: any GDecoder) throws {
        try decoder.refuseVersions(after: Self.encodeVersion)
        root = try decoder.decode(for: Key.root)
        title = try decoder.decode(for: Key.title, default: root.children.first?.text ?? "Untitled")
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(title, for: Key.title)
        try encoder.encode(root, for: Key.root)
    }
}
