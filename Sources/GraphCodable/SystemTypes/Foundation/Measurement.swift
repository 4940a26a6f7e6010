#if canImport(Foundation)
import Foundation

private enum Key: String {
    case value, unit
}

extension Measurement: GEncodable where UnitType: Unit {
    /// Writes the value, and the unit as JSON in Foundation's own form.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(value, for: Key.value)
        let unit = try JSONEncoder().encode(Measurement(value: 0, unit: unit))
        try encoder.encode(String(decoding: unit, as: UTF8.self), for: Key.unit)
    }
}

extension Measurement: GDecodable where UnitType: Unit {
    /// Reads a measurement.
    ///
    /// - Throws: `valueOutOfRange` when the archive holds no unit of this kind.
    public init(from decoder: GDecoder) throws {
        let value: Double = try decoder.decode(for: Key.value)
        let text: String = try decoder.decode(for: Key.unit)
        guard let unit = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)).unit else {
            throw decoder._reader.error(.valueOutOfRange, "'\(text)' is no \(UnitType.self).")
        }
        self.init(value: value, unit: unit)
    }
}
#endif
