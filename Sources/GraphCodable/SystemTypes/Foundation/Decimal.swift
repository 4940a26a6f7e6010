#if canImport(Foundation)
import Foundation

private enum Key: String {
    case mantissa, exponent, isNegative
}

extension Decimal: GEncodable, GDecodable {
    /// Writes the number exactly: mantissa × 10^exponent, and the sign. NaN is a negative zero.
    public func encode(to encoder: GEncoder) throws {
        // The significand is an integer of up to 128 bits, whose digits are its description.
        guard let mantissa = isNaN ? 0 : UInt128(significand.description.drop { $0 == "-" }) else {
            throw GraphCodableError(
                .notEncodable, "The decimal number \(self) has a significand of more than 128 bits.")
        }
        try encoder.encode(mantissa, for: Key.mantissa)
        try encoder.encode(isNaN ? 0 : exponent, for: Key.exponent)
        try encoder.encode(isNaN || sign == .minus, for: Key.isNegative)
    }

    /// Reads a number.
    ///
    /// - Throws: `valueOutOfRange` when the exponent is outside of −128 to 127, or when the number is too large.
    public init(from decoder: GDecoder) throws {
        let mantissa: UInt128 = try decoder.decode(for: Key.mantissa)
        let exponent: Int8 = try decoder.decode(for: Key.exponent)
        let isNegative: Bool = try decoder.decode(for: Key.isNegative)
        if mantissa == 0, isNegative {
            self = .nan
            return
        }
        guard let significand = Decimal(string: mantissa.description) else {
            throw decoder._reader.error(.valueOutOfRange, "\(mantissa) is no significand of a decimal number.")
        }
        self.init(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: significand)
        guard !isNaN else {
            throw decoder._reader.error(
                .valueOutOfRange, "\(mantissa)·10^\(exponent) is too large for a decimal number.")
        }
    }
}
#endif
