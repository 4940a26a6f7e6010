extension GraphDecoder {
    /// Returns a decoder that also obeys another policy: this decoder, if that makes no difference.
    package func limited(by other: GraphDecodingPolicy) -> GraphDecoder {
        guard !policy.isWithin(other) else { return self }
        let decoder = GraphDecoder(policy: policy.limited(by: other))
        decoder.userInfo = userInfo
        return decoder
    }
}
