import CyclicCoding
import Foundation
import GraphCodable

/// The values that an ``Encoder`` collected, independent of how they are stored.
///
/// The type is `GCodable`: `GraphEncoder` writes it to a raw archive, and the methods of `GraphCodableCompression`
/// write it to a `.graphz` file.
public struct SerializedArchive: Sendable {
    /// The objects in the order in which they were encountered, each with the name of its class.
    let objects: [TreeValue]
    /// The values that were encoded with keys.
    let root: TreeValue
    /// The limits for decoding the values: those of the decoder that read the archive.
    var policy = GraphDecodingPolicy()
}

extension SerializedArchive: GCodable {
    /// Encodes the objects and the root values.
    ///
    /// - Throws: `GraphCodableError` with the code `depthExceeded` if values are nested too deeply.
    /// - Complexity: O(*n*) for *n* values.
    public func encode(to encoder: GEncoder) throws {
        try FlatValues.encode(objects, root: root, for: .objects, to: encoder)
    }

    /// Decodes the objects and the root values.
    ///
    /// - Complexity: O(*n*) for *n* values.
    public init(from decoder: GDecoder) throws {
        policy = decoder.policy
        (objects, root) = try FlatReader(decoder).read(objects: .objects).trees(policy)
    }
}

extension SerializedArchive {
    /// Reads the archive of an encoder.
    init(reading data: Data, policy: GraphDecodingPolicy) throws {
        do {
            self = try GraphDecoder(policy: policy).decode(SerializedArchive.self, from: data)
        } catch let error as GraphCodableError {
            throw SerializableError(reading: error)
        }
    }
}
