import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Values of system types that are expensive to make, or that Foundation ends the process for.
struct HostileSystemTypeTests {
    typealias Make = ArchiveAssembler

    @Test func aSharedTextIsChargedForEachConversion() {
        var archive = Make(Make.sequence(Array(repeating: Make.sequence([[0x80, 1]]), count: 10_000)))
        archive.records.append(
            Make.Record(bytes: Make.text("http://a/" + String(repeating: "b", count: 100_000))))
        #expect(strictDecodingError([URL].self, archive) == .limitExceeded)
        archive.records[0].bytes = Make.sequence(Array(repeating: Make.reference(1), count: 10_000))
        #expect(strictDecodingError([String].self, archive) == nil)
    }

    @Test func marksInLocalesCostEachHashing() throws {
        let texts = (0..<6).map { Make.text("a\($0)" + String(repeating: "\u{307}\u{323}", count: 4_000)) }
        #expect(strictDecodingError([String].self, Make(Make.sequence(texts))) == nil)
        #expect(strictDecodingError([Locale].self, Make(Make.sequence(texts))) == .limitExceeded)
    }

    @Test func aUnitIsReadOnceForAllMeasurementsThatHaveIt() {
        var archive = Make(
            Make.sequence(Array(repeating: [0x60, 0x80, 1, 0xCB, 0, 0, 0, 0], count: 50_000)), keys: ["unit", "value"],
            types: [Make.valueType(Measurement<UnitLength>.self)], shapes: [[11, 0, 1, 2]])
        func unit(_ symbol: String) -> Make.Record {
            let text = #"{"value":0,"unit":{"symbol":"\#(symbol)","converter":{"constant":0,"coefficient":1}}}"#
            return Make.Record(bytes: Make.text(text))
        }
        archive.records.append(unit("m"))
        #expect(strictDecodingError([Measurement<UnitLength>].self, archive) == nil)
        archive.records[1] = unit(String(repeating: "m", count: 100_000))
        #expect(strictDecodingError([Measurement<UnitLength>].self, archive) == .limitExceeded)
    }

    /// Makes a binary value of any type that has one.
    private struct Boxed<Value: BinaryIOType>: GBinaryCodable {
        let value: Value

        init(_ value: Value) { self.value = value }
        init(from buffer: inout BinaryReadBuffer) throws { value = try Value(from: &buffer) }
        func write(to buffer: inout BinaryWriteBuffer) throws { try value.write(to: &buffer) }
    }

    /// Checks that values cost at least `cost` each, for the encoder as well as for the decoder.
    private func check<Value: GCodable>(_ value: Value, cost: Int) throws {
        try checkCost(Array(repeating: value, count: 1_000), cost: 1_000 * cost)
    }

    private func checkBinary<Value: BinaryIOType>(_ value: Value, cost: Int) throws {
        try checkCost(Boxed(Array(repeating: value, count: 1_000)), cost: 1_000 * cost, isKnownToEncoder: false)
    }

    private func checkCost<Root: GCodable>(_ root: Root, cost: Int, isKnownToEncoder: Bool = true) throws {
        let policy = GraphDecodingPolicy(maximumMemory: UInt64(cost))
        let bytes = try GraphEncoder().encode(root) as Bytes
        #expect(decodingError(Root.self, bytes, policy: policy) == .limitExceeded, "\(Root.self)")
        let generous = GraphDecodingPolicy(maximumMemory: UInt64(4 * cost))
        #expect(decodingError(Root.self, bytes, policy: generous) == nil, "\(Root.self)")
        guard isKnownToEncoder else { return }
        expectError(GraphCodableError.self, .limitExceeded) {
            _ = try GraphEncoder(policy: policy).encode(root) as Bytes
        }
    }

