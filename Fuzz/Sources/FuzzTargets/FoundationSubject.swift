import CyclicCoding
import Foundation

/// A type whose own `init(from:)` belongs to Foundation or the standard library.
struct FoundationSubject: Sendable {
    let words: TreeInput.Words
    /// Decodes a container as the type, as a container's value and by its initializer. What can be decoded must be encodable, and
    /// decodable again.
    let decode: @Sendable (FlattenedContainer) -> Void

    private struct Wrapper<Value: Decodable>: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            value = try Value(from: decoder)
        }
    }

    private init<Value: Codable & Hashable & SendableMetatype>(
        _ type: Value.Type, _ keys: String..., texts: [String] = []
    ) {
        words = TreeInput.Words(types: ["Unknown"], keys: keys.isEmpty ? ["x"] : keys, texts: texts)
        decode = { container in
            let decoder = CyclicDecoder()
            catching { _ = try decoder.decode(Wrapper<Value>.self, from: container) }
            catching { _ = try decoder.decode([Value?].self, from: container) }
            guard let value = try? decoder.decode(Value.self, from: container) else { return }
            _ = (value.hashValue, value == value)
            do {
                _ = try decoder.decode(Value.self, from: try CyclicEncoder().flatten(value))
            } catch {
                fatalError("\(Value.self) was decoded, and cannot be encoded and decoded again: \(error)")
            }
        }
    }

    static let all = [
        FoundationSubject(
            Calendar.self, "identifier", "locale", "timeZone", "firstWeekday", "minimumDaysInFirstWeek", "current",
            texts: ["islamic", "en_ZZ", "GMT", "hebrew", "-é", "islamic-civil", "ar_SA@calendar=islamic", ""]),
        FoundationSubject(
            DateComponents.self, "calendar", "timeZone", "year", "identifier", "locale", "firstWeekday",
            "minimumDaysInFirstWeek", "isLeapMonth", texts: ["islamic", "en_ZZ", "GMT", "chinese"]),
        FoundationSubject(CharacterSet.self, "bitmap"),
        FoundationSubject(IndexSet.self, "indexes", "location", "length"),
        FoundationSubject(IndexPath.self, "indexes"),
        FoundationSubject(
            URLComponents.self, "path", "scheme", "host", "user", "password", "port", "query", "fragment",
            texts: ["http", "[::1", "%", "é", "//a", "a:b", ""]),
        FoundationSubject(URL.self, "relative", "base", texts: ["http://a/b/", "../c", "", "//[", "%"]),
        FoundationSubject(DateInterval.self, "start", "duration"),
        FoundationSubject(
            Measurement<UnitLength>.self, "value", "unit", "symbol", "converter", "coefficient", "constant"),
        FoundationSubject(
            Measurement<Dimension>.self, "value", "unit", "symbol", "converter", "coefficient", "constant"),
        FoundationSubject(Decimal.self, "exponent", "length", "isNegative", "isCompact", "mantissa"),
        FoundationSubject(Locale.self, "identifier", "current", "preferences", texts: ["en_ZZ", "-é", "a@b=c", ""]),
        FoundationSubject(TimeZone.self, "identifier", texts: ["GMT", "GMT+18:99", "Europe/Rome", "../x", ""]),
        FoundationSubject(PersonNameComponents.self, "givenName", "phoneticRepresentation"),
        FoundationSubject(
            CollectionDifference<Int>.self, "insertions", "removals", "isRemove", "offset", "element",
            "associatedOffset"),
        FoundationSubject(ClosedRange<Double>.self), FoundationSubject(Duration.self), FoundationSubject(UUID.self),
        FoundationSubject(SIMD4<Float>.self), FoundationSubject(CGRect.self), FoundationSubject(NSRange.self),
        FoundationSubject(AffineTransform.self), FoundationSubject(Set<Decimal>.self, "exponent", "mantissa"),
    ]
}
