extension GraphDecodingPolicy {
    /// Whether two policies are certain to allow the same, so that a session made for one of them may be used for the other.
    ///
    /// The memory of the policies is compared, and not one property after another, so that none can be forgotten. Closures and
    /// lists of types are the same if they lie at the same address, which both policies keep alive; policies that only mean
    /// the same are not found to be so, and get sessions of their own.
    func isInterchangeable(with other: GraphDecodingPolicy) -> Bool {
        withUnsafeBytes(of: self) { own in
            withUnsafeBytes(of: other) { MemoryComparison.isEqual(own, $0) }
        }
    }
}
