import CyclicCoding
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import GraphCodable

extension GraphEncoder {
    /// Encodes a value and its version into a raw archive.
    ///
    /// The archive is that of `CodableValue(Versioned(value))`, which can also be given to the methods that write `.graphz`.
    ///
    /// - Parameter value: The value.
    /// - Returns: The archive.
    /// - Throws: What `encode(codable:)` throws.
    public func encode(versioned value: any VersionedCodable) throws -> Data {
        try value.encodeTransparently { try self.encode(codable: $0) }
    }
}

extension GraphDecoder {
    /// Decodes a value of any known version from a raw archive.
    ///
    /// - Parameters:
    ///   - type: The type of the newest version.
    ///   - bytes: The archive.
    /// - Returns: The value, migrated to the newest version.
    /// - Throws: As ``VersionedCodable/decodeTransparently(from:using:)``, and what `decode(_:codable:)` throws.
    public func decode<Expected: VersionedCodable, Input: Sequence>(
        versioned type: Expected.Type, from bytes: Input
    ) throws -> Expected where Input.Element == UInt8 {
        try Expected.decodeTransparently(from: bytes, using: { try self.decode($0, codable: $1) })
    }
}

extension CyclicEncoder {
    /// Flattens a value and its version.
    ///
    /// - Parameter value: The value.
    /// - Returns: The flattened graph.
    /// - Throws: What `flatten(_:)` throws.
    public func flatten(versioned value: any VersionedCodable) throws -> FlattenedContainer {
        try value.encodeTransparently { try self.flatten($0) }
    }
}

extension CyclicDecoder {
    /// Restores a value of any known version.
    ///
    /// - Parameters:
    ///   - type: The type of the newest version.
    ///   - container: The flattened graph.
    /// - Returns: The value, migrated to the newest version.
    /// - Throws: As ``VersionedCodable/decodeTransparently(from:using:)``, and what `decode(_:from:)` throws.
    public func decode<Expected: VersionedCodable>(
        versioned type: Expected.Type, from container: FlattenedContainer
    ) throws -> Expected {
        try Expected.decodeTransparently(from: container, using: { try self.decode($0, from: $1) })
    }
}