    /// The costs were measured: bytes of memory, or the time divided by ten nanoseconds.
    @Test func valuesOfFewBytesCostWhatTheyTake() throws {
        try check(IndexSet(), cost: 86)
        try check(TimeZone(secondsFromGMT: 7), cost: 51)
        try check(Set<Int>(), cost: 50)
        try check(Data(repeating: 1, count: 15), cost: 115)
        try check(ContiguousArray<Int>(), cost: 30)
        try check(ArraySlice<Int>(), cost: 50)
        try check(SIMD64<UInt8>(), cost: 2_000)
        try check(SIMD4<Int>() .== SIMD4<Int>(), cost: 128)
        try check([String]().difference(from: []), cost: 67)
        try check(["a"].difference(from: []), cost: 340)
        try check(Decimal(0), cost: 55)
        try check(
            Decimal(sign: .plus, exponent: 0, significand: Decimal(string: "123456789012345678901234567890") ?? 0),
            cost: 250)
    }

    @Test func binaryValuesOfFewBytesCostWhatTheyTake() throws {
        try checkBinary(IndexSet(), cost: 86)
        try checkBinary(Set<Int>(), cost: 55)
        try checkBinary([Int: Int](), cost: 50)
        try checkBinary(Data(repeating: 1, count: 15), cost: 120)
        try checkBinary(ContiguousArray<Int>(), cost: 30)
        try checkBinary(SIMD64<UInt8>(), cost: 2_000)
        try checkBinary(Decimal(string: "123456789012345678901234567890") ?? 0, cost: 250)
    }

    // MARK: Calendars

    /// An archive whose root consists of calendars, which share texts.
    private static func calendars(_ root: Bytes, _ sharedTexts: String...) -> Make {
        var archive = Make(
            root, keys: ["identifier", "timeZone", "firstWeekday", "minimumDaysInFirstWeek", "locale"],
            types: [Make.valueType(Calendar.self)], shapes: [[23, 0, 1, 2, 3, 4, 5]])
        archive.records += sharedTexts.map { Make.Record(bytes: Make.text($0)) }
        return archive
    }

    /// Foundation ends the process for these.
    @Test(arguments: ["-é", "en_ZZ", "SA-zz;", "_zx.Latn@Latn", "gBn-zz", "en@rg=zzzzzz", "ensahc_\u{7F}z"])
    func islamicCalendarsOfUnknownRegionsAreRefused(locale: String) throws {
        for name in ["islamic", "islamicCivil", "islamicTabular", "islamicUmmAlQura"] {
            let bytes = [0x60] + Make.text(name) + Make.text("GMT") + [1, 1] + Make.text(locale)
            #expect(strictDecodingError(Calendar.self, Self.calendars(bytes)) == .valueOutOfRange)
        }
    }

    @Test(arguments: [
        "", "ar", "ar_SA", "en-US", "en_001", "en_US_POSIX", "zh_Hant_TW", "ar_AE@calendar=islamic;rg=sazzzz",
        "en_SA@calendar=islamic-umalqura", "en-US-u-ca-islamic",
    ])
    func islamicCalendarsOfKnownRegionsComeBack(locale: String) throws {
        for identifier in [Calendar.Identifier.islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura] {
            var calendar = Calendar(identifier: identifier)
            calendar.locale = Locale(identifier: locale)
            let archive: Bytes = try GraphEncoder().encode(calendar)
            let decoded = try GraphDecoder().decode(Calendar.self, from: archive)
            #expect(decoded == calendar && decoded.locale == calendar.locale)
        }
    }

    @Test func manyCalendarsOfManyPlacesAreRefused() {
        let calendars = (0..<1_000).map { [0x60, 0x80, 1, 0x80, 2, 1, 1] + Make.text("en_\($0)") }
        let archive = Self.calendars(Make.sequence(calendars), "hebrew", "GMT")
        #expect(strictDecodingError([Calendar].self, archive) == .limitExceeded)
    }

    /// Each byte of a locale that many calendars share counts for each of them.
    @Test func manyCalendarsOfOneLongPlaceAreRefused() {
        for (length, expected) in [(10, nil), (100_000, .limitExceeded)] as [(Int, GraphCodableError.Code?)] {
            let calendars = Array(repeating: [0x60, 0x80, 1, 0x80, 2, 1, 1, 0x80, 3] as Bytes, count: 1_000)
            let locale = "en@" + String(repeating: "k=v;", count: length)
            let archive = Self.calendars(Make.sequence(calendars), "gregorian", "GMT", locale)
            #expect(strictDecodingError([Calendar].self, archive) == expected)
        }
    }
}
