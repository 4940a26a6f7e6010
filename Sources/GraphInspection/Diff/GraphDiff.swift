import GraphCodable

/// The differences between two archives: objects that were added, removed or changed, field by field.
///
/// The numbers of objects, the order of keys in dictionaries, the form of the archives, the versions of types, and whether a
/// reference is conditional make no difference. Objects are matched by an identity, by their contents, and by their place; see
/// ``GraphDiffOptions/identityKeys``. To learn only whether there is a difference, use ``areEqual(_:_:options:)``, which often
/// need not compare.
///
/// ```swift
/// let diff = try GraphDiff(from: old, to: new, options: GraphDiffOptions(identityKeys: ["id"]))
/// for object in diff.changed {
///     for change in object.changes {
///         print(object.title, change.path, change.old ?? "-", change.new ?? "-")
///     }
/// }
/// ```
public struct GraphDiff: Sendable {
    /// The objects that are only in the new archive, in ascending order of their numbers.
    public let added: [UnmatchedObject]
    /// The objects that are only in the old archive, in ascending order of their numbers.
    public let removed: [UnmatchedObject]
    /// The objects whose contents differ, in ascending order of their numbers in the new archive. The root value has
    /// the number 0.
    public let changed: [ObjectChange]
    /// The numbers of objects in each kind of difference, listed or not. Their name is empty.
    public let total: TypeDifference
    /// The types whose objects differ, in descending order of the number of differences. Types with the same chosen archive
    /// name are the same, whatever they are called; others if they have the same qualified name.
    public let types: [TypeDifference]

    /// The number of objects that are equal in both archives.
    public var sameCount: Int { total.sameCount }

    /// A Boolean value that indicates whether the archives have no differences.
    public var isEmpty: Bool { total.differenceCount == 0 }

    /// Compares two archives.
    ///
    /// - Parameters:
    ///   - old: The old archive.
    ///   - new: The new archive.
    ///   - options: How to compare them.
    /// - Throws: `GraphCodableError` with the code `malformed` or `depthExceeded`, and the byte offset, if a record
    ///   violates the rules of the format. Not all rules are checked; use `GraphArchive.verify()` for that.
    /// - Complexity: O(*n*) for *n* bytes of both archives.
    public init(
        from old: GraphArchive, to new: GraphArchive, options: GraphDiffOptions = GraphDiffOptions()
    ) throws(GraphCodableError) {
        self.init(from: try ObjectGraph(old), to: try ObjectGraph(new), options: options)
    }

    /// Compares the graphs of two archives.
    ///
    /// - Parameters:
    ///   - old: The graph of the old archive.
    ///   - new: The graph of the new archive.
    ///   - options: How to compare them.
    /// - Complexity: O(*n*) for *n* bytes of both archives.
    public init(from old: ObjectGraph, to new: ObjectGraph, options: GraphDiffOptions = GraphDiffOptions()) {
        let graphs = Sides(old: old, new: new)
        let names = NameNumbering(graphs)
        let fingerprints = Sides {
            ObjectFingerprints(graphs[$0], names, side: $0, options: options)
        }
        let partners = ObjectMatching(graphs, names, fingerprints).partners
        var comparison = RecordComparison(graphs, names, partners, options)
        let found = DifferenceCensus(
            graphs, names, partners, &comparison, limit: max(0, options.maximumListedCount))
        (total, types) = (found.total, found.types)
        // Places are only needed for objects that are reported.
        var places = Sides { side in
            side == .new && !found.changed.isEmpty || !found.unmatched[side].isEmpty
                ? RootPathFinder(graphs[side]) : nil
        }
        func unmatched(_ side: Side) -> [UnmatchedObject] {
            found.unmatched[side].map { id in
                UnmatchedObject(
                    id: id, title: graphs[side].title(of: id), place: places[side]?.text(of: id) ?? "",
                    fields: graphs[side].fields(of: id, limit: options.maximumTextLength))
            }
        }
        removed = unmatched(.old)
        added = unmatched(.new)
        changed = found.changed.map { pair in
            let changes = comparison.changes(in: pair)
            return ObjectChange(
                oldID: pair.old, newID: pair.new, title: graphs.new.title(of: pair.new),
                place: places.new?.text(of: pair.new) ?? "",
                changes: changes.listed, changeCount: changes.count)
        }
    }

    /// Returns whether two archives have no differences. Those with other numbers of objects are not compared.
    ///
    /// - Parameters:
    ///   - old: The old archive.
    ///   - new: The new archive.
    ///   - options: How to compare them.
    /// - Returns: `true` if ``isEmpty`` would be true for the comparison of the archives.
    /// - Throws: The errors of ``init(from:to:options:)-(GraphArchive,_,_)``.
    /// - Complexity: O(*n*) for *n* bytes of both archives.
    public static func areEqual(
        _ old: GraphArchive, _ new: GraphArchive, options: GraphDiffOptions = GraphDiffOptions()
    ) throws(GraphCodableError) -> Bool {
        let graphs = Sides(old: try ObjectGraph(old), new: try ObjectGraph(new))
        guard old.summary.objectCount == new.summary.objectCount else { return false }
        var options = options
        options.maximumListedCount = 0
        return GraphDiff(from: graphs.old, to: graphs.new, options: options).isEmpty
    }
}
