#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONEncoder {
    /// Encodes a value and its version.
    ///
    /// - Parameter value: The value.
    /// - Returns: The document.
    /// - Throws: What `encode(_:)` throws.
    public func encode(versioned value: any VersionedCodable) throws -> Data {
        try value.encodeTransparently { try self.encode($0) }
    }
}

extension JSONDecoder {
    /// Decodes a document of any known version.
    ///
    /// - Parameters:
    ///   - type: The type of the newest version.
    ///   - data: The document.
    /// - Returns: The value, migrated to the newest version.
    /// - Throws: As ``VersionedCodable/decodeTransparently(from:using:)``.
    public func decode<Expected: VersionedCodable>(versioned type: Expected.Type, from data: Data) throws -> Expected {
        try Expected.decodeTransparently(from: data, using: { try self.decode($0, from: $1) })
    }
}

extension PropertyListEncoder {
    /// Encodes a value and its version.
    ///
    /// - Parameter value: The value.
    /// - Returns: The document.
    /// - Throws: What `encode(_:)` throws.
    public func encode(versioned value: any VersionedCodable) throws -> Data {
        try value.encodeTransparently { try self.encode($0) }
    }
}

extension PropertyListDecoder {
    /// Decodes a document of any known version.
    ///
    /// - Parameters:
    ///   - type: The type of the newest version.
    ///   - data: The document.
    /// - Returns: The value, migrated to the newest version.
    /// - Throws: As ``VersionedCodable/decodeTransparently(from:using:)``.
    public func decode<Expected: VersionedCodable>(versioned type: Expected.Type, from data: Data) throws -> Expected {
        try Expected.decodeTransparently(from: data, using: { try self.decode($0, from: $1) })
    }
}
