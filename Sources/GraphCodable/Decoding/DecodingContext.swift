/// Facts about an archive that its bytes do not state.
package struct DecodingContext {
    /// The size in bytes of the archive as it arrived, compressed or not.
    let arrivedByteCount: Int
    /// The cost of reading it so far.
    let spentCost: Int
    /// Called between objects, with an estimate of how much is done, between 0 and 1. If it throws an error, decoding fails with
    /// this error.
    let report: ((Double) throws -> Void)?

    package init(arrivedByteCount: Int, spentCost: Int, report: ((Double) throws -> Void)? = nil) {
        (self.arrivedByteCount, self.spentCost, self.report) = (arrivedByteCount, spentCost, report)
    }
}

extension GraphDecoder {
    /// Decodes a graph, or one of its named roots, from the plain bytes of an archive that may have arrived in another form.
    ///
    /// - Parameter end: Called at the end with the cost that decoding could still have incurred, even if it failed.
    /// - Throws: The same errors as ``decode(_:from:)-(_,UnsafeRawBufferPointer)``; those of the context's closure.
    package func decode<Root: GDecodable>(
        _ type: Root.Type, root name: String? = nil, from bytes: UnsafeRawBufferPointer, _ context: DecodingContext?,
        end: (_ costLeft: Int) -> Void = { _ in }
    ) throws -> Root {
        try pool.withSession(policy) { session in
            session.context = context
            defer {
                session.context = nil
                end(session.totalCostLeft)
            }
            return try session.run(from: bytes) { reader in
                try name.map { try session.decodeRoot(named: $0, from: reader) } ?? Root._decode(from: reader)
            }
        }
    }
}
