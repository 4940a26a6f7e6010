#if canImport(Foundation)
import Foundation

private enum Key: String {
    case calendar, timeZone, era, year, month, day, hour, minute, second, nanosecond, weekday, weekdayOrdinal, quarter
    case weekOfMonth, weekOfYear, yearForWeekOfYear, isLeapMonth, dayOfYear
}

extension DateComponents: GEncodable, GDecodable {
    /// Encodes the components that are set.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The same errors as ``GEncoder/encode(_:for:)``.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encodeIfPresent(calendar, for: Key.calendar)
        try encoder.encodeIfPresent(timeZone, for: Key.timeZone)
        try encoder.encodeIfPresent(era, for: Key.era)
        try encoder.encodeIfPresent(year, for: Key.year)
        try encoder.encodeIfPresent(month, for: Key.month)
        try encoder.encodeIfPresent(day, for: Key.day)
        try encoder.encodeIfPresent(hour, for: Key.hour)
        try encoder.encodeIfPresent(minute, for: Key.minute)
        try encoder.encodeIfPresent(second, for: Key.second)
        try encoder.encodeIfPresent(nanosecond, for: Key.nanosecond)
        try encoder.encodeIfPresent(weekday, for: Key.weekday)
        try encoder.encodeIfPresent(weekdayOrdinal, for: Key.weekdayOrdinal)
        try encoder.encodeIfPresent(quarter, for: Key.quarter)
        try encoder.encodeIfPresent(weekOfMonth, for: Key.weekOfMonth)
        try encoder.encodeIfPresent(weekOfYear, for: Key.weekOfYear)
        try encoder.encodeIfPresent(yearForWeekOfYear, for: Key.yearForWeekOfYear)
        try encoder.encodeIfPresent(isLeapMonth, for: Key.isLeapMonth)
        try encoder.encodeIfPresent(dayOfYear, for: Key.dayOfYear)
    }

    /// Creates date components by decoding those that are present.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The same errors as ``GDecoder/decode(for:)``.
    public init(from decoder: GDecoder) throws {
        self.init(
            calendar: try decoder.decodeIfPresent(for: Key.calendar),
            timeZone: try decoder.decodeIfPresent(for: Key.timeZone),
            era: try decoder.decodeIfPresent(for: Key.era),
            year: try decoder.decodeIfPresent(for: Key.year),
            month: try decoder.decodeIfPresent(for: Key.month),
            day: try decoder.decodeIfPresent(for: Key.day),
            hour: try decoder.decodeIfPresent(for: Key.hour),
            minute: try decoder.decodeIfPresent(for: Key.minute),
            second: try decoder.decodeIfPresent(for: Key.second),
            nanosecond: try decoder.decodeIfPresent(for: Key.nanosecond),
            weekday: try decoder.decodeIfPresent(for: Key.weekday),
            weekdayOrdinal: try decoder.decodeIfPresent(for: Key.weekdayOrdinal),
            quarter: try decoder.decodeIfPresent(for: Key.quarter),
            weekOfMonth: try decoder.decodeIfPresent(for: Key.weekOfMonth),
            weekOfYear: try decoder.decodeIfPresent(for: Key.weekOfYear),
            yearForWeekOfYear: try decoder.decodeIfPresent(for: Key.yearForWeekOfYear))
        if let isLeapMonth = try decoder.decodeIfPresent(for: Key.isLeapMonth) as Bool? {
            self.isLeapMonth = isLeapMonth
        }
        if let dayOfYear = try decoder.decodeIfPresent(for: Key.dayOfYear) as Int? {
            self.dayOfYear = dayOfYear
        }
    }
}
#endif
