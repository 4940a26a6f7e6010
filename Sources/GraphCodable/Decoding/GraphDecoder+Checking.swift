extension GraphDecoder {
    /// Checks that a graph can be decoded, and releases it without recursion. Throws the errors of decoding.
    @discardableResult
    package func check<Root: GDecodable>(_ type: Root.Type, from bytes: UnsafeRawBufferPointer) throws -> Int {
        try pool.withSession(policy) { try $0.check(type, from: bytes) }
    }
}

extension DecodingSession {
    /// Checks that a graph can be decoded.
    ///
    /// The root is released while the records still retain the objects, which are then released one by one: releasing the
    /// root after the decoding would recurse, and overflow the stack if the graph is deep.
    ///
    /// - Returns: The cost of decoding it.
    func check<Root: GDecodable>(_ type: Root.Type, from archive: UnsafeRawBufferPointer) throws -> Int {
        try run(from: archive) {
            _ = try Root._decode(from: $0)
            dropsRoot = true
        }
        // Nobody asks for reports of progress, so all that was left is still here.
        return policy.allowedCost(ofBytes: archive.count) - state.pointee.costLeft
    }
}
