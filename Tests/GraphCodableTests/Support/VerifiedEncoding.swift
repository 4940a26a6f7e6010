import Foundation
import Testing

@testable import GraphCodable

// These stand in for the encoder's own methods in every test of this module: whatever a test encodes is read back.

extension GraphEncoder {
    @_disfavoredOverload
    func encode<Root: GEncodable, Output: RangeReplaceableCollection>(_ root: Root) throws -> Output
    where Output.Element == UInt8 {
        let bytes = try encodeBytes { try root._encode(into: $0) }
        try Self.verify(bytes)
        return Output(bytes)
    }

    func encode<Root: GEncodable>(_ root: Root) throws -> Data {
        Data(try encode(root) as Bytes)
    }

    func encode<Root: GEncodable>(_ root: Root, to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        var bytes: Bytes = []
        try withoutActuallyEscaping(sink) { sink in
            try withSession(
                sink: { piece, _ in
                    try sink(piece)
                    bytes.append(contentsOf: piece)
                }, { try root._encode(into: $0) }
            ) { _ in }
        }
        try Self.verify(bytes)
    }

    /// Reads every value of an archive that has just been made.
    private static func verify(_ bytes: Bytes) throws {
        do {
            try bytes.withUnsafeBytes { archive in
                var policy = GraphDecodingPolicy()
                policy.maximumDirectoryEntryCount = .max
                policy.maximumTypeNameLength = .max
                try GraphArchive(archive, owner: bytes, policy: policy).verify()
            }
        } catch {
            Issue.record("The encoder made an archive that cannot be read: \(error)")
            throw error
        }
    }
}
