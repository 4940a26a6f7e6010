import Foundation

extension Data: BinaryOType, BinaryIType {
    /// Writes the number of bytes and the bytes.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        buffer.appendCount(count)
        withUnsafeBytes { buffer.append($0) }
    }

    /// Creates data by reading the number of bytes and the bytes.
    ///
    /// - Throws: `malformed` if too few bytes are left, `limitExceeded` if the policy does not allow so many.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let count = try buffer.readCount()
        try buffer.charge(DecodingCost.data(count))
        self = try buffer.read(count) { Data($0) }
    }
}

extension Decimal: BinaryOType, BinaryIType {
    /// Writes the exact number: mantissa, exponent and sign.
    ///
    /// - Throws: `notEncodable` if the significand has more than 128 bits.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        let parts = try Parts(of: self)
        buffer.append(parts.mantissa)
        buffer.append(parts.exponent)
        try parts.isNegative.write(to: &buffer)
    }

    /// Creates a number by reading its mantissa, exponent and sign.
    ///
    /// - Throws: `valueOutOfRange` if the number is too large.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let mantissa = try buffer.read(UInt128.self)
        let exponent = try buffer.read(Int8.self)
        try buffer.charge(DecodingCost.decimal(mantissa))
        let parts = Parts(mantissa: mantissa, exponent: exponent, isNegative: try Bool(from: &buffer))
        do {
            self = try parts.decimal()
        } catch let error as _InvalidPlainValue {
            throw buffer.error(.valueOutOfRange, error.message)
        }
    }
}

extension CGFloat: GTrivialEncodable, GTrivialDecodable {
    /// Writes the number as a `Double`.
    public func write(to buffer: inout BinaryWriteBuffer) throws { try Double(native).write(to: &buffer) }

    /// Creates a number by reading a `Double`.
    public init(from buffer: inout BinaryReadBuffer) throws { self.init(try Double(from: &buffer)) }
}

extension CGFloat: TrivialNumber {
    static var numberType: Any.Type { NativeType.self }
}

// Elsewhere than on Linux, these have custom mirrors, which are not trusted.
extension CGPoint: TrivialNumber {
    static var numberType: Any.Type { CGFloat.NativeType.self }
}

extension CGSize: TrivialNumber {
    static var numberType: Any.Type { CGFloat.NativeType.self }
}

extension CGRect: TrivialNumber {
    static var numberType: Any.Type { CGFloat.NativeType.self }
}

extension CGPoint: GTrivialEncodable, GTrivialDecodable, KeepsItsForm {}
extension CGSize: GTrivialEncodable, GTrivialDecodable, KeepsItsForm {}
extension CGRect: GTrivialEncodable, GTrivialDecodable, KeepsItsForm {}

// These types are written as the value that is archived in their place.
extension Date: BinaryOType, BinaryIType {}
extension UUID: BinaryOType, BinaryIType {}
extension URL: BinaryOType, BinaryIType {}
extension CharacterSet: BinaryOType, BinaryIType {}
extension Locale: BinaryOType, BinaryIType {}
extension IndexSet: BinaryOType, BinaryIType {}
extension IndexPath: BinaryOType, BinaryIType {}
