extension GDecoder {
    /// The policy of the `GraphDecoder` that decodes, for libraries which decode in two steps.
    package var policy: GraphDecodingPolicy {
        (self as? DecodingSession)?.policy ?? GraphDecodingPolicy()
    }

    /// How much decoding may still cost, for libraries that do expensive things with few bytes.
    package var costLeft: Int {
        (self as? DecodingSession).map { max($0.state.pointee.costLeft, 0) } ?? .max
    }

    /// Charges for what such a library has done.
    ///
    /// - Parameter cost: In the units of ``GraphDecodingPolicy/maximumCostPerByte``.
    /// - Throws: `limitExceeded` when that is more than the policy allows.
    package func charge(_ cost: Int) throws {
        try (self as? DecodingSession)?._reader.charge(max(cost, 0))
    }
}
