extension DecodingSession {
    /// Adds the path from the root to an error, if the error has a position in the archive.
    @inline(never)
    func located(_ error: any Error) -> any Error {
        guard var error = error as? GraphCodableError else { return error }
        let location: CodingPathFinder.Location
        switch error.position {
        case .inRecord(let id, let offset, let missingKey):
            location = CodingPathFinder.Location(record: id, position: base + offset, missingKey: missingKey)
        case .unknown where error.codingPath.isEmpty && !archive.isEmpty:
            guard let offset = error.byteOffset.flatMap({ Int(exactly: $0) }), offset <= archive.count else {
                return error
            }
            location = CodingPathFinder.Location(record: nil, position: base + offset)
        case .unknown, .located:
            error.position = .located
            return error
        }
        let finder = CodingPathFinder(walker: walker, records: records, root: rootRecord)
        // A library that decodes a value in two steps knows the path inside it.
        let inner = error.codingPath.steps
        (error.codingPath, error.typeName) = finder.find(location)
        error.codingPath.steps += inner
        error.position = .located
        return error
    }

    /// Returns an error about the composite that is being decoded, or about the raw value in its place.
    func errorInComposite(
        _ code: GraphCodableError.Code, _ message: String, underlying: (any Error)? = nil
    ) -> any Error {
        let frame = state.pointee.frame
        // The composite begins with its header, which has at least one byte. A raw value has none.
        let headerSize = frame.pointee.shape == rawValueShape ? 0 : 1
        return error(
            code, message, at: frame.pointee.isOutside ? state.pointee.cursor : frame.pointee.start - headerSize,
            underlying: underlying)
    }

    /// Converts an error with which the decoding of another archive has ended to an error of this archive.
    ///
    /// The other archive is assumed to be in the value that was decoded last. Any other error is returned unchanged.
    func converted(_ error: any Error) -> any Error {
        guard let cause = error as? GraphCodableError, case .located = cause.position else { return error }
        return self.error(
            cause.code, "An archive inside of this one could not be decoded.", at: state.pointee.cursor - 1,
            underlying: cause)
    }
}
