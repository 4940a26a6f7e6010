@available(
    *, unavailable,
    message: "An ObjectIdentifier is an address, which means nothing in another process. Encode the object itself."
)
extension ObjectIdentifier: GEncodable, GDecodable {
    /// Unavailable. Encode the object itself.
    public func encode(to encoder: GEncoder) throws {}

    /// Unavailable. Decode the object itself.
    public init(from decoder: GDecoder) throws {
        throw GraphCodableError(.misuse, "An ObjectIdentifier cannot be decoded.")
    }
}
