#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONEncoder {
    /// Encodes a value with its version. The value must encode fields: an enumeration with a raw value ends the process.
    ///
    /// - Parameter value: The value to encode. An object has the version of the class that its variable declares.
    /// - Returns: The encoded document.
    /// - Throws: The errors of `encode(_:)`.
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
    /// - Throws: The errors of ``VersionedCodable/decodeTransparently(from:using:)``.
    public func decode<Expected: VersionedCodable>(versioned type: Expected.Type, from data: Data) throws -> Expected {
        try Expected.decodeTransparently(from: data, using: { try self.decode($0, from: $1) })
    }
}

extension PropertyListEncoder {
    /// Encodes a value with its version. The value must encode fields: an enumeration with a raw value ends the process.
    ///
    /// - Parameter value: The value to encode. An object has the version of the class that its variable declares.
    /// - Returns: The encoded document.
    /// - Throws: The errors of `encode(_:)`.
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
    /// - Throws: The errors of ``VersionedCodable/decodeTransparently(from:using:)``.
    public func decode<Expected: VersionedCodable>(versioned type: Expected.Type, from data: Data) throws -> Expected {
        try Expected.decodeTransparently(from: data, using: { try self.decode($0, from: $1) })
    }
}
