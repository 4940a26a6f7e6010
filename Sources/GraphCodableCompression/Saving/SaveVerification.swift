import GraphCodable

/// Whether a save decodes the new graph before it replaces the old file. Write `true` or `false` where one is expected.
///
/// A class may encode what its `init(from:)` cannot decode. A save that verifies finds that out while the old file still
/// exists. It costs as much time and memory as loading besides.
public struct SaveVerification: Sendable, ExpressibleByBooleanLiteral {
    private enum Kind {
        case none
        case withEncoderLimits
        case with(GraphDecoder)
    }

    private let kind: Kind

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// Whether the graph is decoded.
    var decodesGraph: Bool {
        if case .none = kind { false } else { true }
    }

    /// Creates a verification with the limits of the encoder, or none.
    ///
    /// - Parameter value: Whether to decode the graph.
    public init(booleanLiteral value: Bool) {
        self.init(value ? .withEncoderLimits : .none)
    }

    /// The graph is not decoded.
    public static var none: SaveVerification { SaveVerification(.none) }

    /// Returns a verification by a given decoder, whose limits and `userInfo` apply.
    ///
    /// - Parameter decoder: The decoder.
    /// - Returns: The verification.
    public static func decoding(with decoder: GraphDecoder) -> SaveVerification {
        SaveVerification(.with(decoder))
    }

    /// Decodes a raw archive as a given type, if that is wanted.
    ///
    /// - Parameter estimate: The cost of decoding it as far as the encoder knows it.
    func check<Root>(
        _ archive: UnsafeRawBufferPointer, as type: Root.Type, costing estimate: Int, for file: FileSaver
    ) throws -> ArchiveCost {
        let decoder: GraphDecoder
        switch kind {
        case .none: return ArchiveCost(estimate: estimate)
        case .withEncoderLimits: decoder = GraphDecoder(policy: file.policy)
        case .with(let given): decoder = given
        }
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
