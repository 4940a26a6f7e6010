extension GraphDecodingPolicy {
    /// Returns whether two policies certainly allow the same, so that a session created for one can be used for the other.
    ///
    /// This compares the memory of the policies, so that no property can be forgotten. Closures and lists of types are equal
    /// if they have the same address, which both policies keep alive.
    func isInterchangeable(with other: GraphDecodingPolicy) -> Bool {
        withUnsafeBytes(of: self) { own in
            withUnsafeBytes(of: other) { MemoryComparison.isEqual(own, $0) }
        }
    }
}
