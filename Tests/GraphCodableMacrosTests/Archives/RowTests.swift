#if Macros
import GraphCodableMacros
import Observation
import TestSupport
import Testing

extension ByHand {
    struct Reading: GCodable {
        var id: Int
        var small: Int8
        var isValid: Bool
        var name: String
        var level: Double = 1
        var count = 2
        var mask: UInt64 = 3

        enum Key: String, CaseIterable { case id, small, isValid, name, level, count, mask }

        init(_ random: inout SplitMix64) {
            id = Int(truncatingIfNeeded: random.next() >> (random.next() % 64))
            (small, isValid) = (Int8(truncatingIfNeeded: random.next()), random.next() % 2 == 0)
            name = String(repeating: "n", count: Int(random.next() % 40))
            (level, count, mask) = (Double(random.next()), Int(random.next() % 100), random.next())
        }

        init(from decoder: any GDecoder) throws {
            id = try decoder.decode(for: Key.id)
            small = try decoder.decode(for: Key.small)
            isValid = try decoder.decode(for: Key.isValid)
            name = try decoder.decode(for: Key.name)
            if try decoder.contains(Key.level) { level = try decoder.decode(for: Key.level) }
            if try decoder.contains(Key.count) { count = try decoder.decode(for: Key.count) }
            if try decoder.contains(Key.mask) { mask = try decoder.decode(for: Key.mask) }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(id, for: Key.id)
            try encoder.encode(small, for: Key.small)
            try encoder.encode(isValid, for: Key.isValid)
            try encoder.encode(name, for: Key.name)
            try encoder.encode(level, for: Key.level)
            try encoder.encode(count, for: Key.count)
            try encoder.encode(mask, for: Key.mask)
        }
    }

    final class Station: GCodable {
        let a: Int, b: Int, c: Int
        let readings: [Reading]
        let d: Int, e: Int, f: Int

        enum Key: String { case a, b, c, readings, d, e, f }

        init(_ readings: [Reading]) { (a, b, c, self.readings, d, e, f) = (1, 2, 3, readings, 4, 5, 6) }

        init(from decoder: any GDecoder) throws {
            a = try decoder.decode(for: Key.a)
            b = try decoder.decode(for: Key.b)
            c = try decoder.decode(for: Key.c)
            readings = try decoder.decode(for: Key.readings)
            d = try decoder.decode(for: Key.d)
            e = try decoder.decode(for: Key.e)
            f = try decoder.decode(for: Key.f)
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(a, for: Key.a)
            try encoder.encode(b, for: Key.b)
            try encoder.encode(c, for: Key.c)
            try encoder.encode(readings, for: Key.readings)
            try encoder.encode(d, for: Key.d)
            try encoder.encode(e, for: Key.e)
            try encoder.encode(f, for: Key.f)
        }
    }
}

extension ByName {
    @GCodable
    struct Reading {
        var id: Int
        var small: Int8
        var isValid: Bool
        var name: String
        var level: Double = 1
        var count = 2
        var mask: UInt64 = 3

        init(_ other: ByHand.Reading) {
            (id, small, isValid, name) = (other.id, other.small, other.isValid, other.name)
            (level, count, mask) = (other.level, other.count, other.mask)
        }
    }

    @GCodable
    final class Station {
        let a: Int, b: Int, c: Int
        let readings: [Reading]
        let d: Int, e: Int, f: Int

        init(_ readings: [Reading]) { (a, b, c, self.readings, d, e, f) = (1, 2, 3, readings, 4, 5, 6) }
    }
}

/// A reading as another version of the program may have written it: with some of the keys, in some order, and values of
/// other types.
private struct OtherReading: GEncodable {
    let reading: ByHand.Reading
    let keys: [ByHand.Reading.Key]
    let wrongKey: ByHand.Reading.Key?

    func encode(to encoder: any GEncoder) throws {
        for key in keys {
            guard key != wrongKey else { try encoder.encode(Int64.max as Int64?, for: key); continue }
            switch key {
            case .id: try encoder.encode(reading.id, for: key)
            case .small: try encoder.encode(reading.small, for: key)
            case .isValid: try encoder.encode(reading.isValid, for: key)
            case .name: try encoder.encode(reading.name, for: key)
            case .level: try encoder.encode(reading.level, for: key)
            case .count: try encoder.encode(reading.count, for: key)
            case .mask: try encoder.encode(reading.mask, for: key)
            }
        }
        let allKeys = ByHand.Reading.Key.allCases
        for key in allKeys where !keys.contains(key) { try encoder.encodeIfPresent(nil as Int?, for: key) }
    }
}

/// A class whose properties are decoded before and after `self` exists.
@GCodable @Observable
final class RowGauge {
    var a: Int
    var b: Int
    var c: Int
    var x = 1
    var y = 2
    var z = 3

