@available(
    *, unavailable,
    message: "An ObjectIdentifier is an address, which means nothing in another process. Encode the object itself."
)
extension ObjectIdentifier: GEncodable, GDecodable {
    public func encode(to encoder: GEncoder) throws {}

    public init(from decoder: GDecoder) throws {
        throw GraphCodableError(.misuse, "An ObjectIdentifier cannot be decoded.")
    }
}
