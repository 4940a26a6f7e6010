import GraphCodable

/// Whether a save decodes the new graph before it replaces the old file. Write `true` or `false` where one is expected.
///
/// A class may encode what its `init(from:)` cannot decode. A save that verifies finds that out while the old file still
/// exists. It costs as much time and memory as loading besides: see `Docs/performance.md`.
public struct SaveVerification<Root> {
    /// Decodes a raw archive with the limits of the given policy; `nil` for none.
    let decode: ((_ archive: UnsafeRawBufferPointer, GraphDecodingPolicy) throws -> Void)?

    private init(decode: ((UnsafeRawBufferPointer, GraphDecodingPolicy) throws -> Void)?) {
        self.decode = decode
    }

    /// The graph is not decoded.
    public static var none: SaveVerification { SaveVerification(decode: nil) }

    /// Decodes a raw archive, if that is wanted.
    ///
    /// - Throws: `GraphContainerError.verificationFailed`.
    func check(_ archive: UnsafeRawBufferPointer, for file: SavedFile) throws(GraphContainerError) {
        do {
            try decode?(archive, file.policy)
        } catch {
            throw .unverified(file.path.description, error)
        }
    }
}

extension SaveVerification: ExpressibleByBooleanLiteral where Root: GDecodable {
    /// Creates a verification with the limits of the encoder, or none.
    public init(booleanLiteral value: Bool) {
        self = value ? .decoding(with: GraphDecoder()) : .none
    }

    /// Returns a verification by a given decoder, whose limits and `userInfo` apply.
    ///
    /// - Parameter decoder: The decoder.
    /// - Returns: The verification.
    public static func decoding(with decoder: GraphDecoder) -> SaveVerification {
        SaveVerification { archive, policy in
            try decoder.limited(by: policy).check(Root.self, from: archive)
        }
    }
}

extension GraphContainerError {
    /// Returns the error for a saved graph that cannot be loaded.
    static func unverified(_ path: String?, _ cause: any Error) -> GraphContainerError {
        GraphContainerError(
            .verificationFailed,
            "The graph was encoded, but it cannot be decoded again, so it did not replace the file. Mend the type that the "
                + "cause names.", path: path, underlyingError: cause)
    }
}
