import Foundation

extension DateComponents: GEncodable, GDecodable {
    enum Key: String {
        case calendar, timeZone, isLeapMonth, dayOfYear, isRepeatedDay
        case era, year, month, day, hour, minute, second, nanosecond, weekday, weekdayOrdinal, quarter
        case weekOfMonth, weekOfYear, yearForWeekOfYear
    }

    /// The numbers that both the keyed and the binary form contain, in their order.
    static let numbers: [(key: Key, path: WritableKeyPath<DateComponents, Int?> & Sendable)] = [
        (.era, \.era), (.year, \.year), (.month, \.month), (.day, \.day), (.hour, \.hour), (.minute, \.minute),
        (.second, \.second), (.nanosecond, \.nanosecond), (.weekday, \.weekday), (.weekdayOrdinal, \.weekdayOrdinal),
        (.quarter, \.quarter), (.weekOfMonth, \.weekOfMonth), (.weekOfYear, \.weekOfYear),
        (.yearForWeekOfYear, \.yearForWeekOfYear),
    ]

    /// `isRepeatedDay`, where the system and the compiler's Foundation have it.
    var repeatedDay: Bool? {
        get {
            #if compiler(>=6.3) || (canImport(Darwin) && compiler(>=6.2))
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return isRepeatedDay }
            #endif
            return nil
        }
        set {
            #if compiler(>=6.3) || (canImport(Darwin) && compiler(>=6.2))
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { isRepeatedDay = newValue }
            #endif
        }
    }

    /// Encodes the components that are set.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encodeIfPresent(calendar, for: Key.calendar)
        try encoder.encodeIfPresent(timeZone, for: Key.timeZone)
        for (key, path) in Self.numbers {
            try encoder.encodeIfPresent(self[keyPath: path], for: key)
        }
        try encoder.encodeIfPresent(isLeapMonth, for: Key.isLeapMonth)
        try encoder.encodeIfPresent(dayOfYear, for: Key.dayOfYear)
        try encoder.encodeIfPresent(repeatedDay, for: Key.isRepeatedDay)
    }

    /// Creates date components by decoding those that are present.
    public init(from decoder: GDecoder) throws {
        self.init(
            calendar: try decoder.decodeIfPresent(for: Key.calendar),
            timeZone: try decoder.decodeIfPresent(for: Key.timeZone))
        for (key, path) in Self.numbers + [(.dayOfYear, \.dayOfYear)] {
            if let number = try decoder.decodeIfPresent(for: key) as Int? {
                self[keyPath: path] = number
            }
        }
        if let isLeapMonth = try decoder.decodeIfPresent(for: Key.isLeapMonth) as Bool? {
            self.isLeapMonth = isLeapMonth
        }
        if let isRepeatedDay = try decoder.decodeIfPresent(for: Key.isRepeatedDay) as Bool? {
            repeatedDay = isRepeatedDay
        }
    }
}
