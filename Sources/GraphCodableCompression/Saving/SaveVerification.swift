import GraphCodable

/// Whether a save decodes the new graph before it replaces the old file. Write `true` or `false` where one is expected.
///
/// A class may encode what its `init(from:)` cannot decode. A save that verifies finds that out while the old file still
/// exists. It costs as much time and memory as loading besides.
public struct SaveVerification: Sendable, ExpressibleByBooleanLiteral {
    /// Returns the decoder for the limits of the encoder; `nil` if the graph is not decoded.
    private var decoder: (@Sendable (GraphDecodingPolicy) -> GraphDecoder)?

    /// Whether the graph is decoded.
    var decodesGraph: Bool { decoder != nil }

    /// Creates a verification with the limits of the encoder, or none.
    ///
    /// - Parameter value: Whether to decode the graph.
    public init(booleanLiteral value: Bool) {
        if value { decoder = { GraphDecoder(policy: $0) } }
    }

    /// The graph is not decoded.
    public static var none: SaveVerification { false }

    /// Returns a verification by a given decoder, whose limits and `userInfo` apply.
    ///
    /// - Parameter decoder: The decoder.
    /// - Returns: The verification.
    public static func decoding(with decoder: GraphDecoder) -> SaveVerification {
        var verification = none
        verification.decoder = { _ in decoder }
        return verification
    }

    /// Decodes a raw archive as a given type, if that is wanted.
    ///
    /// - Parameter estimate: The cost of decoding it as far as the encoder knows it.
    func check<Root>(
        _ archive: UnsafeRawBufferPointer, as type: Root.Type, costing estimate: Int, for file: FileSaver
    ) throws -> ArchiveCost {
        guard let decoder = decoder?(file.policy) else { return ArchiveCost(estimate: estimate) }
        guard let type = type as? any GDecodable.Type else {
            throw GraphContainerError(
                .invalidArgument,
                "A save that verifies decodes the graph, but \(Root.self) does not conform to GDecodable. Conform to "
                    + "GCodable, or save without verifying.", path: file.path.description)
        }
        do {
            let cost = try decoder.check(type, from: archive)
            return ArchiveCost(estimate: estimate, verified: (cost, decoder.policy))
        } catch {
            throw GraphContainerError(
                .verificationFailed,
                "The graph was encoded, but it cannot be decoded again, so it did not replace the file. Mend the type that "
                    + "the cause names.", path: file.path.description, underlyingError: error)
        }
    }
}
