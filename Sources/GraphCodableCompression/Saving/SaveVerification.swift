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

    /// Encodes a graph in memory, and decodes it if that is wanted.
    ///
    /// - Returns: The raw archive, and what decoding it costs.
    func encode<Root: GEncodable>(
        _ root: Root, by encoder: GraphEncoder, for file: FileSaver
    ) throws -> (archive: Bytes, cost: ArchiveCost) {
        let (archive, estimate) = try encoder.encodeWithCost(root)
        let verified = try archive.withUnsafeBytes { try check($0, as: Root.self, for: file) }
        return (archive, ArchiveCost(estimate: estimate, verified: verified))
    }

    private func check<Root>(
        _ archive: UnsafeRawBufferPointer, as type: Root.Type, for file: FileSaver
    ) throws -> (cost: Int, policy: GraphDecodingPolicy)? {
        guard let decoder = decoder?(file.policy) else { return nil }
        guard let type = type as? any GDecodable.Type else {
            throw GraphContainerError(
                .invalidArgument,
                "A save that verifies decodes the graph, but \(Root.self) does not conform to GDecodable. Conform to "
                    + "GCodable, or save without verifying.", path: file.path.description)
        }
        do {
            return (try decoder.check(type, from: archive), decoder.policy)
        } catch {
            throw GraphContainerError(
                .verificationFailed,
                "The graph was encoded, but it cannot be decoded again, so it did not replace the file. Correct the type that "
                    + "the cause names.", path: file.path.description, underlyingError: error)
        }
    }
}
