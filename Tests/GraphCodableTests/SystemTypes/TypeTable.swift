import Dispatch
import Foundation

@testable import GraphCodable

/// All types that are archived without any code of the program, with edge values.
enum TypeTable {
    static let standardLibrary: [TypeCase] =
        integers + numbers + text + collections + ranges + others + vectors

    static let foundation: [TypeCase] = plainFoundation + compositeFoundation + geometry + dispatch

    private static func integer<Value: FixedWidthInteger & GCodable>(_ type: Value.Type) -> TypeCase {
        var values: [Value] = [0, 1, 63, 64, 127, .max, .max - 1, .min, .min + 1]
        for shift in stride(from: 7, to: Value.bitWidth, by: 8) {
            values += [1 << shift, (1 << shift) &- 1, ~(1 << shift), 0 &- (1 << shift)]
        }
        return TypeCase("\(type)", values)
    }

    private static let integers = [
        integer(Int.self), integer(Int8.self), integer(Int16.self), integer(Int32.self), integer(Int64.self),
        integer(Int128.self), integer(UInt.self), integer(UInt8.self), integer(UInt16.self), integer(UInt32.self),
        integer(UInt64.self), integer(UInt128.self),
    ]

    private static let numbers = [
        TypeCase("Bool", [true, false]),
        TypeCase(
            "Double",
            [
                0, -0.0, 1.5, 0.1, .pi, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .nan,
                .signalingNaN, Double(nan: 0x1234, signaling: false), Double(bitPattern: 0xFFF8_0000_0000_0001),
                Double(bitPattern: 0x7FF8_0000_2000_0000), 16_777_217, Double(Float.leastNonzeroMagnitude),
            ],
            note: "Four bytes where those hold all bits, else eight. Bits are kept.",
            areSame: { $0.bitPattern == $1.bitPattern }),
        TypeCase(
            "Float",
            [
                0, -0.0, 1.5, 0.1, .infinity, .greatestFiniteMagnitude, .nan, .signalingNaN,
                Float(nan: 0x12, signaling: false),
            ],
            note: "Four bytes.", areSame: { $0.bitPattern == $1.bitPattern }),
        TypeCase(
            "Float16", [0, -0.0, 1.5, .infinity, .greatestFiniteMagnitude, .nan, Float16(nan: 0x12, signaling: false)],
            note: "Two bytes. Not on macOS for Intel.", areSame: { $0.bitPattern == $1.bitPattern }),
    ]

    private static let text = [
        TypeCase(
            "String",
            ["", "a", "\0", "é", "e\u{301}", "👩‍👩‍👧‍👦", String(repeating: "x", count: 31), String(repeating: "x", count: 32)]
                + [String(repeating: "ü", count: 100_000)],
            note: "UTF-8 as it is; nothing is normalized.", areSame: { $0.utf8.elementsEqual($1.utf8) }),
        TypeCase("Substring", ["", "abc"[...], "abcdef".dropFirst(3)] as [Substring]),
        TypeCase("Character", ["a", "\0", "é", "👩‍👩‍👧‍👦", "\r\n"] as [Character]),
        TypeCase("Unicode.Scalar", ["a", "\0", "\u{D7FF}", "\u{E000}", "\u{10FFFF}"] as [Unicode.Scalar]),
    ]

