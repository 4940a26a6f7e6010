#if canImport(Foundation)
import Foundation

private enum Key: String {
    case identifier, locale, timeZone, firstWeekday, minimumDaysInFirstWeek
}

extension Calendar: GEncodable, GDecodable {
    private static var identifiers: [(Calendar.Identifier, String)] {
        [
            (.gregorian, "gregorian"), (.buddhist, "buddhist"), (.chinese, "chinese"), (.coptic, "coptic"),
            (.ethiopicAmeteMihret, "ethiopicAmeteMihret"), (.ethiopicAmeteAlem, "ethiopicAmeteAlem"),
            (.hebrew, "hebrew"), (.iso8601, "iso8601"), (.indian, "indian"), (.islamic, "islamic"),
            (.islamicCivil, "islamicCivil"), (.japanese, "japanese"), (.persian, "persian"),
            (.republicOfChina, "republicOfChina"), (.islamicTabular, "islamicTabular"),
            (.islamicUmmAlQura, "islamicUmmAlQura"),
        ]
    }

    /// Writes the calendar's name and its settings.
    ///
    /// - Throws: `notEncodable` for a calendar that this release does not know.
    public func encode(to encoder: GEncoder) throws {
        guard let name = Self.identifiers.first(where: { $0.0 == identifier })?.1 else {
            throw GraphCodableError(.notEncodable, "The calendar \(identifier) is not one that this release knows.")
        }
        try encoder.encode(name, for: Key.identifier)
        try encoder.encodeIfPresent(locale, for: Key.locale)
        try encoder.encode(timeZone, for: Key.timeZone)
        try encoder.encode(firstWeekday, for: Key.firstWeekday)
        try encoder.encode(minimumDaysInFirstWeek, for: Key.minimumDaysInFirstWeek)
    }

    /// Reads a calendar.
    ///
    /// - Throws: `valueOutOfRange` when there is no such calendar.
    public init(from decoder: GDecoder) throws {
        let name: String = try decoder.decode(for: Key.identifier)
        guard let identifier = Self.identifiers.first(where: { $0.1 == name })?.0 else {
            throw decoder._reader.error(.valueOutOfRange, "There is no calendar '\(name)'.")
        }
        self.init(identifier: identifier)
        if let locale = try decoder.decodeIfPresent(for: Key.locale) as Locale? {
            // Looking up what the locale's calendar is like takes about a millisecond.
            try decoder._reader.charge(100_000)
            self.locale = locale
        }
        try decoder._reader.charge(1_000)
        timeZone = try decoder.decode(for: Key.timeZone)
        let firstWeekday: Int = try decoder.decode(for: Key.firstWeekday)
        let minimumDays: Int = try decoder.decode(for: Key.minimumDaysInFirstWeek)
        guard (1...7).contains(firstWeekday), (1...7).contains(minimumDays) else {
            throw decoder._reader.error(
                .valueOutOfRange, "A calendar's week has no day \(firstWeekday) or \(minimumDays).")
        }
        self.firstWeekday = firstWeekday
        self.minimumDaysInFirstWeek = minimumDays
    }
}
#endif
