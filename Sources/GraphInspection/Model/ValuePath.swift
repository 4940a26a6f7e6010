import GraphCodable

/// Tracks the path from a record's value to a nested value, while the values are traversed in order.
struct ValuePath {
    private struct Level {
        let container: Int
        let end: Int
        /// The current value in the container.
        var child: Int
        /// The previous value; in a map this is the value's key.
        var previous: Int
        /// The index of the current value in the container.
        var index: Int
    }

    private let archive: ArchiveText
    private var levels: [Level] = []

    init(_ archive: ArchiveText) {
        self.archive = archive
    }

    /// Advances to the next value of the list.
    mutating func advance(to position: Int, in values: [ArchivedValue]) {
        while let last = levels.last, position >= last.end {
            levels.removeLast()
        }
        if let last = levels.indices.last {
            levels[last].previous = levels[last].child
            levels[last].child = position
            levels[last].index += 1
        }
        if values[position].isContainer {
            levels.append(
                Level(
                    container: position, end: values[position].next, child: position, previous: position, index: -1))
        }
    }

    /// Returns the path to the current value, escaped for display: `members[2].name`.
    ///
    /// Elements of maps are identified by their keys, values without a key by their index.
    func text(in values: [ArchivedValue]) -> String {
        var text = ""
        for level in levels where level.child != level.container {
            let value = values[level.child]
            switch values[level.container].kind {
            case .composite where value.key != 0:
                text += text.isEmpty ? archive.keyName(value.key) : ".\(archive.keyName(value.key))"
            case .composite: text += ".\(level.index)"
            case .sequence: text += "[\(level.index)]"
            case .map where level.index.isMultiple(of: 2): text += ".keys[\(level.index / 2)]"
            case .map: text += "[\(ValueText(archive, limit: 32).text(of: level.previous, in: values))]"
            default: break
            }
        }
        return text
    }
}
