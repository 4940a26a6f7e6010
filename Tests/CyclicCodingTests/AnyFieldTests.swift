import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// Calls the initializer of its value, as wrappers do.
struct Wrapper<Value: Codable>: Codable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try Value(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

/// A type of Foundation or the standard library, and the keys of its fields.
private struct Subject {
    let keys: [String]
    /// Decodes a container as the type. What can be decoded must be encodable, and decodable again.
    let run: (FlattenedContainer) -> Void

    init<Value: Codable & Hashable>(_ type: Value.Type, _ keys: String...) {
        self.keys = keys
        run = { container in
            let decoder = CyclicDecoder()
            let wrapper = try? decoder.decode(Wrapper<Value>.self, from: container)
            guard let value = (try? decoder.decode(Value.self, from: container)) ?? wrapper?.value else { return }
            _ = (value.hashValue, value == value)
            guard let flattened = try? CyclicEncoder().flatten(value),
                (try? decoder.decode(Value.self, from: flattened)) != nil
            else {
                Issue.record("A \(type) cannot be encoded and decoded again.")
                return
            }
        }
    }
}

/// Values whose fields are there and hold anything.
struct AnyFieldTests {
    private let subjects = [
        Subject(
            Calendar.self, "identifier", "locale", "timeZone", "firstWeekday", "minimumDaysInFirstWeek", "current"),
        Subject(DateComponents.self, "calendar", "timeZone", "year", "month", "day", "nanosecond", "isLeapMonth"),
        Subject(CharacterSet.self, "bitmap"),
        Subject(IndexSet.self, "indexes"),
        Subject(IndexPath.self, "indexes"),
        Subject(URLComponents.self, "path", "scheme", "host", "user", "password", "port", "query", "fragment"),
        Subject(URL.self, "relative", "base"),
        Subject(DateInterval.self, "start", "duration"),
        Subject(Measurement<Dimension>.self, "value", "unit"),
        Subject(Measurement<UnitLength>.self, "value", "unit"),
        Subject(Measurement<Unit>.self, "value", "unit"),
        Subject(Decimal.self, "exponent", "length", "isNegative", "isCompact", "mantissa"),
        Subject(Locale.self, "identifier", "current", "preferences"),
        Subject(TimeZone.self, "identifier", "autoupdating"),
        Subject(PersonNameComponents.self, "givenName", "phoneticRepresentation"),
        Subject(CollectionDifference<Int>.self, "insertions", "removals"),
        Subject(ClosedRange<Double>.self), Subject(Duration.self), Subject(UUID.self), Subject(Date.self),
        Subject(SIMD4<Float>.self), Subject(CGRect.self), Subject(NSRange.self), Subject(AffineTransform.self),
    ]

    private static let atoms = [
        "null", "true", "0", "1", "-1", "7", "8", "1.5", "15", "\(Int.max)", "\(Int.min)", "1e300",
        ##"{"#double":"nan"}"##, ##"{"#data":""}"##, ##"{"#data":"AQID"}"##, ##"{"#":0}"##, ##"{"#":1}"##,
        #""""#, #""en_ZZ""#, #""islamic""#, #""islamic-civil""#, #""hebrew""#, #""GMT""#, #""-é@a=b""#, #""http""#,
        #""[::1""#, "[]", "[1,2,3,4,5,6,7,8]", "[0.5,-1,9,1e300]", "{}",
        #"{"identifier":"en_ZZ"}"#, #"{"identifier":"GMT"}"#, #"{"identifier":"ar_SA"}"#,
        #"[{"location":5,"length":2},{"location":1,"length":9}]"#,
        #"[{"location":1,"length":9},{"location":1,"length":-1}]"#,
        #"{"symbol":"m","converter":{"coefficient":0,"constant":1e300}}"#,
        #"[{"isRemove":false,"offset":-1,"element":1},{"isRemove":true,"offset":1,"element":1}]"#,
    ]

    /// Ends with a trap when a type fails: then the seed that was printed gives the same fields again.
    @Test func fieldsOfAnyContentAreHarmless() throws {
        let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        print("fields of any content, FUZZ_SEED=\(seed)")
        var generator = SplitMix64(seed: seed)
        let bitmap = Data((0..<8_192).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let atoms = Self.atoms + [##"{"#data":"\##(bitmap.base64EncodedString())"}"##]
        func value(_ keys: [String], _ depth: Int) -> String {
            guard depth > 0, !keys.isEmpty, generator.next() % 3 == 0 else {
                return atoms[Int(generator.next() % UInt64(atoms.count))]
            }
            return object(keys, depth)
        }
        func object(_ keys: [String], _ depth: Int) -> String {
            let fields = keys.filter { _ in generator.next() % 8 != 0 }
            return "{\(fields.map { "\"\($0)\":\(value(keys, depth - 1))" }.joined(separator: ","))}"
        }
        let count = Torture.count(60, torture: 100_000)
        for subject in subjects {
            for _ in 0..<count {
                let root = subject.keys.isEmpty ? value([], 0) : object(subject.keys, 3)
                let objects = "\(value(subject.keys, 1)),\(value(subject.keys, 1))"
                let json = #"{"format": 1, "referenced": [\#(objects)], "root": \#(root)}"#
                if let container = try? JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8)) {
                    subject.run(container)
                }
            }
        }
        Figure.print("values of \(subjects.count) types with fields of any content", subjects.count * count)
    }
}
