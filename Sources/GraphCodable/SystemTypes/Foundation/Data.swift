import Foundation

extension Data: GEncodable, GDecodable {
    /// Encodes the data as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    /// Creates data by decoding the next unkeyed value.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        if try writer.encodeIfIdentified(self) { return }
        try writer.checkElementCount(count)
        try writer.makeRoom()
        writer.charge(DecodingCost.data(count))
        writer.store(Tag.packed &+ PackedKind.uint8.rawValue)
        writer.storeVarint(UInt64(count))
        let data = self
        try withUnsafeBytes { try writer.writeBytes($0, owner: { body in try data.withUnsafeBytes { try body($0) } }) }
    }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Data {
        let tag = try reader.peekTag()
        if _GraphReader.isReference(tag) {
            return try reader.withSession { try $0.decodeIdentified(Data.self) }
        }
        if tag == Tag.packed &+ PackedKind.uint8.rawValue, let (_, bytes) = try reader.readPacked() {
            try reader.charge(DecodingCost.data(bytes.count))
            return Data(bytes)
        }
        guard tag == Tag.sequence || tag >= Tag.packed && tag <= Tag.lastPacked else {
            throw reader.mismatch(Data.self)
        }
        // Another encoder may store the bytes like any other array of integers.
        return Data(try [UInt8]._decode(from: reader))
    }
}
