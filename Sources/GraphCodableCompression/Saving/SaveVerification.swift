import GraphCodable

/// Whether a save decodes the new graph before it replaces the old file. Write `true` or `false` where one is expected.
///
/// A class may encode what its `init(from:)` cannot decode. A save that verifies finds that out while the old file still
/// exists. It costs as much time and memory as loading besides.
public struct SaveVerification: Sendable, ExpressibleByBooleanLiteral {
    /// The decoder that reads the new graph; `nil` if it is not decoded.
    let decoder: GraphDecoder?

    private init(decoder: GraphDecoder?) {
        self.decoder = decoder
    }

    /// Creates a verification with the limits of the encoder, or none.
    ///
    /// - Parameter value: Whether to decode the graph.
    public init(booleanLiteral value: Bool) {
        self.init(decoder: value ? GraphDecoder() : nil)
    }

    /// The graph is not decoded.
    public static var none: SaveVerification { SaveVerification(decoder: nil) }

    /// Returns a verification by a given decoder, whose limits and `userInfo` apply.
    ///
    /// - Parameter decoder: The decoder.
    /// - Returns: The verification.
    public static func decoding(with decoder: GraphDecoder) -> SaveVerification {
        SaveVerification(decoder: decoder)
    }

    /// Decodes a raw archive as a given type, if that is wanted.
    func check<Root>(_ archive: UnsafeRawBufferPointer, as type: Root.Type, for file: FileSaver) throws {
        guard let decoder else { return }
        guard let type = type as? any GDecodable.Type else {
            throw GraphContainerError(
                .invalidArgument,
                "A save that verifies decodes the graph, but \(Root.self) does not conform to GDecodable. Conform to "
                    + "GCodable, or save without verifying.", path: file.path.description)
        }
        do {
            try decoder.limited(by: file.policy).check(type, from: archive)
        } catch {
            throw GraphContainerError(
                .verificationFailed,
                "The graph was encoded, but it cannot be decoded again, so it did not replace the file. Mend the type that "
                    + "the cause names.", path: file.path.description, underlyingError: error)
        }
    }
}
