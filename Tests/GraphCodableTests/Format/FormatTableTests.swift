import Dispatch
import Foundation
import GraphCodable
import Testing

/// The keys of the table in section 2 of `Docs/format-types.md` are those that the encoder writes.
struct FormatTableTests {
    /// Values of each type that have all keys together.
    private static func samples() throws -> [String: [any GEncodable]] {
        var components = DateComponents(
            calendar: Calendar(identifier: .coptic), timeZone: .gmt, era: 1, year: 2, month: 3, day: 4, hour: 5,
            minute: 6,
            second: 7, nanosecond: 8, weekday: 9, weekdayOrdinal: 10, quarter: 1, weekOfMonth: 2, weekOfYear: 3,
            yearForWeekOfYear: 4)
        components.isLeapMonth = true
        components.dayOfYear = 5
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            components.isRepeatedDay = false
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "de_CH")
        var name = PersonNameComponents()
        name.namePrefix = "a"
        name.givenName = "b"
        name.middleName = "c"
        name.familyName = "d"
        name.nameSuffix = "e"
        name.nickname = "f"
        name.phoneticRepresentation = PersonNameComponents()
        let address = try #require(URLComponents(string: "http://user:password@host:80/path?query#fragment"))
        let results: [Result<Int, Failure>] = [.success(1), .failure(Failure())]
        let changes = [1, 2, 5].difference(from: [2, 1, 4]).inferringMoves()
        return [
            "Range": [1..<2], "ClosedRange": [1...2], "PartialRangeFrom": [1...], "PartialRangeThrough": [...2],
            "PartialRangeUpTo": [..<2], "Result": results, "CollectionDifference.Change": Array(changes),
            "Decimal": [Decimal(1)], "DateComponents": [components], "Calendar": [calendar],
            "DateInterval": [DateInterval(start: .distantPast, duration: 1)], "PersonNameComponents": [name],
            "NSRange": [NSRange(location: 1, length: 2)], "URLComponents": [address],
            "Measurement": [Measurement(value: 1, unit: UnitLength.miles)], "CGPoint": [CGPoint(x: 1, y: 2)],
            "CGSize": [CGSize(width: 1, height: 2)], "CGRect": [CGRect(x: 1, y: 2, width: 3, height: 4)],
            "AffineTransform": [AffineTransform(translationByX: 1, byY: 2)],
            "DispatchTimeInterval": [
                DispatchTimeInterval.seconds(1), DispatchTimeInterval.milliseconds(1),
                DispatchTimeInterval.microseconds(1),
                DispatchTimeInterval.nanoseconds(1),
            ],
        ]
    }

    private struct Failure: Error, GCodable {
        init() {}
        init(from decoder: any GDecoder) throws {}
        func encode(to encoder: any GEncoder) throws {}
    }

    /// The types of the table, each with the keys that stand in its row.
    private static func documentedKeys() throws -> [(types: [String], keys: [String])] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs/format-types.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## 2. ").dropFirst().first)
        let table = try #require(section.components(separatedBy: "\n## ").first)
        return table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let columns = line.split(separator: "|").map(String.init)
            let names = columns.map { column in
                column.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            }
            // Names of types begin with a capital letter; `never` is said to have no key.
            return (names[0], names[1].filter { $0.first?.isLowercase == true && $0 != "never" })
        }
    }

    @Test func theKeysOfTheTableAreThoseThatTheEncoderWritesInTheirOrder() throws {
        let rows = try Self.documentedKeys()
        let samples = try Self.samples()
        #expect(rows.count > 15)
        for (types, keys) in rows {
            // Only Apple's systems have this one.
            for type in types where type != "CGVector" {
                let values = try #require(samples[type], "\(type) has no samples")
                var found: Set<String> = []
                for value in values {
                    let archive: Bytes = try Self.encode(value)
                    for shape in try GraphArchive(archive).summary.shapes {
                        let written = shape.keys.compactMap(\.self)
                        // Other shapes are those of values inside.
                        guard !written.isEmpty, Set(written).isSubset(of: keys) else { continue }
                        found.formUnion(written)
                        #expect(written == keys.filter(written.contains), "\(type)")
                    }
                }
                #expect(found == Set(keys), "\(type)")
            }
        }
        #expect(Set(rows.flatMap(\.types)).subtracting(["CGVector"]) == Set(samples.keys))
    }

    private static func encode(_ value: some GEncodable) throws -> Bytes {
        try GraphEncoder().encode(value)
    }
}
