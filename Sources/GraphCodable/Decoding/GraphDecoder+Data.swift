#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GraphDecoder {
    /// Decodes a graph from `Data`.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - data: The archive.
    /// - Returns: The root.
    /// - Throws: The same errors as ``decode(_:from:)-(_,UnsafeRawBufferPointer)``.
    /// - Complexity: O(*n*) for *n* bytes.
    @inlinable
    public func decode<Root: GDecodable>(_ type: Root.Type, from data: Data) throws -> Root {
        try data.withUnsafeBytes { try decode(type, from: $0) }
    }
}
