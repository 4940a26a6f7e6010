import GraphCodable

/// The differences between two archives: objects that were added, removed or changed, field by field.
///
/// The numbers of objects, the order of keys in dictionaries and the form of the archives make no difference. Objects
/// are matched by an identity, by their contents, and by their place; see ``GraphDiffOptions/identityKeys``.
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
    /// The number of objects that are equal in both archives.
    public let sameCount: Int

    /// A Boolean value that indicates whether the archives have no differences.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

    /// Compares two archives.
    ///
    /// - Parameters:
    ///   - old: The old archive.
    ///   - new: The new archive.
    ///   - options: How to compare them.
    /// - Throws: `GraphCodableError` with the code `malformed` or `depthExceeded`, and the byte offset, if a record
    ///   violates the rules of the format.
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
        let graphs = [old, new]
        let names = CommonNames(graphs)
        let prints = (0...1).map {
            ObjectFingerprints(graphs[$0], names, side: $0, identityKeys: options.identityKeys)
        }
        var matching = ObjectMatching(graphs, names, prints)
        matching.run()
        var comparison = RecordComparison(graphs, names, matching.partners, options)
        var found: [(old: UInt32, new: UInt32, changes: [ValueChange])] = []
        var sameCount = 0
        for id in matching.partners[1].indices where new.contains(UInt32(id)) {
            let partner = matching.partners[1][id]
            guard partner != ObjectMatching.none else { continue }
            let changes = comparison.changes(from: partner, to: UInt32(id))
            // A root value that is only a reference doesn't count as an object.
            if !changes.isEmpty {
                found.append((partner, UInt32(id), changes))
            } else if id > 0 || new.root == 0 {
                sameCount += 1
            }
        }
        self.sameCount = sameCount
        let lost = matching.partners.enumerated().map { side, partners in
            partners.indices.filter { partners[$0] == ObjectMatching.none && graphs[side].contains(UInt32($0)) }
                .map { UInt32($0) }
        }
        // Places are only needed for objects that are reported.
        var places = (0...1).map { side in
            side == 1 && !found.isEmpty || !lost[side].isEmpty ? PlaceFinder(graphs[side]) : nil
        }
        func unmatched(_ side: Int) -> [UnmatchedObject] {
            lost[side].map { id in
                UnmatchedObject(
                    id: id, title: graphs[side].title(of: id), place: places[side]?.text(of: id) ?? "",
                    fields: graphs[side].fields(of: id, limit: options.maximumTextLength))
            }
        }
        removed = unmatched(0)
        added = unmatched(1)
        changed = found.map { change in
            ObjectChange(
                oldID: change.old, newID: change.new, title: new.title(of: change.new),
                place: places[1]?.text(of: change.new) ?? "", changes: change.changes)
        }
    }
}
