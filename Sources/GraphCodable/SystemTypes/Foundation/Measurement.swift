import Foundation

private enum Key: String {
    case value, unit
}

extension Measurement: GEncodable where UnitType: Unit {
    /// Encodes the value, and the unit as JSON in Foundation's format.
    ///
    /// - Throws: `notEncodable` for a unit with a nonlinear conversion, such as miles per gallon, which Foundation
    ///   cannot encode. The same for a unit of length or another dimension in a measurement that does not say so.
    public func encode(to encoder: GEncoder) throws {
        if unit is Dimension, UnitType.self == Unit.self || UnitType.self == Dimension.self {
            throw GraphCodableError(
                .notEncodable,
                """
                The unit \(unit.symbol) would lose its dimension in a Measurement<\(UnitType.self)>. Encode a \
                Measurement<\(type(of: unit))>.
                """)
        }
        if let dimension = unit as? Dimension, !(dimension.converter is UnitConverterLinear) {
            throw GraphCodableError(
                .notEncodable,
                "The unit \(unit.symbol) cannot be encoded: its conversion is not linear. Use another unit.")
        }
        try encoder.encode(value, for: Key.value)
        let json = JSONEncoder()
        // The same value must give the same bytes.
        json.outputFormatting = .sortedKeys
        let unit = try json.encode(Measurement(value: 0, unit: unit))
        try encoder.encode(String(decoding: unit, as: UTF8.self), for: Key.unit)
    }
}

extension Measurement: GDecodable where UnitType: Unit {
    /// Creates a measurement by decoding its value and unit.
    ///
    /// Foundation's form of a unit does not say of which kind it is: miles are taken for a unit of mass.
    ///
    /// - Throws: `valueOutOfRange` if the archive does not hold a unit.
    public init(from decoder: GDecoder) throws {
        let value: Double = try decoder.decode(for: Key.value)
        let reader = decoder._reader
        let mark = reader.costMark
        let text: String = try decoder.decode(for: Key.unit)
        try reader.chargeConversion(since: mark)
        self.init(value: value, unit: try reader.remembered(text) { try Self.unit(text, reader) })
    }

    private static func unit(_ text: String, _ reader: _GraphReader) throws -> UnitType {
        // Decoding JSON is slow.
        try reader.charge(text.utf8.count.multipliedClamped(by: 16).addingClamped(2_000))
        // `Dimension` itself has no base unit, and comparing two such measurements ends the process.
        guard UnitType.self != Dimension.self,
            let unit = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)).unit
        else {
            throw reader.errorInComposite(
                .valueOutOfRange, "The archive holds no \(UnitType.self) where one was expected.")
        }
        return unit
    }
}
