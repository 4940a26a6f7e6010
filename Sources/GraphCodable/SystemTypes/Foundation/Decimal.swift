import Foundation

private enum Key: String {
    case mantissa, exponent, isNegative
}

extension Decimal: GEncodable, GDecodable {
    /// Encodes the exact number: mantissa × 10^exponent, and the sign. NaN is encoded as a negative zero.
    ///
    /// - Throws: `notEncodable` if the significand has more than 128 bits.
    public func encode(to encoder: GEncoder) throws {
        let parts = try Parts(of: self)
        encoder._writer.charge(DecodingCost.decimal(parts.mantissa))
        try encoder.encode(parts.mantissa, for: Key.mantissa)
        try encoder.encode(parts.exponent, for: Key.exponent)
        try encoder.encode(parts.isNegative, for: Key.isNegative)
    }

    /// Creates a number by decoding its mantissa, exponent and sign.
    ///
    /// - Throws: `valueOutOfRange` if the exponent is outside −128 to 127, or if the number is too large.
    public init(from decoder: GDecoder) throws {
        let mantissa: UInt128 = try decoder.decode(for: Key.mantissa)
        try decoder._reader.charge(DecodingCost.decimal(mantissa))
        let exponent: Int8 = try decoder.decode(for: Key.exponent)
        let parts = Parts(
            mantissa: mantissa, exponent: exponent, isNegative: try decoder.decode(for: Key.isNegative))
        do {
            self = try parts.decimal()
        } catch let error as _InvalidPlainValue {
            throw decoder._reader.errorInComposite(.valueOutOfRange, error.message)
        }
    }

    /// What is archived of a number: mantissa × 10^exponent, and the sign. NaN is a negative zero.
    struct Parts {
        let mantissa: UInt128
        let exponent: Int8
        let isNegative: Bool

        init(mantissa: UInt128, exponent: Int8, isNegative: Bool) {
            self.mantissa = mantissa
            self.exponent = exponent
            self.isNegative = isNegative
        }

        init(of number: Decimal) throws {
            // The significand is an integer of up to 128 bits, and its description consists of its digits.
            guard let mantissa = number.isNaN ? 0 : UInt128(number.significand.description.drop { $0 == "-" }),
                let exponent = Int8(exactly: number.isNaN ? 0 : number.exponent)
            else {
                throw GraphCodableError(
                    .notEncodable, "The decimal number \(number) has a significand of more than 128 bits.")
            }
            self.init(
                mantissa: mantissa, exponent: exponent, isNegative: number.isNaN || number.sign == .minus)
        }

        /// - Throws: ``_InvalidPlainValue`` if there is no such number.
        func decimal() throws -> Decimal {
            if mantissa == 0, isNegative {
                return .nan
            }
            guard let significand = Decimal(string: mantissa.description) else {
                throw _InvalidPlainValue(
                    "The archive holds \(mantissa), which is not the significand of a decimal number.")
            }
            let number = Decimal(
                sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: significand)
            try _InvalidPlainValue.require(
                !number.isNaN, "\(mantissa)·10^\(exponent) is too large for a decimal number.")
            return number
        }
    }
}
