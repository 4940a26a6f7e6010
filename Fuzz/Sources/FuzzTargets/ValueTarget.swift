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

    private static let subjects: [any ValueSubject] = texts + dates + measures + numbers + collections

    private static let texts: [any ValueSubject] = [
        HashableSubject<URLComponents>(
            .text, .text, .text, .text, .integer, .text, .text, .text,
            keys: ["scheme", "user", "password", "host", "port", "path", "query", "fragment"]),
        HashableSubject<URL>(.text, .sequence),
        HashableSubject<CharacterSet>(.packed, .sequence),
        HashableSubject<Locale>(.text),
        HashableSubject<PersonNameComponents>(
            .text, .text, .text, .text, .text, .text, .composite,
            keys: [
                "namePrefix", "givenName", "middleName", "familyName", "nameSuffix", "nickname",
                "phoneticRepresentation",
            ]),
        HashableSubject<String>(.text),
        HashableSubject<Substring>(.text),
        HashableSubject<Character>(.text),
        HashableSubject<Unicode.Scalar>(.integer, .text),
        HashableSubject<UUID>(.packed, .sequence),
        HashableSubject<Data>(.packed, .sequence),
    ]

    private static let dates: [any ValueSubject] = [
        HashableSubject<Date>(.float),
        HashableSubject<DateInterval>(.float, keys: ["start", "duration"]),
        HashableSubject<TimeZone>(.text, .integer),
        HashableSubject<Calendar>(
            .text, .text, .integer, .integer, .text,
            keys: ["identifier", "timeZone", "firstWeekday", "minimumDaysInFirstWeek", "locale"]),
        HashableSubject<DateComponents>(
            .none, .text, .integer, .integer, .integer, .integer, .integer, .integer, .integer, .integer, .integer,
            .integer, .integer, .integer, .integer, .integer, .boolean,
            keys: [
                "calendar", "timeZone", "era", "year", "month", "day", "hour", "minute", "second", "nanosecond",
                "weekday",
                "weekdayOrdinal", "quarter", "weekOfMonth", "weekOfYear", "yearForWeekOfYear", "isLeapMonth",
            ]),
        HashableSubject<Duration>(.integer),
        PlainSubject<DispatchTime>(.integer),
        PlainSubject<DispatchTimeInterval>(
            .integer, keys: ["seconds", "milliseconds", "microseconds", "nanoseconds"]),
    ]

    private static let measures: [any ValueSubject] = [
        HashableSubject<Measurement<UnitLength>>(.float, .text, keys: ["value", "unit"]),
        HashableSubject<Measurement<Unit>>(.float, .text, keys: ["value", "unit"]),
        HashableSubject<Measurement<Dimension>>(.float, .text, keys: ["value", "unit"]),
        HashableSubject<NSRange>(.integer, keys: ["location", "length"]),
        HashableSubject<CGFloat>(.float),
        HashableSubject<CGPoint>(.float, keys: ["x", "y"]),
        PlainSubject<CGSize>(.float, keys: ["width", "height"]),
        PlainSubject<CGRect>(
            .composite, .composite, .float, .float, .float, .float,
            keys: ["origin", "size", "x", "y", "width", "height"]),
        HashableSubject<AffineTransform>(.float, keys: ["m11", "m12", "m21", "m22", "tX", "tY"]),
    ]

    private static let numbers: [any ValueSubject] = [
        HashableSubject<Bool>(.boolean),
        HashableSubject<Int>(.integer),
        HashableSubject<UInt8>(.integer),
        HashableSubject<Int128>(.integer),
        HashableSubject<Double>(.float),
        HashableSubject<Float>(.float),
        HashableSubject<Decimal>(.integer, .integer, .boolean, keys: ["mantissa", "exponent", "isNegative"]),
        HashableSubject<SIMD4<Float>>(.packed, .sequence, .float),
        HashableSubject<SIMD64<UInt8>>(.packed, .sequence),
        HashableSubject<SIMDMask<SIMD4<Int32>>>(.packed, .sequence, .boolean),
        HashableSubject<Range<Int>>(.integer, keys: ["lowerBound", "upperBound"]),
        HashableSubject<ClosedRange<Double>>(.float, keys: ["lowerBound", "upperBound"]),
        HashableSubject<ClosedRange<String>>(.text, keys: ["lowerBound", "upperBound"]),
        PlainSubject<PartialRangeFrom<Double>>(.float, keys: ["lowerBound"]),
    ]

    /// A trivial type.
    struct Pair: GTrivialCodable, Hashable {
        var first, second: Int8
    }

    private static let collections: [any ValueSubject] = [
        HashableSubject<IndexSet>(.packed, .sequence, .integer),
        HashableSubject<IndexPath>(.packed, .sequence, .integer),
        HashableSubject<[Int]>(.packed, .sequence, .integer),
        HashableSubject<[[String]]>(.sequence, .text),
        HashableSubject<Set<Double>>(.packed, .sequence, .float),
        HashableSubject<Set<Set<IndexSet>>>(.sequence, .sequence, .packed, .integer),
        HashableSubject<[Data: Decimal]>(.map, .packed),
        HashableSubject<Int??>(.integer, .none, .some),
        HashableSubject<ArraySlice<Double?>>(.sequence, .float, .none, .packed),
        HashableSubject<ContiguousArray<Date>>(.sequence, .float, .packed),
        HashableSubject<CollectionDifference<Int>>(
            .sequence, .integer, .none, .part, keys: ["insert", "remove", "element", "associatedWith"]),
        HashableSubject<[Pair]>(.binary, .sequence),
    ]
}
