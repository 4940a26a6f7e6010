import Foundation
import GraphCodable

extension GraphEncoder {
    /// Encodes a graph of `Codable` values and objects into a raw archive, with identity and cycles.
    ///
    /// The archive is that of a ``CodableValue``. To compress it, pass `CodableValue(root)` to the methods of
    /// `GraphCodableCompression` that write `.graphz` files.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything else is reachable.
    ///   - types: The classes whose instances are encoded with their own class; by default those in the encoder's
    ///     `userInfo`.
    /// - Returns: The archive, as any collection of bytes, such as `Bytes`.
    /// - Throws: The errors of ``CyclicEncoder/flatten(_:)``; `GraphCodableError` with the code `depthExceeded`.
    /// - Complexity: O(*n*) for *n* values.
    @_disfavoredOverload
    public func encode<Root: Encodable, Output: RangeReplaceableCollection>(
        codable root: Root, types: RegisteredTypes? = nil
    ) throws -> Output where Output.Element == UInt8 {
        try encoder(types: types).encode(CodableValue(root))
    }

    /// Encodes a graph of `Codable` values and objects into `Data`.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything else is reachable.
    ///   - types: The classes whose instances are encoded with their own class; by default those in the encoder's
    ///     `userInfo`.
    /// - Returns: The archive.
    /// - Throws: The errors of the generic `encode(codable:)`.
    /// - Complexity: O(*n*) for *n* values.
    public func encode<Root: Encodable>(codable root: Root, types: RegisteredTypes? = nil) throws -> Data {
        try encoder(types: types).encode(CodableValue(root))
    }

    private func encoder(types: RegisteredTypes?) -> GraphEncoder {
        guard let types else { return self }
        let encoder = GraphEncoder(options, policy: policy, extensions: extensions)
        encoder.userInfo = userInfo
        encoder.userInfo[.registeredTypes] = types
        return encoder
    }
}

extension GraphDecoder {
    /// Decodes a graph of `Codable` values and objects from a raw archive.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - bytes: An archive that `encode(codable:)` created.
    ///   - types: The classes that were registered with the encoder; by default those in the decoder's `userInfo`.
    /// - Returns: The root.
    /// - Throws: The errors of decoding a ``CodableValue``; `GraphCodableError` if the bytes are not such an archive.
    /// - Complexity: O(*n*) for *n* bytes.
    public func decode<Root: Decodable, Input: Sequence>(
        _ type: Root.Type, codable bytes: Input, types: RegisteredTypes? = nil
    ) throws -> Root where Input.Element == UInt8 {
        guard let types else {
            return try decode(CodableValue<Root>.self, from: bytes).value
        }
        let decoder = GraphDecoder(policy: policy)
        decoder.userInfo = userInfo
        decoder.userInfo[.registeredTypes] = types
        return try decoder.decode(CodableValue<Root>.self, from: bytes).value
    }
}
