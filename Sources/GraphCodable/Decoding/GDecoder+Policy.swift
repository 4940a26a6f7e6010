extension GDecoder {
    /// The policy of the `GraphDecoder` that decodes, for libraries which decode in two steps.
    package var policy: GraphDecodingPolicy {
        (self as? DecodingSession)?.policy ?? GraphDecodingPolicy()
    }
}
