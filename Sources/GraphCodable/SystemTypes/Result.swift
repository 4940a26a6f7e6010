private enum ResultKey: String {
    case success, failure
}

extension Result: GEncodable where Success: GEncodable, Failure: GEncodable {
    /// Encodes the value or the error with the case as its key.
    public func encode(to encoder: GEncoder) throws {
        switch self {
        case .success(let value): try encoder.encode(value, for: ResultKey.success)
        case .failure(let error): try encoder.encode(error, for: ResultKey.failure)
        }
    }
}

extension Result: GDecodable where Success: GDecodable, Failure: GDecodable {
    /// Creates a result by decoding its value or error.
    public init(from decoder: GDecoder) throws {
        if try decoder.contains(ResultKey.success) {
            self = .success(try decoder.decode(for: ResultKey.success))
        } else {
            self = .failure(try decoder.decode(for: ResultKey.failure))
        }
    }
}
