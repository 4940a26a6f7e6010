import Foundation
import GraphCodable

/// Checks the fields of a value before Foundation reads them.
///
/// Some of Foundation's `init(from:)` end the process for fields that no encoder writes. They can be called from anywhere: by a
/// container, an optional, an initializer of the program, or a decoder that wraps this one. But each of them requests a
/// keyed container with a key type that nothing else uses, so the check is made there.
struct FoundationFieldCheck: Sendable {
    private let keys: ObjectIdentifier
    private let body: @Sendable (KeyedDecodingContainer<NameKey>) throws -> Void

    /// Checks the fields of a value that is read with a key type. Throws an error if Foundation could not create a value from
    /// them safely.
    @inline(__always)
    static func check<Key: CodingKey>(
        _ fields: @autoclosure () -> FlatKeyedDecodingContainer<NameKey>, readWith type: Key.Type
    ) throws {
        // Nearly all values need no check.
        for check in all where check.keys == ObjectIdentifier(type) {
            do {
                try check.body(KeyedDecodingContainer(fields()))
            } catch let refusal as Refusal {
                throw refusal.error
            } catch {
                // Foundation comes to the same error, and names its own key and the first one that is missing.
            }
        }
    }

    private struct Refusal: Error {
        let error: DecodingError
    }

    private static let all: [FoundationFieldCheck] = [
        FoundationFieldCheck(Calendar.self, calendar),
        FoundationFieldCheck(CharacterSet.self, characterSet),
        FoundationFieldCheck(DateInterval.self, dateInterval),
        FoundationFieldCheck(IndexSet.self, indexSet),
        FoundationFieldCheck(Measurement<Dimension>.self, dimension),
        FoundationFieldCheck(URLComponents.self, components),
    ].compactMap { $0 }

    /// Creates a check, or `nil` if the type requests no keyed container.
    private init?<Value: Decodable>(
        _ type: Value.Type, _ body: @escaping @Sendable (KeyedDecodingContainer<NameKey>) throws -> Void
    ) {
        // The key types are private, but a decoder sees them.
        let result = Result { try Value(from: KeyTypeFinder()) }
        guard case .failure(let found as KeyTypeFinder.Found) = result else { return nil }
        (keys, self.body) = (found.keys, body)
    }
}

/// A decoder that only finds out which key type a value uses.
private struct KeyTypeFinder: Decoder {
    struct Found: Error {
        let keys: ObjectIdentifier
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw Found(keys: ObjectIdentifier(type))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw CancellationError()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw CancellationError()
    }
}

extension FoundationFieldCheck {
    private typealias Fields = KeyedDecodingContainer<NameKey>

    /// ICU ends the process for an Islamic calendar with a locale of an unknown region, and for a week of too many days.
    private static func calendar(_ fields: Fields) throws {
        let locale = NameKey("locale")
        if let identifier = try fields.decodeIfPresent(String.self, forKey: NameKey("identifier")),
            identifier.hasPrefix("islamic"), let found = try fields.decodeIfPresent(Locale.self, forKey: locale),
            !Calendar.hasKnownRegion(found.identifier)
        {
            throw error(locale, fields, "An Islamic calendar cannot have the locale '\(found.identifier)'.")
        }
        for key in [NameKey("firstWeekday"), NameKey("minimumDaysInFirstWeek")] {
            if let day = try fields.decodeIfPresent(Int.self, forKey: key), !(1...7).contains(day) {
                throw error(key, fields, "A calendar's week has no day \(day).")
            }
        }
    }

    /// Foundation misinterprets some valid bitmaps and then reads memory out of bounds.
    private static func characterSet(_ fields: Fields) throws {
        throw error(
            NameKey("bitmap"), fields,
            "Foundation cannot read a CharacterSet safely. Ask a container to decode it instead.")
    }

    private static func dateInterval(_ fields: Fields) throws {
        let key = NameKey("duration")
        let duration = try fields.decode(Double.self, forKey: key)
        guard duration >= 0 else {
            throw error(key, fields, "A date interval cannot last \(duration) s.")
        }
    }

    /// Foundation traps if the sum of a location and a length overflows, and inserting unordered ranges takes quadratic time.
    private static func indexSet(_ fields: Fields) throws {
        let key = NameKey("indexes")
        var ranges = try fields.nestedUnkeyedContainer(forKey: key)
        var end = 0
        while !ranges.isAtEnd {
            let range = try ranges.nestedContainer(keyedBy: NameKey.self)
            let start = try range.decode(Int.self, forKey: NameKey("location"))
            let (next, isTooLong) = start.addingReportingOverflow(
                try range.decode(Int.self, forKey: NameKey("length")))
            guard start >= end, next >= start, !isTooLong else {
                throw error(key, fields, "The ranges of an index set are not in order.")
            }
            end = next
        }
    }

    /// `Dimension` itself has no base unit, so comparing two such measurements ends the process.
    private static func dimension(_ fields: Fields) throws {
        throw error(
            NameKey("unit"), fields,
            "A Measurement<Dimension> cannot be decoded. Name the kind of unit, such as UnitLength.")
    }

    /// The setters of `URLComponents` trap for values that they do not accept.
    private static func components(_ fields: Fields) throws {
        let (scheme, port) = (NameKey("scheme"), NameKey("port"))
        if let text = try fields.decodeIfPresent(String.self, forKey: scheme), !URLComponents.isScheme(text) {
            throw error(scheme, fields, "A URL's scheme has characters that it may not have.")
        }
        if let number = try fields.decodeIfPresent(Int.self, forKey: port), number < 0 {
            throw error(port, fields, "A URL has the port \(number).")
        }
    }

    private static func error(_ key: NameKey, _ fields: Fields, _ message: String) -> Refusal {
        Refusal(error: .dataCorruptedError(forKey: key, in: fields, debugDescription: message))
    }
}
