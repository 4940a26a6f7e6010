import GraphCodable

/// The objects of a graph that a picture shows.
///
/// ```swift
/// // The object 12, and the objects within two references of it.
/// let selection = GraphSelection(root: 12, maximumDepth: 2)
/// ```
public struct GraphSelection: Sendable, Hashable {
    /// The object to begin with; `nil` for the root of the archive.
    public var root: UInt32?
    /// The maximum number of references between an object and the first one; `nil` for no limit.
    public var maximumDepth: Int?
    /// The names, with or without modules, of the types whose objects are shown. If empty, all types are shown.
    public var types: Set<String>
    /// The names of types whose objects are not shown.
    public var excludedTypes: Set<String>
    /// Whether to show the objects that refer to the first one, too.
    public var includesReferrers: Bool
    /// The maximum number of objects to show. Those nearest to the first one are preferred.
    public var maximumCount: Int

    /// Creates a selection. By default it selects all objects that are reachable from the root, up to 40, which are legible on a page.
    ///
    /// - Parameters:
    ///   - root: The object to begin with; `nil` for the root of the archive.
    ///   - maximumDepth: The maximum number of references between an object and the first one; `nil` for no limit.
    ///   - types: The names of the types to show. If empty, all types are shown.
    ///   - excludedTypes: The names of types not to show.
    ///   - includesReferrers: Whether to show the objects that refer to the first one, too.
    ///   - maximumCount: The maximum number of objects to show.
    public init(
        root: UInt32? = nil, maximumDepth: Int? = nil, types: Set<String> = [], excludedTypes: Set<String> = [],
        includesReferrers: Bool = false, maximumCount: Int = 40
    ) {
        self.root = root
        self.maximumDepth = maximumDepth
        self.types = types
        self.excludedTypes = excludedTypes
        self.includesReferrers = includesReferrers
        self.maximumCount = maximumCount
    }

    /// Returns the selected objects of a graph, ordered by their distance from the first one.
    ///
    /// Objects of hidden types are skipped, but the objects to which they refer can be shown.
    ///
    /// - Parameter graph: The graph to search.
    /// - Returns: The numbers of the objects, and the number of objects omitted because of ``maximumCount``.
    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references: a breadth-first search.
    public func objects(of graph: ObjectGraph) -> (objects: [UInt32], omittedCount: Int) {
        let first = root ?? graph.root
        guard graph.contains(first) else { return ([], 0) }
        let isShown = shownTypes(of: graph)
        var isMet = Array(repeating: false, count: graph.idCount)
        var isSelected = isMet
        var selected: [UInt32] = []
        var omitted = 0
        func select(_ object: UInt32) {
            guard isShown(object), !isSelected[Int(object)] else { return }
            isSelected[Int(object)] = true
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
                if depth == 0, includesReferrers { referrers(of: first, in: graph).forEach(select) }
                guard depth < maximumDepth ?? .max else { continue }
                for target in graph.targets[Int(object)] where !isMet[Int(target)] {
                    isMet[Int(target)] = true
                    next.append(target)
                }
            }
            layer = next
            depth += 1
        }
        return (selected, omitted)
    }

    private func referrers(of object: UInt32, in graph: ObjectGraph) -> [UInt32] {
        graph.referrers[Int(object)].map { graph.sources[Int($0)] }.filter { $0 != 0 || graph.root == 0 }
    }

    /// Returns a predicate for whether the type of an object is shown.
    private func shownTypes(of graph: ObjectGraph) -> (UInt32) -> Bool {
        let isShown = graph.archive.summary.types.map { type in
            let names: Set = [type.name, ValueFormatter.shortTypeName(type.name)]
            return (types.isEmpty || !types.isDisjoint(with: names)) && excludedTypes.isDisjoint(with: names)
        }
        let showsOthers = types.isEmpty
        return { object in graph.typeNumber(of: object).map { isShown[$0] } ?? showsOthers }
    }
}
