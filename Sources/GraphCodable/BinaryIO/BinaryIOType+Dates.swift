#if canImport(Foundation)
import Foundation

extension Decimal: BinaryOType, BinaryIType {
    /// Writes the exact number: mantissa, exponent and sign.
    ///
    /// - Parameter wbuffer: The buffer to write to.
    /// - Throws: ``GraphCodableError/Code/notEncodable`` if the significand has more than 128 bits.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws {
        let parts = try Parts(of: self)
        wbuffer.append(parts.mantissa)
        wbuffer.append(parts.exponent)
        try parts.isNegative.write(to: &wbuffer)
    }

    /// Creates a number by reading its mantissa, exponent and sign.
    ///
    /// - Parameter rbuffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/valueOutOfRange`` if the number is too large, `malformed` if too few bytes are
    ///   left.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        let mantissa = try rbuffer.read(UInt128.self)
        let exponent = try rbuffer.read(Int8.self)
        let parts = Parts(mantissa: mantissa, exponent: exponent, isNegative: try Bool(from: &rbuffer))
        do {
            self = try parts.decimal()
        } catch let error as _InvalidPlainValue {
            throw rbuffer.error(.valueOutOfRange, error.message)
        }
    }
}

extension DateComponents: BinaryOType, BinaryIType {
    /// Writes the components that are set, and the identifier of the time zone.
    ///
    /// - Parameter wbuffer: The buffer to write to.
    /// - Throws: ``GraphCodableError/Code/notEncodable`` if there is a calendar, a day of the year or a repeated day.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws {
        guard dayOfYear == nil else {
            throw GraphCodableError(
                .notEncodable,
                "A day of the year has no binary form. Remove it from the date components, or encode them with a key.")
        }
        guard repeatedDay == nil else {
            throw GraphCodableError(
                .notEncodable,
                "A repeated day has no binary form. Remove it from the date components, or encode them with a key.")
        }
        guard calendar == nil else {
            throw GraphCodableError(
                .notEncodable,
                "A calendar has no binary form. Remove it from the date components, or encode them with a key.")
        }
        for (_, number) in Self.numbers {
            try self[keyPath: number].write(to: &wbuffer)
        }
        try isLeapMonth.write(to: &wbuffer)
        try (timeZone?.identifier).write(to: &wbuffer)
    }

    /// Creates date components by reading those that are set.
    ///
    /// - Parameter rbuffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/valueOutOfRange`` if this system has no such time zone, `malformed` if too few
    ///   bytes are left.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        self.init()
        for (_, number) in Self.numbers {
            if let value = try Int?(from: &rbuffer) {
                self[keyPath: number] = value
            }
        }
        if let isLeapMonth = try Bool?(from: &rbuffer) {
            self.isLeapMonth = isLeapMonth
        }
        guard let identifier = try String?(from: &rbuffer) else { return }
        // A time zone is looked up in the file system.
        try rbuffer.charge(2_000)
        guard let timeZone = TimeZone(identifier: identifier) else {
            throw rbuffer.error(.valueOutOfRange, "There is no time zone '\(identifier)' on this system.")
        }
        self.timeZone = timeZone
    }
}
#endif
