extension GEncoder {
    /// The policy of the `GraphEncoder` that is encoding.
    package var policy: GraphDecodingPolicy {
        (self as? EncodingSession)?.policy ?? GraphDecodingPolicy()
    }
}
