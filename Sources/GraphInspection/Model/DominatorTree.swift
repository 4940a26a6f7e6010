/// The dominators of the objects in a graph, which determine what would be released together with an object.
///
/// An object *a* dominates *b* if every path from the root to *b* leads through *a*, so that nothing would retain *b*
/// without *a*. The *retained size* of an object is its own size plus the sizes of all objects that it dominates.
///
/// Conditional references are ignored, because they don't keep an object in the archive. Objects that are not reachable
/// from the root have no dominator and no retained size.
///
/// The implementation is the simple version of the algorithm of T. Lengauer and R. E. Tarjan, *A fast algorithm for
/// finding dominators in a flowgraph*, ACM Transactions on Programming Languages and Systems 1 (1979), 121–141. It
/// doesn't recurse, so the graph may be of any depth.
public struct DominatorTree: Sendable {
    /// The graph.
    public let graph: ObjectGraph
    /// The immediate dominator of each object; `none` for the root and for unreachable objects.
    private let dominators: [UInt32]
    private let retainedSizes: [Int]
    private let retainedCounts: [UInt32]

    private static let none = UInt32.max

    /// Computes the dominators of all objects.
    ///
    /// - Parameter graph: The graph.
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
        // An object follows its dominator, so in reverse order each sum is complete before it is added.
        for object in order.dropFirst().reversed() {
            let dominator = Int(dominators[Int(object)])
            sizes[dominator] += sizes[Int(object)]
            counts[dominator] += counts[Int(object)]
        }
        self.dominators = dominators
        retainedSizes = sizes
        retainedCounts = counts
    }

    /// Returns the immediate dominator of an object, the closest one on all paths from the root.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The dominator's number; `nil` for the root and for unreachable objects.
    /// - Complexity: O(1).
    public func immediateDominator(of id: UInt32) -> UInt32? {
        guard Int(id) < dominators.count, dominators[Int(id)] != Self.none else { return nil }
        return dominators[Int(id)]
    }

    /// Returns the retained size of an object: the bytes of its record and of those that it dominates.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The number of bytes; 0 for unreachable objects.
    /// - Complexity: O(1).
    public func retainedByteCount(of id: UInt32) -> Int {
        Int(id) < retainedSizes.count ? retainedSizes[Int(id)] : 0
    }

    /// Returns the number of objects that an object retains, including itself.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The number of objects; 0 for unreachable objects.
    /// - Complexity: O(1).
    public func retainedObjectCount(of id: UInt32) -> Int {
        Int(id) < retainedCounts.count ? Int(retainedCounts[Int(id)]) : 0
    }
}
