import Foundation

extension TimeZone: GEncodable, GDecodable {
    /// Encodes the time zone as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    /// Creates a time zone by decoding the next unkeyed value.
    ///
    /// - Throws: `valueOutOfRange` if this system has no such time zone.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    /// Writes the identifier, or the seconds from GMT if the identifier does not determine them.
    public func _encode(into writer: _GraphWriter) throws {
        if try writer.encodeIfIdentified(self) { return }
        let start = writer.withSession { $0.position }
        if isDeterminedByIdentifier {
            try writer.encodePlain(identifier)
        } else {
            try secondsFromGMT()._encode(into: writer)
        }
        writer.chargeConversion(since: start, perValue: DecodingCost.timeZone)
    }

    var isDeterminedByIdentifier: Bool {
        TimeZone(identifier: identifier)?.secondsFromGMT() == secondsFromGMT()
    }

    public static func _decode(from reader: _GraphReader) throws -> TimeZone {
        let tag = try reader.peekTag()
        if _GraphReader.isReference(tag) {
            return try reader.withSession { try $0.decodeIdentified(Self.self) }
        }
        let mark = reader.costMark
        if tag < Tag.inlineIntegerLimit || (tag >= Tag.int8 && tag <= Tag.uint128) {
            let seconds = try Int._decode(from: reader)
            try reader.chargeConversion(since: mark, perValue: DecodingCost.timeZone)
            guard (-18 * 3_600...18 * 3_600).contains(seconds), let timeZone = TimeZone(secondsFromGMT: seconds) else {
                throw reader.error(
                    .valueOutOfRange, "There is no time zone \(seconds) seconds from GMT.", at: mark.start)
            }
            return timeZone
        }
        let identifier = try String._decode(from: reader)
        try reader.chargeConversion(since: mark, perValue: DecodingCost.timeZone)
        guard let timeZone = TimeZone(identifier: identifier) else {
            throw reader.error(
                .valueOutOfRange, "There is no time zone '\(identifier)' on this system.", at: mark.start)
        }
        return timeZone
    }
}