    private static let collections = [
        TypeCase(
            "Optional", [1, nil] as [Int?], note: "nil, or the value alone; an optional in an optional is marked."),
        TypeCase("Array of numbers", [[], [1], Array(0..<100_000)], note: "The elements' memory, little-endian."),
        TypeCase("Array", [[], [""], ["a", "b"], (0..<10_000).map { "\($0)" }]),
        TypeCase("ContiguousArray", [[], ["a"], ContiguousArray((0..<1_000).map { "\($0)" })]),
        TypeCase("ArraySlice", [[], ["a", "b", "c"].dropFirst()], note: "Decoded indices begin at 0."),
        TypeCase("Set", [[], ["a"], Set((0..<10_000).map { "\($0)" })], note: "As an array of its elements."),
        TypeCase(
            "Dictionary", [[:], ["a": [1]], Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("\($0)", [$0]) })]),
    ]

    private static let ranges = [
        TypeCase("Range", [0..<0, -1..<1, Int.min..<Int.max]),
        TypeCase("ClosedRange", [0...0, Int.min...Int.max]),
        TypeCase("PartialRangeFrom", [0..., Int.min...], areSame: { $0.lowerBound == $1.lowerBound }),
        TypeCase("PartialRangeThrough", [...0, ...Int.max], areSame: { $0.upperBound == $1.upperBound }),
        TypeCase("PartialRangeUpTo", [..<0, ..<Int.min], areSame: { $0.upperBound == $1.upperBound }),
    ]

    enum Case: String, GCodable, Error { case one, two }
    struct Set8: OptionSet, GCodable { let rawValue: UInt8 }

    private static let others = [
        TypeCase(
            "RawRepresentable", [Case.one, .two],
            note: "Enumerations and option sets that say so: the raw value, which may be of another type."),
        TypeCase("OptionSet", [Set8(rawValue: 0), Set8(rawValue: 255)]),
        TypeCase("Result", [.success(1), .failure(.two)] as [Result<Int, Case>]),
        TypeCase(
            "CollectionDifference",
            [[], [1, 2], [3, 1, 2, 2]].map { [2, 1, 2].difference(from: $0) }
                + [[1, 2, 3].difference(from: [3, 2, 1]).inferringMoves()]),
        TypeCase(
            "CollectionDifference.Change",
            [
                .insert(offset: 0, element: "a", associatedWith: nil),
                .remove(offset: 3, element: "b", associatedWith: 1),
            ]
                as [CollectionDifference<String>.Change]),
        TypeCase(
            "Duration",
            [.zero, .nanoseconds(1), .seconds(-3), Duration(secondsComponent: .max, attosecondsComponent: 1)],
            note: "Attoseconds."),
    ]

    private static let vectors = [
        TypeCase("SIMD2", [SIMD2(1, -1), SIMD2(Int.max, .min)]),
        TypeCase("SIMD3", [SIMD3<Float>(1, 2, -0.0)]),
        TypeCase("SIMD4", [SIMD4<Double>(1, 2, 3, .infinity)]),
        TypeCase("SIMD8", [SIMD8<UInt8>(repeating: 255)]),
        TypeCase("SIMD16", [SIMD16<Int16>(repeating: -1)]),
        TypeCase("SIMD32", [SIMD32<UInt32>(repeating: .max)]),
        TypeCase("SIMD64", [SIMD64<Int8>(repeating: .min)]),
        TypeCase("SIMDMask", [SIMD4<Int>(1, 2, 3, 4) .> SIMD4(2, 2, 2, 2), SIMDMask<SIMD4<Int>>(repeating: true)]),
    ]
}

