import CodingTree
import GraphCodable

/// What an ``Encoder`` has collected, for any way of storing it.
///
/// It is `GCodable`: `GraphEncoder` writes it to a raw archive, and the methods of `GraphCodableCompression` to a `.graphz`.
public struct SerializedArchive: Sendable {
    /// The objects, in the order in which they were met; each with the name of its class.
    let objects: [TreeValue]
    /// The values that were encoded under keys.
    let root: TreeValue
    /// The limits for those who decode it: those of the decoder that it was read by.
    var policy = GraphDecodingPolicy()
}

extension SerializedArchive: GCodable {
    private enum Key: String {
        case objects, root
    }

    /// Writes the objects and the root values.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: `GraphCodableError` with the code `depthExceeded` when values are nested too deeply.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(objects, for: Key.objects)
        try encoder.encode(root, for: Key.root)
    }

    /// Reads the objects and the root values.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: `GraphCodableError` when the archive holds something else, or is damaged.
    public init(from decoder: GDecoder) throws {
        objects = try TreeValue.decodeObjects(decoder, for: Key.objects)
        root = try TreeValue.decodeRoot(decoder, for: Key.root)
        policy = decoder.policy
    }
}
