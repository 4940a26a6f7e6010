import Dispatch
import Foundation
import GraphCodable

/// Values of the types that need no code: the input says what their archives hold. The first byte is the number of a type. What
/// can be decoded is encoded again and must come back.
public enum ValueTarget {
    /// The names of the types.
    public static var typeNames: [String] { subjects.map(\.name) }

    /// Decodes what an input says under a policy.
    ///
    /// - Parameters:
    ///   - bytes: The number of a type, and what its archive holds. Both may be anything.
    ///   - policy: What the decoder may use.
    public static func run(_ bytes: UnsafeRawBufferPointer, policy: GraphDecodingPolicy) {
        guard let first = bytes.first else { return }
        let subject = subjects[Int(first) % subjects.count]
        var writer = ArchiveWriter(input: bytes.dropFirst(), keys: subject.keys, likely: subject.likely)
        subject.run(&writer, policy)
    }

    /// The places of a type at which texts stand: of keys, or 0 for a type without keys.
    public static func textSlots(of number: Int) -> [Int] {
        let subject = subjects[number]
        return (0..<max(subject.keys.count, 1)).filter { subject.likely[$0 % subject.likely.count] == .text }
    }

    /// Decodes many values of a type that share one text.
    public static func runSharedText(
        _ text: String, of number: Int, slot: Int, count: Int, policy: GraphDecodingPolicy
    ) {
        let subject = subjects[number]
        var writer = ArchiveWriter(input: [], keys: subject.keys, likely: subject.likely)
        subject.runMany(writer.archiveOfSharedText(text, for: slot, count: count), policy)
    }

    /// Two inputs for each type: one whose values are zero, and one that holds a bit of everything.
    static func seeds() -> [[UInt8]] {
        (0..<subjects.count).flatMap { number -> [[UInt8]] in
            let number = UInt8(number)
            return [[number], [number] + (0..<200).map { UInt8(truncatingIfNeeded: $0 * 37) &+ number }]
        }
    }

    private static let subjects: [ValueSubject] = texts + dates + measures + numbers + collections

    private static let texts: [ValueSubject] = [
        ValueSubject(
            hashable: URLComponents.self, .text, .text, .text, .text, .integer, .text, .text, .text,
            keys: ["scheme", "user", "password", "host", "port", "path", "query", "fragment"]),
        ValueSubject(hashable: URL.self, .text, .sequence),
        ValueSubject(hashable: CharacterSet.self, .packed, .sequence),
        ValueSubject(hashable: Locale.self, .text),
        ValueSubject(
            hashable: PersonNameComponents.self, .text, .text, .text, .text, .text, .text, .composite,
            keys: [
                "namePrefix", "givenName", "middleName", "familyName", "nameSuffix", "nickname",
                "phoneticRepresentation",
            ]),
        ValueSubject(hashable: String.self, .text),
        ValueSubject(hashable: Substring.self, .text),
        ValueSubject(hashable: Character.self, .text),
        ValueSubject(hashable: Unicode.Scalar.self, .integer, .text),
        ValueSubject(hashable: UUID.self, .packed, .sequence),
        ValueSubject(hashable: Data.self, .packed, .sequence),
    ]

    private static let dates: [ValueSubject] = [
        ValueSubject(hashable: Date.self, .float),
        ValueSubject(hashable: DateInterval.self, .float, keys: ["start", "duration"]),
        ValueSubject(hashable: TimeZone.self, .text, .integer),
        ValueSubject(
            hashable: Calendar.self, .text, .text, .integer, .integer, .text,
            keys: ["identifier", "timeZone", "firstWeekday", "minimumDaysInFirstWeek", "locale"]),
        ValueSubject(
            hashable: DateComponents.self, .none, .text, .integer, .integer, .integer, .integer, .integer, .integer,
            .integer, .integer, .integer,
            .integer, .integer, .integer, .integer, .integer, .boolean,
            keys: [
                "calendar", "timeZone", "era", "year", "month", "day", "hour", "minute", "second", "nanosecond",
                "weekday",
                "weekdayOrdinal", "quarter", "weekOfMonth", "weekOfYear", "yearForWeekOfYear", "isLeapMonth",
            ]),
        ValueSubject(hashable: Duration.self, .integer),
        ValueSubject(DispatchTime.self, .integer),
        ValueSubject(
            DispatchTimeInterval.self, .integer, keys: ["seconds", "milliseconds", "microseconds", "nanoseconds"]),
    ]

