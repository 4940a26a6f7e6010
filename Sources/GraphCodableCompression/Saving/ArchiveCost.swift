import GraphCodable

/// What decoding an archive costs that is being saved.
package struct ArchiveCost: Sendable {
    /// The cost as far as the encoder knows it; `nil` if the archive had been encoded before.
    var estimate: Int?
    /// The cost that a verification has found out, and the limits of its decoder.
    var verified: (cost: Int, policy: GraphDecodingPolicy)?

    /// The highest cost that is known; `nil` if none is.
    var known: Int? { estimate.map { max($0, verified?.cost ?? 0) } }

    /// Throws an error if a decoder would refuse the compressed archive because of the verified cost.
    func check(_ summary: GraphContainer.Summary) throws(GraphContainerError) {
        guard let verified else { return }
        try verified.policy.checkCost(
            verified.cost, plainSize: summary.plainByteCount, archiveSize: summary.archiveByteCount)
    }
}