extension TypeTable {
    private static let plainFoundation = [
        TypeCase("Data", [Data(), Data([0, 255]), Data(repeating: 7, count: 1 << 20)], note: "The bytes."),
        TypeCase(
            "Date",
            [Date(timeIntervalSinceReferenceDate: 0), .distantPast, .distantFuture, Date(timeIntervalSince1970: 0.1)]
                + [Date(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude)],
            note: "Seconds since 2001 in UTC, exactly."),
        TypeCase("UUID", [UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))], note: "16 bytes."),
        TypeCase(
            "URL",
            [
                "https://example.org/a%20b?q=1#f", "file:///tmp/x", "mailto:a@b.c", "relative/path",
            ].compactMap { URL(string: $0) }
                + [URL(string: "c?d", relativeTo: URL(string: "https://example.org/a/b"))].compactMap { $0 },
            note: "Its text; with a base, the relative text and the base's."),
        TypeCase(
            "Locale", [Locale(identifier: "en_US"), Locale(identifier: "zh-Hans_CN@calendar=buddhist")],
            note: "The identifier."),
        TypeCase(
            "TimeZone",
            ["Europe/Zurich", "GMT", "America/Argentina/Ushuaia"].compactMap { TimeZone(identifier: $0) }
                + [-5_400, 3_600, 64_800].compactMap { TimeZone(secondsFromGMT: $0) },
            note: "The identifier, or the seconds from GMT where there is none."),
        TypeCase("IndexPath", [[], [1], [1, 2, 3, Int.max]] as [IndexPath]),
        TypeCase(
            "IndexSet", [[], [0], IndexSet(integersIn: 3..<9).union([20, 100_000]), [Int.max - 1]],
            note: "The bounds of its ranges."),
        TypeCase(
            "CharacterSet",
            [.init(), .init(charactersIn: "a👍"), .alphanumerics, CharacterSet(charactersIn: "a").inverted],
            note: "Foundation's bitmap."),
    ]

    private static let compositeFoundation = [
        TypeCase(
            "URLComponents",
            [
                "https://user:pass@example.org:8080/a%20b;c?q=1&r=%3D#f", "mailto:a@b.c", "/p", "", "http://[::1]/x:y",
            ].compactMap { URLComponents(string: $0) },
            note: "The components, percent-encoded. Foundation may decode a host: `ex%61mple.com` comes back as "
                + "`example.com`."),
        TypeCase(
            "Decimal",
            [
                0, 1, -1.5, .pi, .nan, .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude,
                Decimal(string: "123456789012345678901234567890.12345678") ?? 0,
                Decimal(sign: .minus, exponent: 100, significand: 7),
            ], note: "Mantissa, exponent and sign.", areSame: { $0 == $1 || ($0.isNaN && $1.isNaN) }),
        TypeCase(
            "Calendar",
            ([.gregorian, .buddhist, .hebrew, .iso8601, .japanese] as [Calendar.Identifier]).map { identifier in
                var calendar = Calendar(identifier: identifier)
                calendar.timeZone = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
                calendar.locale = Locale(identifier: "de_CH")
                calendar.firstWeekday = 3
                calendar.minimumDaysInFirstWeek = 4
                return calendar
            }, note: "The name and the settings."),
        TypeCase(
            "DateComponents",
            [
                DateComponents(), DateComponents(year: 2024, month: 2, day: 30, nanosecond: -1),
                DateComponents(calendar: Calendar(identifier: .coptic), timeZone: .gmt, era: 1, weekOfYear: 53),
                dayOfYear, repeatedDay,
            ], note: "The components that there are."),
        TypeCase(
            "DateInterval",
            [DateInterval(start: .distantPast, end: .distantFuture), DateInterval(start: Date(), duration: 0)]),
        TypeCase("PersonNameComponents", [PersonNameComponents(), name]),
        TypeCase("NSRange", [NSRange(location: 0, length: 0), NSRange(location: NSNotFound, length: 0)]),
        TypeCase(
            "Measurement",
            [
                Measurement(value: 1.5, unit: UnitLength.miles),
                Measurement(
                    value: -0.0, unit: UnitLength(symbol: "ell", converter: UnitConverterLinear(coefficient: 1.143))),
            ],
            note: "The value, and the unit as JSON. Units without a linear conversion, such as fuel efficiency, "
                + "cannot be encoded."),
    ]

    private static var dayOfYear: DateComponents {
        var components = DateComponents(year: 2024)
        components.dayOfYear = 366
        return components
    }

    private static var repeatedDay: DateComponents {
        var components = DateComponents(day: 3)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            components.isRepeatedDay = true
        }
        return components
    }

    private static var name: PersonNameComponents {
        var name = PersonNameComponents()
        name.givenName = "Ada"
        name.familyName = "Lovelace"
        name.namePrefix = "Lady"
        name.phoneticRepresentation = PersonNameComponents()
        name.phoneticRepresentation?.givenName = "Eida"
        return name
    }

    private static let geometry = [
        TypeCase(
            "CGFloat", [0, -0.0, 0.1, .infinity, .nan] as [CGFloat], note: "As Double.",
            areSame: { $0.native.bitPattern == $1.native.bitPattern }),
        TypeCase("CGPoint", [CGPoint(x: 0.5, y: -1)]),
        TypeCase("CGSize", [CGSize(width: -1, height: 1e300)]),
        TypeCase("CGRect", [CGRect(x: 1, y: 2, width: -3, height: 4)]),
        TypeCase("AffineTransform", [AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6), .identity]),
    ]

    private static let dispatch = [
        TypeCase(
            "DispatchTime", [DispatchTime(uptimeNanoseconds: 1), .distantFuture, .now()],
            note: "Nanoseconds since the system started."),
        TypeCase(
            "DispatchTimeInterval",
            [.seconds(1), .milliseconds(-1), .microseconds(.max), .nanoseconds(0), .never] as [DispatchTimeInterval]),
    ]
}
