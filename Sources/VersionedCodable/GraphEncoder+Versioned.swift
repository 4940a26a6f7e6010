import CyclicCoding
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import GraphCodable

extension GraphEncoder {
    /// Encodes a value with its version into a raw archive.
    ///
    /// The archive is the same as for `CodableValue(Versioned(value))`. Pass that to the methods that write `.graphz`
    /// files.
    ///
    /// - Parameter value: The value to encode. An object has the version of the class that its variable declares.
    /// - Returns: The archive.
    /// - Throws: The errors of `encode(codable:)`; `CyclicCodingError` with the code `misuse` if the value
    ///   encodes no fields.
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
    /// - Throws: The errors of ``VersionedCodable/decodeTransparently(from:using:)`` and of `decode(_:codable:)`.
    public func decode<Expected: VersionedCodable, Input: Sequence>(
        versioned type: Expected.Type, from bytes: Input
    ) throws -> Expected where Input.Element == UInt8 {
        try Expected.decodeTransparently(from: bytes, using: { try self.decode($0, codable: $1) })
    }
}

extension CyclicEncoder {
    /// Flattens a value with its version.
    ///
    /// - Parameter value: The value to flatten.
    /// - Returns: The flattened graph.
    /// - Throws: The errors of `flatten(_:)`; `misuse` if the value has no fields, which a version needs.
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
    /// - Throws: The errors of ``VersionedCodable/decodeTransparently(from:using:)`` and of `decode(_:from:)`.
    public func decode<Expected: VersionedCodable>(
        versioned type: Expected.Type, from container: FlattenedContainer
    ) throws -> Expected {
        try Expected.decodeTransparently(from: container, using: { try self.decode($0, from: $1) })
    }
}
