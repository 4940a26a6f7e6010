import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// A value as it stands in programs: in an optional, in collections, in objects.
private final class Holder<Value: Codable>: Codable {
    var value: Value
    var optional: Value?
    var list: [Value]
    var named: [String: Value?]

    init(_ value: Value) {
        (self.value, optional, list, named) = (value, value, [value], ["a": value])
    }
}

/// Tries again in another way when decoding fails.
private struct Persistent<Value: Codable>: Codable {
    let value: Value

    init(from decoder: any Decoder) throws {
        do {
            value = try decoder.singleValueContainer().decode(Value.self)
        } catch {
            value = try Value(from: decoder)
        }
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

/// Foundation's own `init(from:)` end the process for most of these fields.
struct FoundationFieldTests {
    private func container(_ root: String, objects: [String] = []) throws -> FlattenedContainer {
        let json = #"{"format": 1, "referenced": [\#(objects.joined(separator: ","))], "root": \#(root)}"#
        return try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
    }

    private func refusal<Value: Decodable>(_ type: Value.Type, _ root: String, objects: [String] = []) throws -> String
    {
        let container = try container(root, objects: objects)
        let error = try #require(throws: DecodingError.self) { try CyclicDecoder().decode(type, from: container) }
        guard case .dataCorrupted(let context) = error else { return "\(error)" }
        return "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
    }

    /// Expects that fields are refused wherever they stand, with the same message.
    private func expectRefused<Value: Codable>(
        _ type: Value.Type, _ fields: String, _ message: String, direct: String? = nil
    ) throws {
        #expect(try refusal(type, fields) == message)
        let direct = direct ?? message
        #expect(try refusal(Wrapper<Value>.self, fields) == direct)
        #expect(try refusal(Persistent<Value>.self, fields) == direct)
        #expect(try refusal(Persistent<Value>?.self, fields) == direct)
        #expect(try refusal([Value].self, "[\(fields)]").hasSuffix(message))
        #expect(try refusal([String: Value].self, #"{"a": \#(fields)}"#) == "a.\(message)")
        #expect(try refusal([Value?].self, ##"[null, {"#": 0}]"##, objects: [fields]).hasSuffix(message))
        let holder = #"{"value": \#(fields), "list": [], "named": {}}"#
        #expect(try refusal(Holder<Value>.self, holder) == "value.\(message)")
        #expect(try refusal([Holder<Value>].self, ##"[{"#": 0}]"##, objects: [holder]) == "Index 0.value.\(message)")
    }

    private func calendar(_ identifier: String, _ locale: String, firstWeekday: Int = 1, minimumDays: Int = 1) -> String
    {
        """
        {"identifier": "\(identifier)", "locale": {"identifier": "\(locale)"}, "timeZone": {"identifier": "GMT"}, \
        "firstWeekday": \(firstWeekday), "minimumDaysInFirstWeek": \(minimumDays)}
        """
    }

    @Test(arguments: ["islamic", "islamic-civil", "islamic-tbla", "islamic-umalqura"])
    func islamicCalendarsOfUnknownRegionsAreRefused(identifier: String) throws {
        for locale in ["en_ZZ", "-é"] {
            let name = Locale(identifier: locale).identifier
            let message = "locale: An Islamic calendar cannot have the locale '\(name)'."
            try expectRefused(Calendar.self, calendar(identifier, locale), message)
            let components = #"{"calendar": \#(calendar(identifier, locale)), "year": 1447}"#
            #expect(try refusal(DateComponents.self, components) == "calendar.\(message)")
        }
        let sound = try container(calendar(identifier, "ar_SA"))
        #expect(try CyclicDecoder().decode(Calendar.self, from: sound).locale?.identifier == "ar_SA")
        let other = try container(calendar("hebrew", "en_ZZ"))
        #expect(try CyclicDecoder().decode(Calendar.self, from: other).identifier == .hebrew)
    }

    @Test func weeksOfCalendarsHaveSevenDays() throws {
        for day in [Int.min, 0, 8, .max] {
            try expectRefused(
                Calendar.self, calendar("hebrew", "en_US", firstWeekday: day),
                "firstWeekday: A calendar's week has no day \(day).")
            try expectRefused(
                Calendar.self, calendar("gregorian", "", minimumDays: day),
                "minimumDaysInFirstWeek: A calendar's week has no day \(day).")
        }
    }

    @Test func calendarsAreWhatTheyWere() throws {
        var calendar = Calendar(identifier: .islamicUmmAlQura)
        calendar.locale = Locale(identifier: "ar_EG")
        calendar.firstWeekday = 7
        let all = [Calendar.current, .autoupdatingCurrent, Calendar(identifier: .chinese), calendar]
        let flattened = try CyclicEncoder().flatten(Holder(all))
        #expect(try CyclicDecoder(policy: .strict).decode(Holder<[Calendar]>.self, from: flattened).value == all)
        let zone = try CyclicEncoder().flatten(Holder(TimeZone.autoupdatingCurrent))
        #expect(try CyclicDecoder().decode(Holder<TimeZone>.self, from: zone).value == .autoupdatingCurrent)
        let locale = try CyclicEncoder().flatten(Holder(Locale.autoupdatingCurrent))
        #expect(try CyclicDecoder().decode(Holder<Locale>.self, from: locale).value == .autoupdatingCurrent)
    }

    @Test func bitmapsOfCharacterSetsAreRefusedUnlessTheyAreSound() throws {
        func fields(_ bytes: [UInt8]) -> String {
            ##"{"bitmap": {"#data": "\##(Data(bytes).base64EncodedString())"}}"##
        }
        let direct = "bitmap: Foundation cannot read a CharacterSet safely. Ask a container to decode it instead."
        for count in [0, 3, 8_191, 16_384, 16_386] {
            let bytes = [UInt8](repeating: 0x55, count: count)
            try expectRefused(
                CharacterSet.self, fields(bytes), "bitmap: The \(count) bytes are not the bitmap of a character set.",
                direct: direct)
        }
        let plane = [UInt8](repeating: 0x55, count: 8_192)
        try expectRefused(
            CharacterSet.self, fields(plane + [17] + plane),
            "bitmap: A character set has the planes 0 and 17, in this order.", direct: direct)
        #expect(try refusal(CharacterSet.self, #"{"bitmap": 5}"#).contains("typeMismatch"))
    }

    @Test func characterSetsAreWhatTheyWere() throws {
        var scattered = CharacterSet()
        for number in stride(from: 0 as UInt32, to: 0xD000, by: 3) {
            Unicode.Scalar(number).map { _ = scattered.insert($0) }
        }
        let all: [CharacterSet] = [scattered, .letters, .alphanumerics.inverted, [], CharacterSet(charactersIn: "a😀")]
        let flattened = try CyclicEncoder().flatten(Holder(all))
        #expect(try CyclicDecoder(policy: .strict).decode(Holder<[CharacterSet]>.self, from: flattened).list == [all])
        let data = try GraphEncoder().encode(codable: all)
        #expect(try GraphDecoder().decode([CharacterSet].self, codable: data) == all)
        let persistent = try CyclicEncoder().flatten(scattered)
        #expect(try CyclicDecoder().decode(Persistent<CharacterSet>.self, from: persistent).value == scattered)
        var reduced = CharacterSet(charactersIn: "a😀")
        reduced.remove("😀")
        let decoded = try CyclicDecoder().decode(CharacterSet.self, from: CyclicEncoder().flatten(reduced))
        #expect(decoded.bitmapRepresentation == reduced.bitmapRepresentation.prefix(8_192))
    }

    @Test func rangesOfIndexSetsAreInOrder() throws {
        func fields(_ ranges: (Int, Int)...) -> String {
            let texts = ranges.map { #"{"location": \#($0.0), "length": \#($0.1)}"# }
            return #"{"indexes": [\#(texts.joined(separator: ","))]}"#
        }
        let message = "indexes: The ranges of an index set are not in order."
        for text in [
            fields((1, -5)), fields((-1, 5)), fields((.max, 5)), fields((5, .max)), fields((.min, .min)),
            fields((4, 2), (0, 2)), fields((0, 5), (3, 5)),
        ] {
            try expectRefused(IndexSet.self, text, message)
        }
        let sets: [IndexSet] = [[], [0], [1, 2, 3, 9, 11], IndexSet(integersIn: 5..<(.max))]
        let flattened = try CyclicEncoder().flatten(Holder(sets))
        #expect(try CyclicDecoder(policy: .strict).decode(Holder<[IndexSet]>.self, from: flattened).list == [sets])
    }

    @Test func componentsOfURLsAreRefusedUnlessTheyAreSound() throws {
        for scheme in ["", "1", "a b", "a:", "é", "aé", "%"] {
            try expectRefused(
                URLComponents.self, #"{"path": "", "scheme": "\#(scheme)"}"#,
                "scheme: A URL's scheme has characters that it may not have.")
        }
        for port in [-1, .min] {
            try expectRefused(
                URLComponents.self, #"{"path": "", "port": \#(port)}"#, "port: A URL has the port \(port).")
        }
        let texts = ["a+b-c.1://u:p@[::1]:80/x%20y?q#f", "//h", "mailto:a@b", ""]
        let all = texts.compactMap { URLComponents(string: $0) }
        let flattened = try CyclicEncoder().flatten(Holder(all))
        #expect(try CyclicDecoder(policy: .strict).decode(Holder<[URLComponents]>.self, from: flattened).value == all)
    }

    @Test func dateIntervalsDoNotEndBeforeTheyBegin() throws {
        let message = "duration: A date interval cannot last"
        try expectRefused(DateInterval.self, #"{"start": 0, "duration": -5}"#, "\(message) -5.0 s.")
        try expectRefused(DateInterval.self, ##"{"start": 0, "duration": {"#double": "nan"}}"##, "\(message) nan s.")
        let interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 7), duration: 0)
        let flattened = try CyclicEncoder().flatten(interval)
        #expect(try CyclicDecoder().decode(DateInterval.self, from: flattened) == interval)
    }

    @Test func missingFieldsAreReportedAsByJSON() throws {
        func path(_ decode: () throws -> Void) -> String {
            guard case .failure(let error as DecodingError) = Result(catching: decode) else { return "no error" }
            switch error {
            case .keyNotFound(let key, let context): return "\(key.stringValue) is missing in \(context.codingPath)"
            case .typeMismatch(let type, let context): return "no \(type) at \(context.codingPath)"
            case .valueNotFound(let type, let context): return "no \(type) at \(context.codingPath.map(\.intValue))"
            default: return "\(error)"
            }
        }
        func expectSameError<Value: Decodable>(_ type: Value.Type, _ fields: String) throws {
            let container = try container(fields)
            let found = path { _ = try CyclicDecoder().decode(type, from: container) }
            #expect(found == path { _ = try JSONDecoder().decode(type, from: Data(fields.utf8)) })
            #expect(found.contains(" is missing in ") || found.hasPrefix("no "))
        }
        try expectSameError(DateInterval.self, "{}")
        try expectSameError(DateInterval.self, #"{"duration": "a"}"#)
        try expectSameError(Calendar.self, #"{"identifier": 1}"#)
        try expectSameError(NilPastTheEnd.self, "[]")
    }

    private struct NilPastTheEnd: Decodable {
        init(from decoder: any Decoder) throws {
            var elements = try decoder.unkeyedContainer()
            _ = try elements.decodeNil()
        }
    }

    @Test func measurementsNeedAKindOfUnit() throws {
        let unit = #"{"symbol": "m", "converter": {"coefficient": 1, "constant": 0}}"#
        try expectRefused(
            Measurement<Dimension>.self, #"{"value": 1, "unit": \#(unit)}"#,
            "unit: A Measurement<Dimension> cannot be decoded. Name the kind of unit, such as UnitLength.")
        let length = Measurement(value: 5, unit: UnitLength.miles)
        let flattened = try CyclicEncoder().flatten(length)
        #expect(try CyclicDecoder().decode(Measurement<UnitLength>.self, from: flattened) == length)
    }

    @Test func manyBasesOfURLsAreRefused() throws {
        // Each URL of a list is as long as the object at its end, which is read once for each of them.
        let long = #"{"relative": "http://x/\#(String(repeating: "a/", count: 50_000))"}"#
        let objects = [long] + (0..<100).map { ##"{"relative": "b/", "base": {"#": \##($0)}}"## }
        let few = try container(##"{"#": 20}"##, objects: objects)
        #expect(try CyclicDecoder().decode(URL.self, from: few).absoluteString.utf8.count == 100_009 + 20 * 2)
        let uses = Array(repeating: ##"{"#": 100}"##, count: 100).joined(separator: ",")
        let many = try container("[\(uses)]", objects: objects)
        let error = try #require(throws: CyclicCodingError.self) { try CyclicDecoder().decode([URL].self, from: many) }
        #expect(error.code == .limitExceeded)
    }
}
