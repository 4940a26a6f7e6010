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

    /// A field through which objects of a type refer to those of another.
    struct Link: Hashable {
        let source: Int32
        let target: Int32
        let key: UInt32
        let isConditional: Bool

        fileprivate var order: (Int32, Int32, UInt32, Int) { (source, target, key, isConditional ? 1 : 0) }
    }

    /// The types of the objects: the root's type first, the others by descending size.
    private(set) var types: [Entry]
    /// The numbers of references through each field, in an order that keeps those between two types together.
    private(set) var links: [(link: Link, count: Int)]

    init(_ graph: ObjectGraph) {
        var entries: [Int32: Entry] = [:]
        for object in graph.objects {
            let type = graph.types[Int(object)]
            entries[type, default: Entry(key: type, name: graph.groupName(of: object))].count += 1
            entries[type]?.byteCount += graph.byteCount(of: object)
            if object == graph.root {
                entries[type]?.isRoot = true
            }
        }
        types = entries.values.sorted {
            ($1.isRoot ? 1 : 0, $1.byteCount, $0.key) < ($0.isRoot ? 1 : 0, $0.byteCount, $1.key)
        }
        var counts: [Link: Int] = [:]
        for (position, source) in graph.sources.enumerated() where source != 0 || graph.root == 0 {
            let link = Link(
                source: graph.types[Int(source)], target: graph.types[Int(graph.targets.elements[position])],
                key: graph.fieldKeys[position], isConditional: graph.isConditional[position])
            counts[link, default: 0] += 1
        }
        links = counts.map { ($0, $1) }.sorted { $0.link.order < $1.link.order }
    }
}
