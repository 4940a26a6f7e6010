extension GDecoder {
    /// The policy of the `GraphDecoder` that is decoding, for libraries that decode in two steps.
    package var policy: GraphDecodingPolicy {
        _reader.withSession { $0.policy }
    }

    /// The cost that decoding may still incur, for libraries that perform expensive operations for few bytes.
    package var costLeft: Int {
        _reader.withSession { $0.totalCostLeft }
    }

    /// Charges for the work of such a library. Throws `limitExceeded` if the policy does not allow the cost.
    package func charge(_ cost: Int) throws {
        try _reader.charge(cost)
    }

    /// Charges for hashing or converting a text, which may stand behind any number of references, and returns the cost.
    @discardableResult
    package func chargeHashing(of text: String) throws -> Int {
        let cost = text.costOfHashing
        if cost > 0 { try charge(cost) }
        return cost
    }

    /// Charges for comparing data, which may stand behind any number of references.
    package func chargeComparing(byteCount: Int) throws {
        if byteCount > 64 { try charge(byteCount / 16) }
    }

    /// Returns an error about the value being decoded, for libraries whose own errors would have no place in the archive.
    /// The path leads from that value to the one that the error is about; it is empty if they are the same.
    package func error(
        _ code: GraphCodableError.Code, _ message: String, path: CodingPath = CodingPath(),
        underlyingError: (any Error)? = nil
    ) -> any Error {
        let error = _reader.withSession { $0.errorInComposite(code, message, underlying: underlyingError) }
        var located = error as? GraphCodableError ?? GraphCodableError(code, message, underlyingError: underlyingError)
        located.codingPath = path
        return located
    }
}
