extension GraphEncoder {
    /// Encodes a graph piece by piece, for libraries that store the archive in another form.
    ///
    /// - Parameter sink: A closure that receives the next bytes, and the cost of decoding everything so far. The last
    ///   call has the cost of the whole archive.
    /// - Throws: The errors of ``encode(_:to:)``.
    package func encodeWithCost<Root: GEncodable>(
        _ root: Root, to sink: (_ bytes: UnsafeRawBufferPointer, _ cost: Int) throws -> Void
    ) throws {
        try withoutActuallyEscaping(sink) { sink in
            try withSession(sink: sink, { try root._encode(into: $0) }) { _ in }
        }
    }

    /// Encodes a graph in memory, for libraries that store the archive in another form.
    ///
    /// - Returns: The archive, and the cost of decoding it.
    /// - Throws: The errors of ``encode(_:)``.
    package func encodeWithCost<Root: GEncodable>(_ root: Root) throws -> (archive: Bytes, cost: Int) {
        try withSession({ try root._encode(into: $0) }) { (try $0.makeBytes(), $0.cost) }
    }
}
