/// The root of a graph that is decoded only to find out whether that is possible.
///
/// The root is dropped while the records still retain the objects, which are then released one by one: releasing the
/// root after the decoding would recurse, and overflow the stack if the graph is deep.
struct DroppedRoot<Root: GDecodable>: GDecodable {
    init(from decoder: GDecoder) throws {
        throw GraphCodableError(.misuse, "A dropped root has no initializer.")
    }

    private init() {}

    static func _decode(from reader: _GraphReader) throws -> DroppedRoot {
        _ = try Root._decode(from: reader)
        reader.withSession { $0.dropsRoot = true }
        return DroppedRoot()
    }
}

extension GraphDecoder {
    /// Checks that a graph can be decoded, and releases it without recursion.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - bytes: The archive.
    /// - Throws: The errors of decoding.
    package func check<Root: GDecodable>(_ type: Root.Type, from bytes: UnsafeRawBufferPointer) throws {
        _ = try decode(DroppedRoot<Root>.self, from: bytes)
    }
}
