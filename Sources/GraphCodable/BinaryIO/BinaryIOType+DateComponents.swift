import Foundation

extension DateComponents: BinaryOType, BinaryIType {
    /// Writes the components that are set, and the identifier of the time zone.
    ///
    /// - Throws: `notEncodable` if there is a calendar, a day of the year, a repeated day, or a time zone that its identifier
    ///   does not determine.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        let parts = [
            ("day of the year", dayOfYear != nil), ("repeated day", repeatedDay != nil), ("calendar", calendar != nil),
            ("time zone without an identifier of its own", timeZone.map { !$0.isDeterminedByIdentifier } ?? false),
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
        try buffer.charge(DecodingCost.timeZone)
        guard let timeZone = TimeZone(identifier: identifier) else {
            throw buffer.error(.valueOutOfRange, "There is no time zone '\(identifier)' on this system.")
        }
        self.timeZone = timeZone
    }
}
