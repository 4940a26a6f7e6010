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

    /// Encodes the calendar's identifier and settings.
    ///
    /// - Throws: `notEncodable` for a calendar that this release does not know, and for what no decoder accepts. This is an
    ///   Islamic calendar with a locale of an unknown region, or a week with other days than 1 to 7.
    public func encode(to encoder: GEncoder) throws {
        guard let name = Self.identifiers.first(where: { $0.0 == identifier })?.1 else {
            throw GraphCodableError(.notEncodable, "The calendar \(identifier) is not one that this release knows.")
        }
        try GraphCodableError.require(
            locale.map({ Self.canHave($0.identifier, identifier) }) ?? true, or: .notEncodable,
            "The locale of an Islamic calendar cannot be archived; its region is unknown, or its identifier is not well-formed."
        )
        try GraphCodableError.require(
            Self.isWeek(firstWeekday, minimumDaysInFirstWeek), or: .notEncodable,
            "A calendar whose week begins on day \(firstWeekday) with \(minimumDaysInFirstWeek) days cannot be archived."
        )
        try encoder.encode(name, for: Key.identifier)
        try encoder.encodeIfPresent(locale, for: Key.locale)
        encoder._writer.charge(Self.cost(with: locale) + (locale == nil ? 0 : Self.costOfKnownLocale))
        try encoder.encode(timeZone, for: Key.timeZone)
        try encoder.encode(firstWeekday, for: Key.firstWeekday)
        try encoder.encode(minimumDaysInFirstWeek, for: Key.minimumDaysInFirstWeek)
    }

    /// Creates a calendar by decoding its identifier and settings.
    ///
    /// - Throws: `valueOutOfRange` if there is no such calendar, or if it has a locale or a week that ``encode(to:)`` refuses.
    public init(from decoder: GDecoder) throws {
        let name: String = try decoder.decode(for: Key.identifier)
        guard let identifier = Self.identifiers.first(where: { $0.1 == name })?.0 else {
            throw decoder._reader.errorInComposite(.valueOutOfRange, "There is no calendar '\(name)'.")
        }
        self.init(identifier: identifier)
        let locale: Locale? = try decoder.decodeIfPresent(for: Key.locale)
        try decoder._reader.charge(Self.cost(with: locale))
        if let locale {
            // Looking up the locale's calendar takes about a millisecond, and the system remembers it.
            let isNew = decoder._reader.withSession { session in
                session.hasNotes = true
                return session.notes.lookedUpIdentifiers.insert("\(name) \(locale.identifier)").inserted
            }
            try decoder._reader.charge(isNew ? 100_000 : Self.costOfKnownLocale)
            guard Self.canHave(locale.identifier, identifier) else {
                throw decoder._reader.errorInComposite(
                    .valueOutOfRange, "An Islamic calendar cannot have the locale '\(locale.identifier)'.")
            }
            self.locale = locale
        }
        timeZone = try decoder.decode(for: Key.timeZone)
        let firstWeekday: Int = try decoder.decode(for: Key.firstWeekday)
        let minimumDays: Int = try decoder.decode(for: Key.minimumDaysInFirstWeek)
        guard Self.isWeek(firstWeekday, minimumDays) else {
            throw decoder._reader.errorInComposite(
                .valueOutOfRange, "A calendar's week has no day \(firstWeekday) or \(minimumDays).")
        }
        self.firstWeekday = firstWeekday
        self.minimumDaysInFirstWeek = minimumDays
    }
}

extension Calendar {
    /// The cost of a locale that the program has looked up before.
    private static var costOfKnownLocale: Int { 1_000 }

    /// The cost of creating a calendar. The locale's identifier is scanned and hashed, and may be one long text behind many
    /// references.
    private static func cost(with locale: Locale?) -> Int {
        let identifier = locale?.identifier ?? ""
        return identifier.utf8.count.multipliedClamped(by: 4).addingClamped(Locale._cost(of: identifier))
            .addingClamped(1_000)
    }

    private static func isWeek(_ firstWeekday: Int, _ minimumDays: Int) -> Bool {
        (1...7).contains(firstWeekday) && (1...7).contains(minimumDays)
    }

    private static let islamic: Set<Calendar.Identifier> = [
        .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura,
    ]

    private static let regions = Set(Locale.Region.isoRegions.map(\.identifier))

    /// Returns whether a calendar can have a locale.
    ///
    /// The locale may name a calendar, too: `en_US@calendar=islamic`, `en-US-u-ca-islamic`.
    private static func canHave(_ locale: String, _ calendar: Calendar.Identifier) -> Bool {
        let isIslamic = islamic.contains(calendar) || locale.lowercased().contains("islamic")
        return !isIslamic || hasKnownRegion(locale)
    }

    /// Returns whether an Islamic calendar can have a locale with this identifier.
    ///
    /// ICU 76, which Foundation uses, creates no Islamic calendar for a locale that it cannot parse, such as `-é`, or whose
    /// region it does not know, such as `en_ZZ`. It ends the process.
    package static func hasKnownRegion(_ identifier: String) -> Bool {
        guard !identifier.isEmpty else { return true }
        let halves = identifier.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        var tags = halves[0].split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }[...]
        guard let language = tags.popFirst(), isPlain(language, 2...3) else { return false }
        if let script = tags.first, isPlain(script, 4...4) {
            tags.removeFirst()
        }
        if let region = tags.first, regions.contains(region.uppercased()) {
            tags.removeFirst()
            if tags.first == "POSIX" {
                tags.removeFirst()
            }
        }
        if tags.first?.lowercased() == "u" {
            let keywords = tags.dropFirst()
            guard keywords.allSatisfy({ isPlain($0, 2...8) && $0.lowercased() != "rg" }) else { return false }
            tags = []
        }
        guard tags.isEmpty else { return false }
        return halves.dropFirst().allSatisfy { keywords in
            keywords.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { keyword in
                let pair = keyword.split(separator: "=", omittingEmptySubsequences: false)
                guard pair.count == 2, isPlain(pair[0], 2...16),
                    pair[1].split(separator: "-", omittingEmptySubsequences: false).allSatisfy({ isPlain($0, 2...16) })
                else { return false }
                // This keyword names another region, such as `sazzzz` for Saudi Arabia.
                let value = pair[1].uppercased()
                return pair[0].lowercased() != "rg"
                    || (value.hasSuffix("ZZZZ") && regions.contains("\(value.dropLast(4))"))
            }
        }
    }

    /// Returns whether a text consists of a number of ASCII letters and digits.
    private static func isPlain(_ text: Substring, _ count: ClosedRange<Int>) -> Bool {
        count.contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
}