    init(_ a: Int) { (self.a, b, c) = (a, a + 1, a + 2) }
}

@GCodable
class RowBody {
    var x = 1.0, y = 2.0, z = 3.0
}

@GCodable
final class RowMass: RowBody {
    var kilograms = 4.0, radius = 5.0, age = 6

    override init() { super.init() }
}

/// More numbers than there are in a row.
@GCodable
struct WideRow: Equatable {
    var a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9
    var b0 = 10, b1 = 11, b2 = 12, b3 = 13, b4 = 14, b5 = 15, b6 = 16, b7 = 17, b8 = 18, b9 = 19
    var c0 = 20, c1 = 21, c2 = 22, c3 = 23, c4 = 24, c5 = 25, c6 = 26, c7 = 27, c8 = 28, c9 = 29
    var d0 = 30, d1 = 31, d2 = 32, d3 = 33, d4 = 34, d5 = 35, ünicode = Int.max, d7 = Int.min, d8 = 1 << 40, d9 = -1
}

/// What the macro finds together gives the same bytes, values and errors as one by one.
struct RowTests {
    @Test func rowsOfEveryClassAndLengthComeBack() throws {
        let gauge = RowGauge(7)
        (gauge.x, gauge.z) = (8, 9)
        let copy = try GraphDecoder().decode(RowGauge.self, from: GraphEncoder().encode(gauge) as Bytes)
        #expect([copy.a, copy.b, copy.c, copy.x, copy.y, copy.z] == [7, 8, 9, 8, 2, 9])
        let mass = RowMass()
        (mass.y, mass.radius, mass.age) = (-1, 0.5, 100)
        let other = try GraphDecoder().decode(RowMass.self, from: GraphEncoder().encode(mass) as Bytes)
        #expect([other.x, other.y, other.z, other.kilograms, other.radius] == [1, -1, 3, 4, 0.5] && other.age == 100)
        let wide = (0..<200).map { WideRow(a0: $0, c5: -$0, d9: .max - $0) }
        #expect(try GraphDecoder().decode([WideRow].self, from: GraphEncoder().encode(wide) as Bytes) == wide)
    }

    private func readings(_ count: Int, _ random: inout SplitMix64) -> [ByHand.Reading] {
        (0..<count).map { _ in ByHand.Reading(&random) }
    }

    /// Returns what decoding gives: the values, or the error with its place.
    private func outcome<Value: GDecodable>(_ type: Value.Type, _ bytes: Bytes) -> String {
        let result = Result { try GraphDecoder().decode(type, from: bytes) }
        let text =
            switch result {
            case .success(let value): "\(value)"
            case .failure(let error as GraphCodableError):
                "\(error) \(error.byteOffset.map(String.init) ?? "") \(error.codingPath)"
            case .failure(let error): "\(error)"
            }
        return text.replacing("ByHand", with: "ByName")
    }

    @Test func bytesAreTheSameWhereverChunksEnd() throws {
        var random = SplitMix64(seed: 1)
        for count in [0, 1, 2, 3_000] {
            let values = readings(count, &random)
            let hand = try GraphEncoder().encode([ByHand.Station(values), ByHand.Station([])]) as Bytes
            let rows = values.map(ByName.Reading.init)
            let macro = try GraphEncoder().encode([ByName.Station(rows), ByName.Station([])]) as Bytes
            #expect(hand.renamed("ByHand", "ByName") == macro)
            let read = try GraphDecoder().decode([ByName.Station].self, from: macro)
            #expect("\(read.map(\.readings))" == "\([rows, []])")
            #expect(read.map { [$0.a, $0.b, $0.c, $0.d, $0.e, $0.f] } == [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]])
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func otherShapesGiveTheSame(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var order = ByHand.Reading.Key.allCases
        if seed % 4 == 0 { order.shuffle(using: &random) }
        let others = readings(30, &random).map { reading in
            let keys = order.filter { _ in seed % 4 < 2 || random.next() % 8 != 0 }
            let wrongKey = random.next() % 40 == 0 ? keys.randomElement(using: &random) : nil
            return OtherReading(reading: reading, keys: keys, wrongKey: wrongKey)
        }
        let bytes = try GraphEncoder().encode(others) as Bytes
        #expect(outcome([ByHand.Reading].self, bytes) == outcome([ByName.Reading].self, bytes))
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func damageGivesTheSame(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let bytes = try GraphEncoder().encode(readings(6, &random)) as Bytes
        for _ in 0..<250 {
            var damaged = bytes
            for _ in 0...random.next() % 2 {
                damaged[Int.random(in: 9..<damaged.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
            }
            #expect(outcome([ByHand.Reading].self, damaged) == outcome([ByName.Reading].self, damaged))
        }
    }
}
#endif
