/// Values that an archive stores as numbers, in the form in which people know them.
enum ReadableValue {
    /// Returns a date or a UUID; `nil` for all other values.
    ///
    /// An archive doesn't tell what a number is. A date is recognized by its key, and shown beside the number.
    ///
    /// - Parameters:
    ///   - tag: The tag of a value that contains no others.
    ///   - payload: The bytes after the tag, without a size.
    ///   - isDate: Whether the value's key is that of a date.
    static func text(_ tag: UInt8, _ payload: UnsafeRawBufferPointer, isDate: Bool) -> String? {
        switch tag {
        case Tag.packed...Tag.lastPacked: uuid(tag, payload)
        case ..<Tag.inlineString, Tag.int8...Tag.float64:
            isDate ? date(InspectionText.value(tag, payload, limit: nil)) : nil
        default: nil
        }
    }

    /// Returns 16 bytes that have the version and the variant of a UUID in its usual form.
    private static func uuid(_ tag: UInt8, _ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count == 16, PackedKind(rawValue: tag - Tag.packed)?.stride == 1 else { return nil }
        let digits = bytes.map { String(0x100 + Int($0), radix: 16, uppercase: true).dropFirst() }
        guard "12345678".contains(digits[6].prefix(1)), "89AB".contains(digits[8].prefix(1)) else { return nil }
        return [digits[..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10...]].map { $0.joined() }
            .joined(separator: "-")
    }

    /// Of larger values only this many of those inside are looked at for a color.
    static let colorValueCount = 16

    /// Returns a value with the fields `red`, `green` and `blue`, from 0 to 1, as the web writes colors: `#FF8000`.
    ///
    /// - Parameters:
    ///   - position: The position of the value in the list.
    ///   - values: The values of a record.
    ///   - number: Returns the key of a value, and the text of its number.
    static func color(
        _ position: Int, in values: [ArchivedValue], _ number: (ArchivedValue) -> (key: String, text: String)
    ) -> String? {
        var parts: [String: Double] = [:]
        var next = position + 1
        for _ in 0..<colorValueCount where next < values[position].next {
            if values[next].kind == .number {
                let (key, text) = number(values[next])
                parts[key] = Double(text)
            }
            next = values[next].next
        }
        let levels = ["red", "green", "blue"].compactMap { parts[$0] }
        guard levels.count == 3, levels.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
        return "#"
            + levels.map { String(0x100 + Int(($0 * 255).rounded()), radix: 16, uppercase: true).dropFirst() }.joined()
    }

    /// Whether a key is probably that of a date. A long one is not.
    static func isDate(_ key: String) -> Bool {
        guard key.utf8.count <= longestDateKey else { return false }
        let name = key.lowercased()
        return name.contains("date") || name.hasSuffix("time") || name.contains("timestamp")
            || ["created", "modified", "changed", "updated", "deadline", "birthday"].contains(name)
            || key.hasSuffix("At") || key.hasSuffix("On")
    }

    private static let longestDateKey = 1_000

    /// Returns a number with the time that many seconds after the beginning of 2001 in UTC, if it is from 1900 to 2199.
    private static func date(_ number: String) -> String? {
        guard let seconds = Double(number), seconds > -3_187_296_000, seconds < 6_279_811_200 else { return nil }
        let whole = Int(seconds.rounded(.down))
        let (days, time) = (Int((Double(whole) / 86_400).rounded(.down)), ((whole % 86_400) + 86_400) % 86_400)
        // The civil calendar of H. Hinnant, "chrono-Compatible Low-Level Date Algorithms": years that begin in March.
        let shifted = days + 730_791
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let numbers = [
            yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1, time / 3_600, time / 60 % 60, time % 60,
        ].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(number) (\(numbers[..<3].joined(separator: "-")) \(numbers[3...].joined(separator: ":")) UTC)"
    }
}
