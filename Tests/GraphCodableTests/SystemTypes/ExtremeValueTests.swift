import Foundation
import GraphCodable
import TestSupport
import Testing

/// What the encoder accepts can be loaded again, whatever the values of system types contain.
struct ExtremeValueTests {
    @Test func unitsWithEqualSymbolsOfOtherBytesStayApart() throws {
        let symbols = ["caf\u{E9}", "cafe\u{301}"]
        let list = symbols.map { Measurement(value: 1, unit: Unit(symbol: $0)) }
        let copy = try GraphDecoder().decode([Measurement<Unit>].self, from: GraphEncoder().encode(list) as Bytes)
        #expect(copy.map { Array($0.unit.symbol.utf8) } == symbols.map { Array($0.utf8) })
    }

    @Test func aBoundThatIsNotEqualToItselfIsRefused() {
        let from = PartialRangeFrom(Double.nan)
        let ranges: [any GEncodable] = [from, PartialRangeThrough(Float.nan), PartialRangeUpTo(-Double.nan)]
        for range in ranges {
            expectError(GraphCodableError.self, .notEncodable) { try GraphEncoder().encode(range) as Bytes }
        }
    }

    @Test func aDateIntervalWithoutALengthIsRefused() {
        func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
        for (start, end) in [(date(0), date(.nan)), (date(-.infinity), date(-.infinity))] {
            expectError(GraphCodableError.self, .notEncodable) {
                try GraphEncoder().encode(DateInterval(start: start, end: end)) as Bytes
            }
        }
    }

    @Test func aBinaryFormKeepsTheTimeZone() throws {
        let components = [TimeZone.gmt, TimeZone(identifier: "Asia/Tokyo"), TimeZone(secondsFromGMT: 7)].map {
            DateComponents(timeZone: $0, hour: 1)
        }
        for components in components.prefix(2) {
            #expect(try DateComponents(binaryIOBytes: components.binaryIOBytes()) == components)
        }
        expectError(GraphCodableError.self, .notEncodable) { try components[2].binaryIOBytes() }
    }

    /// Makes values of parts that are likely to be forgotten.
    private struct Source {
        var generator: SplitMix64

        mutating func pick<Value>(_ values: [Value]) -> Value {
            values[Int(generator.next() % UInt64(values.count))]
        }
        mutating func maybe<Value>(_ value: Value) -> Value? { pick([value, nil]) }

        mutating func int() -> Int { pick([.min, .min + 1, -1, 0, 1, 5, 7, 8, .max - 2, .max - 1, .max]) }
        mutating func double() -> Double {
            pick([
                .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0, 1e300, 0.1, -1,
            ])
        }
        mutating func text() -> String {
            pick([
                "", " ", "ä", "%", "a/b", "//", "?", "#", "\0", "a:b", "@", "[x]", "::1", "[::1]", "%41", "e\u{301}",
                "\r\n", "👨‍👩‍👧‍👦", "a=b&c", "x", String(repeating: "a", count: 5_000),
            ])
        }
    }

    private var failures: [String] = []

    private mutating func check<Value: GCodable>(_ value: Value, areSame: (Value, Value) -> Bool) {
        guard let bytes = try? GraphEncoder().encode([value]) as Bytes else { return refuse(value) }
        do {
            let back = try GraphDecoder().decode([Value].self, from: bytes)
            if back.count != 1 || !areSame(back[0], value) { failures.append("\(value) came back as \(back)") }
        } catch {
            failures.append("\(Value.self) \(value): \(error)")
        }
    }

    private mutating func check<Value: GCodable & Equatable>(_ value: Value) { check(value, areSame: ==) }

    private mutating func refuse<Value: GCodable>(_ value: Value) {
        do {
            _ = try GraphEncoder().encode([value]) as Bytes
        } catch GraphCodableError.Code.notEncodable {
        } catch {
            failures.append("\(Value.self) \(value) is refused with \(error)")
        }
    }

    /// Says nothing of what the system does with its settings; see ComingFromCodable.
    /// The system remembers a calendar, so only the first of each kind is expensive.
    @Test func manyCalendarsCanBeDecoded() throws {
        let calendars = (0..<4_000).map { number in
            var calendar = Calendar(identifier: number.isMultiple(of: 2) ? .gregorian : .hebrew)
            calendar.locale = Locale(identifier: "en_US")
            return calendar
        }
        let bytes: Bytes = try GraphEncoder().encode(calendars)
        #expect(try GraphDecoder().decode([Calendar].self, from: bytes) == calendars)
    }

    @Test func whatFollowsTheSettingsComesBackAsItIsNow() throws {
        func copy<Value: GCodable>(_ value: Value) throws -> Value {
            try GraphDecoder().decode(Value.self, from: GraphEncoder().encode(value) as Bytes)
        }
        for zone in [TimeZone.autoupdatingCurrent, .current] {
            let copied = try copy(zone)
            #expect(copied != .autoupdatingCurrent && copied == TimeZone(identifier: zone.identifier))
        }
        for locale in [Locale.autoupdatingCurrent, .current] {
            let copied = try copy(locale)
            #expect(copied != .autoupdatingCurrent && copied == Locale(identifier: locale.identifier))
        }
        for calendar in [Calendar.autoupdatingCurrent, .current] {
            let copied = try copy(calendar)
            #expect(copied != .autoupdatingCurrent && copied.identifier == calendar.identifier)
            #expect(copied.timeZone == TimeZone(identifier: calendar.timeZone.identifier))
            #expect(copied.firstWeekday == calendar.firstWeekday)
        }
    }

