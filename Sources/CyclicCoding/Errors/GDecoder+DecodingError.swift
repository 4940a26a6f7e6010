import GraphCodable

extension GDecoder {
    /// Returns the error of this package for an error of Swift's coders about a part of the value being decoded, so that
    /// archives fail with one kind of error.
    func error(adopting error: DecodingError) -> any Error {
        let (code, context): (GraphCodableError.Code, DecodingError.Context)
        switch error {
        case .typeMismatch(_, let found): (code, context) = (.typeMismatch, found)
        case .valueNotFound(_, let found): (code, context) = (.valueNotFound, found)
        case .keyNotFound(_, let found): (code, context) = (.keyNotFound, found)
        // The archive is intact, but the type does not accept the value.
        case .dataCorrupted(let found): (code, context) = (.valueOutOfRange, found)
        @unknown default:
            (code, context) = (.malformed, DecodingError.Context(codingPath: [], debugDescription: "\(error)"))
        }
        // An error of this package says more than the error that Swift's coders wrap it in.
        if let cause = context.underlyingError as? CyclicCodingError {
            return cause
        }
        return self.error(
            code, context.debugDescription, path: CodingPath(context.codingPath), underlyingError: error)
    }
}
