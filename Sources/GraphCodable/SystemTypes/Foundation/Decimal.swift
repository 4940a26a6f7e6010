#if canImport(Foundation)
import Foundation

private enum Key: String {
    case mantissa, exponent, isNegative
}

extension Decimal: GEncodable, GDecodable {
    /// Encodes the exact number: mantissa × 10^exponent, and the sign. NaN is encoded as a negative zero.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: `notEncodable` if the significand has more than 128 bits; otherwise the errors of encoding.
    public func encode(to encoder: GEncoder) throws {
        // The significand is an integer of up to 128 bits, and its description consists of its digits.
        guard let mantissa = isNaN ? 0 : UInt128(significand.description.drop { $0 == "-" }) else {
            throw GraphCodableError(
                .notEncodable, "The decimal number \(self) has a significand of more than 128 bits.")
        }
        try encoder.encode(mantissa, for: Key.mantissa)
        try encoder.encode(isNaN ? 0 : exponent, for: Key.exponent)
        try encoder.encode(isNaN || sign == .minus, for: Key.isNegative)
    }

    /// Creates a number by decoding its mantissa, exponent and sign.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `valueOutOfRange` if the exponent is outside −128 to 127, or if the number is too large; otherwise the
    ///   errors of decoding.
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