    @Test mutating func whatIsEncodedCanBeDecoded() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var source = Source(generator: SplitMix64(seed: seed))
        for _ in 0..<Torture.count(60, torture: 20_000) {
            checkNumbers(&source)
            checkDates(&source)
            checkURLs(&source)
            checkTexts(&source)
        }
        #expect(failures.isEmpty, "seed \(seed): \(failures.prefix(5).joined(separator: "\n"))")
    }

    private mutating func checkNumbers(_ source: inout Source) {
        check(NSRange(location: source.int(), length: source.int()))
        check(IndexPath(indexes: [source.int(), source.int(), source.int()].prefix(abs(source.int() % 4))))
        let (low, high) = (max(source.int(), 0), max(source.int(), 0))
        if low < .max { check(IndexSet(integer: low)) }
        if low < high { check(IndexSet(integersIn: low..<high)) }
        if low < high, high < .max { check(IndexSet([low, high, 77])) }
        check(min(low, high)..<max(low, high))
        check(min(low, high)...max(low, high))
        check(source.double()...) { $0.lowerBound == $1.lowerBound }
        check(Duration(secondsComponent: Int64(source.int()), attosecondsComponent: 1))
        check(CGRect(x: source.double(), y: source.double(), width: source.double(), height: source.double()))
        check(Decimal(sign: source.pick([.plus, .minus]), exponent: source.pick([-128, 0, 127]), significand: 7)) {
            $0 == $1 || ($0.isNaN && $1.isNaN)
        }
        check(Measurement(value: source.double(), unit: source.pick([UnitLength.meters, .parsecs])))
        check(Measurement(value: 1, unit: source.pick([UnitLength.meters, Unit(symbol: "x")])))
        check(Measurement<Dimension>(value: 1, unit: UnitLength.meters))
        check(DispatchTimeInterval.seconds(source.int()))
        check(DispatchTime(uptimeNanoseconds: UInt64(bitPattern: Int64(source.int()))))
    }

    private mutating func checkDates(_ source: inout Source) {
        let date = Date(timeIntervalSinceReferenceDate: source.double())
        check(date)
        check(DateInterval(start: date, duration: abs(source.double()))) {
            $0.start == $1.start && $0.duration == $1.duration
        }
        let seconds: [Int] = [-18 * 3_600, 18 * 3_600, 1, -59, 3_599]
        let timeZone = TimeZone(secondsFromGMT: source.pick(seconds)) ?? .gmt
        check(timeZone)
        let identifiers: [Calendar.Identifier] = [.gregorian, .iso8601, .chinese, .bangla, .japanese]
        var calendar = Calendar(identifier: source.pick(identifiers))
        calendar.timeZone = timeZone
        calendar.firstWeekday = source.pick([-1, 0, 1, 7, 8])
        calendar.minimumDaysInFirstWeek = source.pick([-1, 0, 1, 7, 8])
        check(calendar)
        var components = DateComponents(timeZone: source.maybe(timeZone), era: source.maybe(source.int()))
        let paths: [WritableKeyPath<DateComponents, Int?>] = [
            \.year, \.nanosecond, \.quarter, \.yearForWeekOfYear, \.dayOfYear,
        ]
        for path in paths {
            components[keyPath: path] = source.maybe(source.int())
        }
        components.isLeapMonth = source.pick([true, false, nil])
        check(components)
    }

    private mutating func checkURLs(_ source: inout Source) {
        var components = URLComponents()
        components.scheme = source.pick([nil, "http", "x"])
        components.user = source.maybe(source.text())
        components.password = source.maybe(source.text())
        components.host = source.maybe(source.text())
        components.port = source.maybe(max(source.int(), 0))
        if components.user != nil || components.password != nil || components.port != nil {
            // In the text of a URL they cannot be without a host, which may be empty.
            components.host = components.host ?? ""
        }
        components.path = source.text()
        components.query = source.maybe(source.text())
        components.fragment = source.maybe(source.text())
        check(components, areSame: Self.areSame)
        let texts = ["http://\(source.text())", source.text(), "x://\(source.text())"]
        for text in texts {
            if let components = URLComponents(string: text) { check(components, areSame: Self.areSame) }
            guard let url = URL(string: text) else { continue }
            check(url) { $0.absoluteString == $1.absoluteString }
            if let inner = URL(string: source.text(), relativeTo: url) {
                check(inner) { $0.absoluteString == $1.absoluteString && $0.relativeString == $1.relativeString }
            }
        }
        check(URL(filePath: source.text())) { $0.absoluteString == $1.absoluteString }
    }

    /// Whether two URLs have the same parts. What is escaped may differ: a colon in a user always is.
    private static func areSame(_ left: URLComponents, _ right: URLComponents) -> Bool {
        let parts: [KeyPath<URLComponents, String?>] = [
            \.scheme, \.user, \.password, \.host, \.percentEncodedQuery, \.percentEncodedFragment,
        ]
        return left.port == right.port && left.percentEncodedPath == right.percentEncodedPath
            && parts.allSatisfy { left[keyPath: $0] == right[keyPath: $0] }
    }

    private mutating func checkTexts(_ source: inout Source) {
        check(source.text())
        check(Set([source.text(), source.text()]))
        check(CharacterSet(charactersIn: source.text()))
        check(Locale(identifier: source.text())) { $0.identifier == $1.identifier }
        if let character = source.text().first { check(character) }
        var name = PersonNameComponents()
        name.givenName = source.maybe(source.text())
        name.phoneticRepresentation = source.maybe(name)
        check(name)
    }
}
