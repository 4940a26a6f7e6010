import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Values of value types are told by their structure alone, so anything may stand where a value of a system type is read.
struct HostileValueTests {
    /// A composite with the given keys and numbers.
    struct Fields: GEncodable {
        let fields: [(Key, Int)]

        enum Key: String {
            case lowerBound, upperBound, location, length, start, duration, insert, remove, element, associatedWith
            case mantissa, exponent, isNegative
        }

        func encode(to encoder: GEncoder) throws {
            for (key, value) in fields {
                try encoder.encode(value, for: key)
            }
        }
    }

    struct URLParts: GEncodable {
        enum Key: String { case scheme, path, host, query, port, user, password }
        let fields: [(Key, String)]
        func encode(to encoder: GEncoder) throws {
            for (key, value) in fields {
                try encoder.encode(value, for: key)
            }
        }
    }

    private func code<Value: GDecodable>(_ value: some GEncodable, as type: Value.Type) throws -> GraphCodableError
        .Code?
    {
        let bytes = try GraphEncoder().encode(value) as Bytes
        do {
            _ = try GraphDecoder().decode(type, from: bytes)
            return nil
        } catch let error as GraphCodableError {
            return error.code
        }
    }

    struct CalendarParts: GEncodable {
        enum Key: String { case identifier, timeZone, firstWeekday, minimumDaysInFirstWeek }
        var identifier = "gregorian"
        var firstWeekday = 1
        var minimumDays = 4
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(identifier, for: Key.identifier)
            try encoder.encode(TimeZone.gmt, for: Key.timeZone)
            try encoder.encode(firstWeekday, for: Key.firstWeekday)
            try encoder.encode(minimumDays, for: Key.minimumDaysInFirstWeek)
        }
    }

    @Test func calendarsThatDoNotExistAreRefused() throws {
        func message(_ parts: CalendarParts) throws -> String? {
            let bytes = try GraphEncoder().encode(parts) as Bytes
            return expectError(GraphCodableError.self, .valueOutOfRange) {
                try GraphDecoder().decode(Calendar.self, from: bytes)
            }?.message
        }
        #expect(try code(CalendarParts(), as: Calendar.self) == nil)
        #expect(try message(CalendarParts(identifier: "martian")) == "There is no calendar 'martian'.")
        #expect(try message(CalendarParts(firstWeekday: 8)) == "A calendar's week has no day 8 or 4.")
        #expect(try message(CalendarParts(minimumDays: 0)) == "A calendar's week has no day 1 or 0.")
    }

    @Test func aTextThatIsNoUnitIsRefused() throws {
        struct Length: GEncodable {
            enum Key: String { case value, unit }
            let unit: String
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(1.5, for: Key.value)
                try encoder.encode(unit, for: Key.unit)
            }
        }
        for unit in ["", "m", "{}", "null"] {
            let bytes = try GraphEncoder().encode(Length(unit: unit)) as Bytes
            let error = expectError(GraphCodableError.self, .valueOutOfRange) {
                try GraphDecoder().decode(Measurement<UnitLength>.self, from: bytes)
            }
            #expect(error?.message == "The archive holds no \(UnitLength.self) where one was expected.")
        }
    }

    @Test func rangesWhoseBoundsAreNotInOrderAreRefused() throws {
        let reversed = Fields(fields: [(.lowerBound, 2), (.upperBound, 1)])
        #expect(try code(reversed, as: Range<Int>.self) == .valueOutOfRange)
        #expect(try code(reversed, as: ClosedRange<Int>.self) == .valueOutOfRange)
        #expect(try code(1, as: Range<Int>.self) == .typeMismatch)
        #expect(try code(Fields(fields: [(.location, 5), (.length, -1)]), as: NSRange.self) == .valueOutOfRange)
        #expect(try code(Fields(fields: [(.location, .max - 1), (.length, 2)]), as: NSRange.self) == .valueOutOfRange)
    }

    @Test func boundsThatAreNoNumbersAreRefused() throws {
        struct Bounds: GEncodable {
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(Double.nan, for: Fields.Key.lowerBound)
                try encoder.encode(1.0, for: Fields.Key.upperBound)
            }
        }
        #expect(try code(Bounds(), as: Range<Double>.self) == .valueOutOfRange)
        #expect(try code(Bounds(), as: ClosedRange<Double>.self) == .valueOutOfRange)
        #expect(try code(Bounds(), as: PartialRangeFrom<Double>.self) == .valueOutOfRange)
    }

    @Test func numbersAndTextsOfTheWrongSizeAreRefused() throws {
        #expect(try code("ab", as: Character.self) == .valueOutOfRange)
        #expect(try code("", as: Character.self) == .valueOutOfRange)
        #expect(try code(0xD800, as: Unicode.Scalar.self) == .valueOutOfRange)
        #expect(try code(-1, as: Unicode.Scalar.self) == .valueOutOfRange)
        #expect(try code([UInt8](repeating: 0, count: 15), as: UUID.self) == .valueOutOfRange)
        #expect(try code([1.0, 2.0], as: SIMD3<Double>.self) == .valueOutOfRange)
        #expect(try code([true], as: SIMDMask<SIMD4<Int>>.self) == .valueOutOfRange)
        #expect(try code(1e300, as: Float.self) == .valueOutOfRange)
    }

    @Test func foundationTypesRefuseWhatTheyCannotHold() throws {
        #expect(try code("Nowhere/Atlantis", as: TimeZone.self) == .valueOutOfRange)
        #expect(try code(Int.min + 1, as: TimeZone.self) == .valueOutOfRange)
        #expect(try code([3, 1], as: IndexSet.self) == .valueOutOfRange)
        #expect(try code([1, 3, 2, 4], as: IndexSet.self) == .valueOutOfRange)
        #expect(try code([-5, 3], as: IndexSet.self) == .valueOutOfRange)
        #expect(try code([1], as: IndexSet.self) == .valueOutOfRange)
        #expect(try code([UInt8](repeating: 1, count: 100), as: CharacterSet.self) == .valueOutOfRange)
        #expect(try code([UInt8](repeating: 17, count: 8_192 + 8_193), as: CharacterSet.self) == .valueOutOfRange)
        let emptyPlane = [UInt8](repeating: 1, count: 8_193) + [UInt8](repeating: 0, count: 8_192)
        #expect(try code(emptyPlane, as: CharacterSet.self) == .valueOutOfRange)
        #expect(try code(["a", "b", "c"], as: URL.self) == .valueOutOfRange)
        #expect(try code([] as [String], as: URL.self) == .valueOutOfRange)
        struct Interval: GEncodable {
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(0.0, for: Fields.Key.start)
                try encoder.encode(-1.0, for: Fields.Key.duration)
            }
        }
        #expect(try code(Interval(), as: DateInterval.self) == .valueOutOfRange)
        let decimal = Fields(fields: [(.mantissa, 1), (.exponent, 300), (.isNegative, 0)])
        #expect(try code(decimal, as: Decimal.self) == .valueOutOfRange)
    }

    @Test(arguments: [
        [(URLParts.Key.scheme, "1:2")], [(.scheme, "")], [(.path, "a b")], [(.path, "%zz")],
        [(.path, ""), (.query, "%")],
        [(.host, "a/b")], [(.host, "[x")], [(.host, "a:b")], [(.host, "[::1]x")], [(.host, "x[::1]")], [(.host, "]")],
        [(.host, "[")],
        [(.host, "[::1")], [(.host, "::1")], [(.user, "a:b")], [(.password, "a:b")], [(.scheme, "[")], [(.host, "ü")],
        [(.path, "[")], [(.path, "a\u{0}")],
    ])
    func componentsOfURLsWithForbiddenCharactersAreRefused(fields: [(URLParts.Key, String)]) throws {
        #expect(try code(URLParts(fields: fields), as: URLComponents.self) == .valueOutOfRange)
    }

    @Test func componentsOfURLsNeedAPath() throws {
        #expect(try code(URLParts(fields: []), as: URLComponents.self) == .keyNotFound)
        #expect(try code(URLParts(fields: [(.path, "")]), as: URLComponents.self) == nil)
    }

    @Test(arguments: [1_000, 32_767, 100_000])
    func hostsThatFoundationDoesNotTellAreRefused(length: Int) throws {
        let parts = URLParts(fields: [(.host, String(repeating: "a", count: length)), (.path, "/p")])
        var components = URLComponents()
        components.percentEncodedHost = String(repeating: "a", count: length)
        let isTold = components.percentEncodedHost != nil
        #expect(try code(parts, as: URLComponents.self) == (isTold ? nil : .valueOutOfRange))
    }

    @Test func hostsThatFoundationTakesComeBack() throws {
        for host in ["a", "", "%20", "[::1]", "[fe80::1%25en0]", "a.b-c~d", "[v1.a:b]", "xn--bcher-kva"] {
            let parts = URLParts(fields: [(.scheme, "http"), (.host, host), (.path, "/p")])
            let decoded = try GraphDecoder().decode(URLComponents.self, from: GraphEncoder().encode(parts) as Bytes)
            let again = try GraphDecoder().decode(URLComponents.self, from: GraphEncoder().encode(decoded) as Bytes)
            #expect(again == decoded)
        }
    }

    @Test func decimalNumbersThatAreTooLargeAreRefused() throws {
        struct Number: GEncodable {
            let mantissa: UInt128
            let exponent: Int8
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(mantissa, for: Fields.Key.mantissa)
                try encoder.encode(exponent, for: Fields.Key.exponent)
                try encoder.encode(false, for: Fields.Key.isNegative)
            }
        }
        #expect(try code(Number(mantissa: .max, exponent: 127), as: Decimal.self) == nil)
        for mantissa in [1, 12_345, UInt128.max, UInt128.max - 7] {
            for exponent in Int8.min...Int8.max {
                let bytes = try GraphEncoder().encode(Number(mantissa: mantissa, exponent: exponent)) as Bytes
                let number = try? GraphDecoder().decode(Decimal.self, from: bytes)
                #expect(number?.isNaN != true, "\(mantissa)·10^\(exponent)")
            }
        }
    }

    @Test func characterSetsOfManyScatteredMembersComeBack() throws {
        var bitmap = Data(repeating: 0x55, count: 8_192)
        for plane in UInt8(1)...16 { bitmap += [plane] + Data(repeating: 0xA5, count: 8_192) }
        let set = try GraphDecoder().decode(CharacterSet.self, from: GraphEncoder().encode(bitmap) as Bytes)
        #expect(set.contains("\u{4}") && !set.contains("\u{5}") && set.contains("\u{10002}"))
        #expect(set.bitmapRepresentation == bitmap)
        let decoded = try GraphDecoder().decode(CharacterSet.self, from: GraphEncoder().encode(set) as Bytes)
        #expect(decoded == set && decoded.hashValue == set.hashValue)
    }

    @Test func characterSetsWithoutTheMembersOfAPlaneComeBack() throws {
        var set = CharacterSet(charactersIn: "a😀")
        var inverted = set.inverted
        set.remove("😀")
        for plane in UInt32(1)...16 {
            let scalars = [plane << 16, plane << 16 + 0xFFFF].compactMap(Unicode.Scalar.init)
            inverted.remove(charactersIn: scalars[0]...scalars[1])
        }
        for set in [set, inverted] {
            let bytes: Bytes = try GraphEncoder().encode(set)
            let decoded = try GraphDecoder().decode(CharacterSet.self, from: bytes)
            #expect(decoded.bitmapRepresentation == set.bitmapRepresentation.prefix(8_192))
            #expect(decoded.contains("a") == set.contains("a") && decoded.contains("b") == set.contains("b"))
            #expect(try GraphEncoder().encode(decoded) == bytes)
            #expect(try CharacterSet(binaryIOBytes: set.binaryIOBytes()) == decoded)
        }
    }

    @Test func measurementsWhoseUnitsFoundationCannotEncodeAreRefused() {
        let efficiency = Measurement(value: 1, unit: UnitFuelEfficiency.milesPerGallon)
        #expect(throws: GraphCodableError.self) { try GraphEncoder().encode(efficiency) as Bytes }
    }

    @Test func changesThatMakeNoDifferenceAreRefused() throws {
        let negative = Fields(fields: [(.insert, -1), (.element, 1)])
        #expect(try code([negative], as: CollectionDifference<Int>.self) == .valueOutOfRange)
        let twice = Fields(fields: [(.insert, 1), (.element, 1)])
        #expect(try code([twice, twice], as: CollectionDifference<Int>.self) == .valueOutOfRange)
        let unpaired = Fields(fields: [(.insert, 1), (.element, 1), (.associatedWith, 7)])
        #expect(try code([unpaired], as: CollectionDifference<Int>.self) == .valueOutOfRange)
    }

    @Test func measurementsInManyUnitsComeBack() throws {
        let units = (1...200).map {
            UnitLength(symbol: "ell \($0)", converter: UnitConverterLinear(coefficient: Double($0)))
        }
        let lengths = (0..<400).map { Measurement(value: Double($0), unit: units[$0 % 200]) }
        let bytes = try GraphEncoder().encode(lengths) as Bytes
        let copies = try GraphDecoder().decode([Measurement<UnitLength>].self, from: bytes)
        #expect(copies.map(\.value) == lengths.map(\.value))
        #expect(copies.map(\.unit.symbol) == lengths.map(\.unit.symbol))
        #expect(copies.map { $0.converted(to: .meters).value } == lengths.map { $0.converted(to: .meters).value })
    }

    @Test func aMeasurementAlwaysGivesTheSameBytes() throws {
        // Foundation writes the parts of a unit in any order, unless it is told to sort them.
        for unit in [UnitLength.miles, UnitLength(symbol: "ell", converter: UnitConverterLinear(coefficient: 1.1))] {
            let archives = try Set(
                (0..<40).map { _ in try GraphEncoder().encode(Measurement(value: 1, unit: unit)) as Bytes })
            #expect(archives.count == 1)
        }
    }
}
