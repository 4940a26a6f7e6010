extension ObjectGraph {
    /// A shortest way from the root to an object, over references that are not conditional.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The references on the way; empty for the root; `nil` when no way leads to the object.
    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references: a breadth-first search.
    public func path(to id: UInt32) -> [ObjectReference]? {
        var finder = PlaceFinder(self, goal: id)
        return finder.way(to: id)
    }
}
