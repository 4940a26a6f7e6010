/// Which objects of a graph a picture shows.
///
/// ```swift
/// // The object 12, and what can be reached from it over at most two references.
/// let selection = GraphSelection(root: 12, maximumDepth: 2)
/// ```
public struct GraphSelection: Sendable, Hashable {
    /// The object to begin with; `nil` for the root of the archive.
    public var root: UInt32?
    /// How many references an object may be away from the first one; `nil` for any number.
    public var maximumDepth: Int?
    /// The types whose objects are shown, by their names with or without modules; all when it is empty.
    public var types: Set<String>
    /// The types whose objects are not shown.
    public var excludedTypes: Set<String>
    /// Whether the objects are shown that refer to the first one, too.
    public var includesReferrers: Bool
    /// The most objects to show. Those nearest to the first one are taken.
    public var maximumCount: Int

    /// Selects all objects that can be reached from the root, up to 300.
    public init(
        root: UInt32? = nil, maximumDepth: Int? = nil, types: Set<String> = [], excludedTypes: Set<String> = [],
        includesReferrers: Bool = false, maximumCount: Int = 300
    ) {
        self.root = root
        self.maximumDepth = maximumDepth
        self.types = types
        self.excludedTypes = excludedTypes
        self.includesReferrers = includesReferrers
        self.maximumCount = maximumCount
    }

    /// The selected objects of a graph, by their distance from the first one.
    ///
    /// Objects of types that are not shown are passed through: what they refer to can be shown.
    ///
    /// - Returns: The numbers of the objects, and how many more would be selected but for ``maximumCount``.
    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references: a breadth-first search.
    public func objects(of graph: ObjectGraph) -> (objects: [UInt32], omittedCount: Int) {
        let first = root ?? graph.root
        guard graph.contains(first) else { return ([], 0) }
        let isShown = shownTypes(of: graph)
        var isMet = Array(repeating: false, count: graph.idCount)
        var selected: [UInt32] = []
        var omitted = 0
        func select(_ object: UInt32) {
            guard isShown(object) else { return }
            if selected.count < maximumCount {
                selected.append(object)
            } else {
                omitted += 1
            }
        }
        isMet[Int(first)] = true
        var layer = [first]
        var depth = 0
        while !layer.isEmpty {
            var next: [UInt32] = []
            for object in layer {
                select(object)
                guard depth < maximumDepth ?? .max else { continue }
                for target in graph.targets[Int(object)] where !isMet[Int(target)] {
                    isMet[Int(target)] = true
                    next.append(target)
                }
            }
            layer = next
            depth += 1
        }
        if includesReferrers {
            for position in graph.referrers[Int(first)] {
                let source = graph.sources[Int(position)]
                guard !isMet[Int(source)], source != 0 || graph.root == 0 else { continue }
                isMet[Int(source)] = true
                select(source)
            }
        }
        return (selected, omitted)
    }

    /// Tells for an object whether its type is to be shown.
    private func shownTypes(of graph: ObjectGraph) -> (UInt32) -> Bool {
        let isShown = graph.archive.summary.types.indices.map { type in
            let names: Set = [graph.archive.summary.types[type].name, graph.shortTypeName(type)]
            return (types.isEmpty || !types.isDisjoint(with: names)) && excludedTypes.isDisjoint(with: names)
        }
        let showsOthers = types.isEmpty
        return { object in graph.typeNumber(of: object).map { isShown[$0] } ?? showsOthers }
    }
}