    private static let measures: [ValueSubject] = [
        ValueSubject(hashable: Measurement<UnitLength>.self, .float, .text, keys: ["value", "unit"]),
        ValueSubject(hashable: Measurement<Unit>.self, .float, .text, keys: ["value", "unit"]),
        ValueSubject(hashable: Measurement<Dimension>.self, .float, .text, keys: ["value", "unit"]),
        ValueSubject(hashable: NSRange.self, .integer, keys: ["location", "length"]),
        ValueSubject(hashable: CGFloat.self, .float),
        ValueSubject(hashable: CGPoint.self, .float, keys: ["x", "y"]),
        ValueSubject(CGSize.self, .float, keys: ["width", "height"]),
        ValueSubject(
            CGRect.self, .composite, .composite, .float, .float, .float, .float,
            keys: ["origin", "size", "x", "y", "width", "height"]),
        ValueSubject(hashable: AffineTransform.self, .float, keys: ["m11", "m12", "m21", "m22", "tX", "tY"]),
    ]

    private static let numbers: [ValueSubject] = [
        ValueSubject(hashable: Bool.self, .boolean),
        ValueSubject(hashable: Int.self, .integer),
        ValueSubject(hashable: UInt8.self, .integer),
        ValueSubject(hashable: Int128.self, .integer),
        ValueSubject(hashable: Double.self, .float),
        ValueSubject(hashable: Float.self, .float),
        ValueSubject(
            hashable: Decimal.self, .integer, .integer, .boolean, keys: ["mantissa", "exponent", "isNegative"]),
        ValueSubject(hashable: SIMD4<Float>.self, .packed, .sequence, .float),
        ValueSubject(hashable: SIMD64<UInt8>.self, .packed, .sequence),
        ValueSubject(hashable: SIMDMask<SIMD4<Int32>>.self, .packed, .sequence, .boolean),
        ValueSubject(hashable: Range<Int>.self, .integer, keys: ["lowerBound", "upperBound"]),
        ValueSubject(hashable: ClosedRange<Double>.self, .float, keys: ["lowerBound", "upperBound"]),
        ValueSubject(hashable: ClosedRange<String>.self, .text, keys: ["lowerBound", "upperBound"]),
        ValueSubject(PartialRangeFrom<Double>.self, .float, keys: ["lowerBound"]),
    ]

    /// A trivial type.
    struct Pair: GTrivialCodable, Hashable {
        var first, second: Int8
    }

    private static let collections: [ValueSubject] = [
        ValueSubject(hashable: IndexSet.self, .packed, .sequence, .integer),
        ValueSubject(hashable: IndexPath.self, .packed, .sequence, .integer),
        ValueSubject(hashable: [Int].self, .packed, .sequence, .integer),
        ValueSubject(hashable: [[String]].self, .sequence, .text),
        ValueSubject(hashable: Set<Double>.self, .packed, .sequence, .float),
        ValueSubject(hashable: Set<Set<IndexSet>>.self, .sequence, .sequence, .packed, .integer),
        ValueSubject(hashable: [Data: Decimal].self, .map, .packed),
        ValueSubject(hashable: Int??.self, .integer, .none, .some),
        ValueSubject(hashable: ArraySlice<Double?>.self, .sequence, .float, .none, .packed),
        ValueSubject(hashable: ContiguousArray<Date>.self, .sequence, .float, .packed),
        ValueSubject(
            hashable: CollectionDifference<Int>.self, .sequence, .integer, .none, .part,
            keys: ["insert", "remove", "element", "associatedWith"]),
        ValueSubject(hashable: [Pair].self, .binary, .sequence),
    ]
}
