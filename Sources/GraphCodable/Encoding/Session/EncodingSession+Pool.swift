extension EncodingSession: PooledSession {
    static let shared = IdleSessions<EncodingSession> {
        $0.options == $1.options && $0.policy.isInterchangeable(with: $1.policy)
    }

    /// Releases the memory of large graphs, and forgets the types if there are many. A node of their shapes takes about 150 bytes.
    func shrink() {
        objects.shrink()
        queue.removeAll(keepingCapacity: 1_024)
        output.shrink()
        if arena.nodeCount > 2_048 || types.count > 512 {
            forgetTypes()
        }
    }
}
