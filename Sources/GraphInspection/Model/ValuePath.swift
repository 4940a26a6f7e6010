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
        /// The path to the current value, once somebody has asked for it.
        var path: String?
    }

    private let labels: ArchiveLabels
    private var levels: [Level] = []

    init(_ labels: ArchiveLabels) {
        self.labels = labels
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
            levels[last].path = nil
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
    ///
    /// - Complexity: O(1) amortized over the values of a record.
    mutating func text(in values: [ArchivedValue]) -> String {
        // The paths of all levels around a known one are known, too.
        let known = levels.lastIndex { $0.path != nil }
        var path = known.flatMap { levels[$0].path } ?? ""
        for index in (known.map { $0 + 1 } ?? 0)..<levels.count {
            path = self.path(of: levels[index], in: values, after: path)
            levels[index].path = path
        }
        return path
    }

    private func path(of level: Level, in values: [ArchivedValue], after path: String) -> String {
        guard level.child != level.container else { return path }
        let key = values[level.child].key
        switch values[level.container].kind {
        case .composite where key != 0: return PathText.field(labels.keyName(key), of: path)
        case .composite, .sequence: return PathText.appending("[\(level.index)]", to: path)
        case .map where level.index.isMultiple(of: 2): return PathText.appending(".keys[\(level.index / 2)]", to: path)
        case .map:
            let key = ValueText(labels: labels, limit: 32).text(of: level.previous, in: values)
            return PathText.appending("[\(key)]", to: path)
        default: return path
        }
    }
}
