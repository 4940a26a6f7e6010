import GraphCodable

/// Counts the objects and references of a graph by type and field.
struct TypeCensus {
    struct Entry {
        /// The number of the type; `ObjectGraph.noType` for all objects that are not composites.
        let key: Int32
        let name: String
        var count = 0
        var byteCount = 0
        var isRoot = false
    }

    struct Link {
        let source: Int32
        let target: Int32
        /// The name of the field, escaped for display.
        let key: String
        let isConditional: Bool
        let count: Int
    }

    private struct LinkKey: Hashable {
        let source: Int32
        let target: Int32
        let key: UInt32
        let isConditional: Bool
    }

    /// The types of the objects: the root's type first, the others by descending size.
    private(set) var types: [Entry]
    /// The fields through which objects refer to others, in a fixed order.
    private(set) var links: [Link]

    init(_ graph: ObjectGraph) {
        var entries: [Int32: Entry] = [:]
        let names = graph.archive.summary.types.indices.map { graph.shortTypeName($0) } + ["other values"]
        for object in graph.objects {
            let type = graph.types[Int(object)]
            let newEntry = { Entry(key: type, name: names[type == ObjectGraph.noType ? names.count - 1 : Int(type)]) }
            entries[type, default: newEntry()].count += 1
            entries[type]?.byteCount += graph.byteCount(of: object)
            if object == graph.root {
                entries[type]?.isRoot = true
            }
        }
        types = entries.values.sorted {
            ($1.isRoot ? 1 : 0, $1.byteCount, $0.key) < ($0.isRoot ? 1 : 0, $0.byteCount, $1.key)
        }
        var counts: [LinkKey: Int] = [:]
        for (position, source) in graph.sources.enumerated() where source != 0 || graph.root == 0 {
            let key = LinkKey(
                source: graph.types[Int(source)], target: graph.types[Int(graph.targets.elements[position])],
                key: graph.fieldKeys[position], isConditional: graph.isConditional[position])
            counts[key, default: 0] += 1
        }
        let sorted = counts.sorted {
            ($0.key.source, $0.key.key, $0.key.target, $0.key.isConditional ? 1 : 0)
                < ($1.key.source, $1.key.key, $1.key.target, $1.key.isConditional ? 1 : 0)
        }
        links = sorted.map { key, count in
            Link(
                source: key.source, target: key.target, key: graph.keyName(key.key),
                isConditional: key.isConditional, count: count)
        }
    }
}
