import GraphCodable

/// Follows the way from a record's value to the values inside it, while these are passed in their order.
struct ValuePath {
    private struct Level {
        let container: Int
        let end: Int
        /// The value on the way.
        var child: Int
        /// The value before it: in a map the key that belongs to it.
        var previous: Int
        /// Its place in the container.
        var index: Int
    }

    private let graph: ObjectGraph
    private var levels: [Level] = []

    init(_ graph: ObjectGraph) {
        self.graph = graph
    }

    /// Goes on to the next value of the list.
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

    /// The way to the value that was advanced to, printable: `members[2].name`.
    ///
    /// Elements of maps are named by their keys, values without a key by their place.
    func text(in values: [ArchivedValue]) -> String {
        var text = ""
        for level in levels where level.child != level.container {
            let value = values[level.child]
            switch values[level.container].kind {
            case .composite where value.key != 0:
                text += text.isEmpty ? graph.keyName(value.key) : ".\(graph.keyName(value.key))"
            case .composite: text += ".\(level.index)"
            case .sequence: text += "[\(level.index)]"
            case .map where level.index.isMultiple(of: 2): text += ".keys[\(level.index / 2)]"
            case .map: text += "[\(ValueText(graph, limit: 32).text(of: level.previous, in: values))]"
            default: break
            }
        }
        return text
    }
}
