extension GraphDecoder {
    /// Checks that a graph can be decoded, and releases it without recursion. Throws the errors of decoding.
    package func check<Root: GDecodable>(_ type: Root.Type, from bytes: UnsafeRawBufferPointer) throws {
        try pool.withSession(policy) { try $0.check(type, from: bytes) }
    }
}

extension DecodingSession {
    /// Checks that a graph can be decoded.
    ///
    /// The root is released while the records still retain the objects, which are then released one by one: releasing the
    /// root after the decoding would recurse, and overflow the stack if the graph is deep.
    func check<Root: GDecodable>(_ type: Root.Type, from archive: UnsafeRawBufferPointer) throws {
        try run(from: archive) {
            _ = try Root._decode(from: $0)
            dropsRoot = true
        }
    }
}
