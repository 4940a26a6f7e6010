import Foundation

/// Values that an archive stores as numbers, in the form in which people know them.
enum RecognizedValue {
    /// Returns a date or a UUID; `nil` for all other values.
    ///
    /// An archive doesn't tell what a number is. A date is recognized by its key, and shown beside the number.
    static func text(_ tag: UInt8, _ payload: UnsafeRawBufferPointer, isDate: Bool) -> String? {
        switch tag {
        case Tag.packed...Tag.lastPacked: uuid(tag, payload)
        case ..<Tag.inlineString, Tag.int8...Tag.float64:
            isDate ? date(ValueFormatter.value(tag, payload, limit: nil)) : nil
        default: nil
        }
    }

    /// Returns 16 bytes that have the version and the variant of a UUID in its usual form.
    private static func uuid(_ tag: UInt8, _ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count == 16, PackedKind(rawValue: tag - Tag.packed)?.stride == 1,
            (1...8).contains(bytes[6] >> 4), bytes[8] >> 6 == 2
        else { return nil }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)).uuidString
    }

    /// Of larger values only this many of those inside are looked at for a color.
    static let colorValueCount = 16

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
        let date = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
        return "\(number) (\(date.formatted(.iso8601.dateTimeSeparator(.space)).dropLast()) UTC)"
    }
}
