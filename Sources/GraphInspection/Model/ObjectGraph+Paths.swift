extension ObjectGraph {
    /// Returns a shortest path from the root to an object that has no conditional references.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The references on the path. Empty for the root; `nil` if the object is not reachable.
    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references: a breadth-first search.
    public func path(to id: UInt32) -> [ObjectReference]? {
        var finder = PlaceFinder(self, goal: id)
        return finder.way(to: id)
    }
}
