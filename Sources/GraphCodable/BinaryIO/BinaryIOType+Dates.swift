#if canImport(Foundation)
import Foundation

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
        let parts = Parts(mantissa: mantissa, exponent: exponent, isNegative: try Bool(from: &buffer))
        do {
            self = try parts.decimal()
        } catch let error as _InvalidPlainValue {
            throw buffer.error(.valueOutOfRange, error.message)
        }
    }
}

extension DateComponents: BinaryOType, BinaryIType {
    /// Writes the components that are set, and the identifier of the time zone.
    ///
    /// - Throws: `notEncodable` if there is a calendar, a day of the year or a repeated day.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        let parts = [
            ("day of the year", dayOfYear != nil), ("repeated day", repeatedDay != nil), ("calendar", calendar != nil),
        ]
        if let (name, _) = parts.first(where: \.1) {
            throw GraphCodableError(
                .notEncodable,
                "A \(name) has no binary form. Remove it from the date components, or encode them with a key.")
        }
        for (_, number) in Self.numbers {
            try self[keyPath: number].write(to: &buffer)
        }
        try isLeapMonth.write(to: &buffer)
        try (timeZone?.identifier).write(to: &buffer)
    }

    /// Creates date components by reading those that are set.
    ///
    /// - Throws: `valueOutOfRange` if this system has no such time zone.
    public init(from buffer: inout BinaryReadBuffer) throws {
        self.init()
        for (_, number) in Self.numbers {
            if let value = try Int?(from: &buffer) {
                self[keyPath: number] = value
            }
        }
        if let isLeapMonth = try Bool?(from: &buffer) {
            self.isLeapMonth = isLeapMonth
        }
        guard let identifier = try String?(from: &buffer) else { return }
        // A time zone is looked up in the file system.
        try buffer.charge(2_000)
        guard let timeZone = TimeZone(identifier: identifier) else {
            throw buffer.error(.valueOutOfRange, "There is no time zone '\(identifier)' on this system.")
        }
        self.timeZone = timeZone
    }
}
#endif
