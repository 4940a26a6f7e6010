/// Facts about an archive that its bytes do not state.
package struct DecodingBudget {
    /// The size in bytes of the archive as it arrived, compressed or not.
    let arrivedByteCount: Int
    /// The cost of reading it so far.
    let spentCost: Int
    /// Called between objects, with the number of bytes of the records that have been decoded. If it throws an error, decoding
    /// fails with this error.
    let report: ((Int) throws -> Void)?

    package init(arrivedByteCount: Int, spentCost: Int, report: ((Int) throws -> Void)? = nil) {
        (self.arrivedByteCount, self.spentCost, self.report) = (arrivedByteCount, spentCost, report)
    }
}

extension GraphDecoder {
    /// Decodes a graph from the plain bytes of an archive that arrived in another form.
    ///
    /// - Throws: The same errors as ``decode(_:from:)-(_,UnsafeRawBufferPointer)``; those of the budget's closure.
    package func decode<Root: GDecodable>(
        _ type: Root.Type, from bytes: UnsafeRawBufferPointer, _ budget: DecodingBudget
    ) throws -> Root {
        try pool.withSession(policy) { session in
            session.budget = budget
            defer { session.budget = nil }
            return try session.run(type, from: bytes)
        }
    }
}
