extension GEncoder {
    /// The policy of the `GraphEncoder` that is encoding.
    package var policy: GraphDecodingPolicy {
        _writer.withSession { $0.policy }
    }
}
