/// Which objects would go if another one went.
///
/// An object *a* dominates *b* when every way from the root to *b* leads through *a*, so that without *a* nothing would keep
/// *b*. The *retained size* of an object is its own with that of all objects that it dominates.
///
/// Only references that are not conditional count: conditional ones keep nothing in the archive. Objects that no way from
/// the root leads to have no dominator and no retained size.
///
/// Made by the simple version of the algorithm of T. Lengauer and R. E. Tarjan, *A fast algorithm for finding dominators in
/// a flowgraph*, ACM Transactions on Programming Languages and Systems 1 (1979), 121–141. Nothing recurses, so that the
/// depth of a graph does not matter.
public struct DominatorTree: Sendable {
    /// The graph.
    public let graph: ObjectGraph
    /// The next dominator of each object; `none` for the root and for what cannot be reached.
    private let dominators: [UInt32]
    private let retainedSizes: [Int]
    private let retainedCounts: [UInt32]

    private static let none = UInt32.max

    /// Finds the dominators of all objects.
    ///
    /// - Complexity: O(*m* log *n*) for *n* objects and *m* references.
    public init(_ graph: ObjectGraph) {
        self.graph = graph
        var search = DominatorSearch(graph)
        search.run()
        let order = search.order
        var dominators = Array(repeating: Self.none, count: graph.idCount)
        var sizes = Array(repeating: 0, count: graph.idCount)
        var counts = Array(repeating: 0 as UInt32, count: graph.idCount)
        for (number, object) in order.enumerated() {
            sizes[Int(object)] = graph.byteCount(of: object)
            counts[Int(object)] = 1
            if number > 0 {
                dominators[Int(object)] = order[search.dominators[number]]
            }
        }
        // An object is found after its dominator, so that backwards each is complete before it is added.
        for object in order.dropFirst().reversed() {
            let dominator = Int(dominators[Int(object)])
            sizes[dominator] += sizes[Int(object)]
            counts[dominator] += counts[Int(object)]
        }
        self.dominators = dominators
        retainedSizes = sizes
        retainedCounts = counts
    }

    /// The object without which this one, and no object on the way to it, would go; `nil` for the root and for objects that
    /// no way from the root leads to.
    ///
    /// - Complexity: O(1).
    public func immediateDominator(of id: UInt32) -> UInt32? {
        guard Int(id) < dominators.count, dominators[Int(id)] != Self.none else { return nil }
        return dominators[Int(id)]
    }

    /// The bytes of the records that would go with an object, its own included.
    ///
    /// - Complexity: O(1).
    public func retainedByteCount(of id: UInt32) -> Int {
        Int(id) < retainedSizes.count ? retainedSizes[Int(id)] : 0
    }

    /// The number of objects that would go with an object, itself included.
    ///
    /// - Complexity: O(1).
    public func retainedObjectCount(of id: UInt32) -> Int {
        Int(id) < retainedCounts.count ? Int(retainedCounts[Int(id)]) : 0
    }
}
